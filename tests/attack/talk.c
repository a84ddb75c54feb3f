/* SPDX-License-Identifier: GPL-3.0-only */
#include "tests/attack/talk.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation/fen.h"
#include "engine/board/makemove.h"
#include "engine/board/movegen.h"
#include "engine/notation/notation.h"
#include "engine/base/rng.h"
#include "protocol/parse.h"
#include "protocol/options.h"
#include "engine/base/words.h"

void talk_clear(Talk *talk)
{
    for (int i = 0; i < talk->count; i++)
        free(talk->steps[i].bytes);
    free(talk->steps);
    *talk = (Talk){0};
}

void talk_add(Talk *talk, StepKind kind, int number, const char *bytes, size_t length)
{
    if (talk->count == talk->capacity) {
        talk->capacity = talk->capacity ? talk->capacity * 2 : 64;
        talk->steps = realloc(talk->steps, (size_t)talk->capacity * sizeof *talk->steps);
    }
    Step *step = &talk->steps[talk->count++];
    *step = (Step){.kind = kind, .number = number, .bytes = malloc(length + 1), .length = length};
    memcpy(step->bytes, bytes, length);
}

/* ---- text form ---- */

static const char step_letters[] = ">wpde";

void talk_print(const Talk *talk, void *file)
{
    fprintf(file, "# seed 0x%016llx\nm %d %d\n", (unsigned long long)talk->seed, talk->pieces, talk->narrow);
    for (int i = 0; i < talk->count; i++) {
        const Step *step = &talk->steps[i];
        if (step->dropped)
            continue;
        fprintf(file, "%c ", step_letters[step->kind]);
        if (step->kind != STEP_SEND)
            fprintf(file, "%d", step->number);
        for (size_t b = 0; b < step->length; b++) {
            unsigned char c = (unsigned char)step->bytes[b];
            fprintf(file, isprint(c) && c != '\\' ? "%c" : "\\%02x", c);
        }
        fprintf(file, "\n");
    }
}

bool talk_read(Talk *talk, const char *path)
{
    FILE *file = fopen(path, "rb");
    char *line = NULL;
    size_t size = 0;
    *talk = (Talk){0};
    while (file && getline(&line, &size, file) > 0) {
        const char *letter = *line ? strchr(step_letters, *line) : NULL;
        int pieces, narrow;
        if (sscanf(line, "m %d %d", &pieces, &narrow) == 2) {
            talk->pieces = (Pieces)pieces;
            talk->narrow = narrow;
        }
        if (!letter)
            continue;
        char *to = line;
        for (char *at = line + 2; *at && *at != '\n'; at++) {
            unsigned byte = (unsigned char)*at;
            if (*at == '\\' && sscanf(at + 1, "%2x", &byte) == 1)
                at += 2;
            *to++ = (char)byte;
        }
        StepKind kind = (StepKind)(letter - step_letters);
        *to = '\0';
        talk_add(talk, kind, kind == STEP_SEND ? 0 : atoi(line), line, kind == STEP_SEND ? (size_t)(to - line) : 0);
    }
    free(line);
    if (file)
        fclose(file);
    return talk->count > 0;
}

/* ---- lines ---- */

enum { TEXT_SIZE = 1 << 18 };

typedef struct Author {
    Rng rng;
    Talk *talk;
    Position pos; /* true if the engine probably has such an option */
    char text[TEXT_SIZE];
    size_t length;
    bool uci;     /* an option of the likely dialect */
    bool running; /* a running search probably needs stop */
} Author;

static uint32_t below(Author *a, uint32_t bound) { return rng_below(&a->rng, bound); }
static bool chance(Author *a, int percent) { return below(a, 100) < (uint32_t)percent; }

__attribute__((format(printf, 2, 3))) static void say(Author *a, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(a->text + a->length, TEXT_SIZE - a->length, format, args);
    va_end(args);
    a->length += (size_t)n;
    if (a->length >= TEXT_SIZE)
        a->length = TEXT_SIZE - 1;
}

#define PICK(a, array) ((array)[below(a, sizeof(array) / sizeof *(array))])

/* Writes one of the kinds of numbers that parsers often get wrong. */
static void say_number(Author *a, int most)
{
    static const char *const odd[] = {"0",
                                      "-1",
                                      "-0",
                                      "+7",
                                      "2147483647",
                                      "2147483648",
                                      "-2147483648",
                                      "4294967296",
                                      "9223372036854775807",
                                      "9223372036854775808",
                                      "-9223372036854775809",
                                      "99999999999999999999999999",
                                      "1e3",
                                      "0x10",
                                      "3.5",
                                      "",
                                      "x",
                                      "007",
                                      "1,000",
                                      "nan",
                                      "１２",
                                      "--5",
                                      "5x"};
    if (chance(a, 25))
        say(a, "%s", PICK(a, odd));
    else
        say(a, "%u", below(a, (uint32_t)most + 1));
}

static void say_move(Author *a, Move m)
{
    char text[5];
    say(a, "%s", move_to_iccs(m, text));
}

/* Four characters in the form of a move, mostly off the board. */
static void say_coordinates(Author *a)
{
    const unsigned bits = rng_next(&a->rng) & 0xffff;
    say(a, "%c%c%c%c", 'a' + (bits & 15), '0' + (bits >> 4 & 15), 'a' + (bits >> 8 & 15), '0' + (bits >> 12));
}

static void say_some_moves(Author *a)
{
    MoveList list = {0};
    legal_moves(&a->pos, &list);
    int count = chance(a, 5) ? 130 : (int)below(a, 6);
    if (chance(a, 4)) { /* all values */
        for (int i = 0; i < list.count; i++)
            say(a, " "), say_move(a, list.moves[i]);
        return;
    }
    for (int i = 0; i < count; i++) {
        say(a, chance(a, 3) ? "  \t" : " ");
        if (list.count && !chance(a, 10))
            say_move(a, list.moves[below(a, (uint32_t)list.count)]);
        else if (chance(a, 50))
            say_coordinates(a);
        else
            say(a, "%s", (const char *[]){"0000", "a0a0", "h2-e2", "H2E2", "zz99", "a", "h2e2h9g7", "(none)"}[below(a, 8)]);
    }
}

/* ---- positions ---- */

/* Places a few pieces at random until the position is legal. */
static void place_some(Author *a, Position *pos)
{
    static const char kinds[] = "KkAABBNNRRCCPPPPPaabbnnrrccppppp";
    for (;;) {
        char board[90], fen[256], *at = fen;
        memset(board, 0, sizeof board);
        board[(below(a, 3)) * 9 + 3 + below(a, 3)] = 'K';
        board[(7 + below(a, 3)) * 9 + 3 + below(a, 3)] = 'k';
        for (int n = (int)below(a, 10); n > 0; n--)
            board[below(a, 90)] = kinds[2 + below(a, 30)];
        for (int rank = 9; rank >= 0; rank--) {
            for (int file = 0; file < 9; file++)
                *at++ = board[rank * 9 + file] ? board[rank * 9 + file] : '1';
            *at++ = rank ? '/' : ' ';
        }
        sprintf(at, "%s - - %u 1", chance(a, 50) ? "w" : "b", chance(a, 20) ? below(a, 130) : 0);
        if (fen_read(fen, pos, NULL))
            return;
    }
}

static void say_fen(Author *a, const Position *pos)
{
    char fen[FEN_SIZE];
    fen_write(pos, fen);
    if (chance(a, 6)) { /* damaged */
        for (int n = 1 + (int)below(a, 3); n > 0; n--)
            fen[below(a, (uint32_t)strlen(fen))] = "KkRrPp19/ wb-x"[below(a, 14)];
    } else if (chance(a, 10)) {
        char *end = strchr(fen, ' ');
        strcpy(end, (const char *[]){" w", " b", "", " r - - 0 1", " w -- 0 1 ", " w 0 1", " b - - 999 77", " w - - 99999999999 1",
                                     " w - - -5 -5", " W - - 119 60", " b - - 0 1 0 1 0 1"}[below(a, 11)]);
    }
    say(a, "%s", fen);
}

static void say_position(Author *a)
{
    static const char *const known[] = {
        "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1",   /* bare kings */
        "3k5/3R5/3K5/9/9/9/9/9/9/9 b - - 0 1", /* rejected */
        "4k4/4R4/4K4/9/9/9/9/9/9/9 b - - 0 1", /* rejected if the kings face each other */
        "3ak4/4a4/9/9/9/9/9/4r4/3r5/4K4 w - - 0 1" /* lost soon */,
        "3k5/1R7/R8/9/9/9/9/9/9/4K4 b - - 0 1",  /* stalemate */
        "2bk5/1r7/9/9/4C4/9/6c2/5K2B/6p2/3r5 w", /* mated soon */
        "5k3/9/9/9/9/4R4/9/9/9/4K4 w - - 118 60",
    };
    Position pos;
    position_start(&pos);
    say(a, chance(a, 90) ? "position " : "");
    int how = (int)below(a, 10);
    if (how < 5) {
        say(a, "startpos");
    } else if (how < 8) {
        place_some(a, &pos);
        say(a, "fen ");
        say_fen(a, &pos);
    } else {
        const char *fen = PICK(a, known);
        say(a, "fen %s", fen);
        if (!fen_read(fen, &pos, NULL))
            position_start(&pos);
    }
    int plies = chance(a, 30) ? 0 : chance(a, 90) ? (int)below(a, 40) : 300 + (int)below(a, 900);
    bool shuffle = chance(a, plies > 100 ? 60 : 15); /* back and forth: long repetitions */
    if (plies > 0)
        say(a, chance(a, 95) ? " moves" : "  moves ");
    Move last[4] = {0};
    for (int i = 0; i < plies; i++) {
        MoveList list = {0};
        legal_moves(&pos, &list);
        if (list.count == 0)
            break;
        Move m = list.moves[below(a, (uint32_t)list.count)], back = move_make(move_to(last[(i + 2) & 3]), move_from(last[(i + 2) & 3]));
        if (shuffle && i >= 2 && move_list_has(&list, back) && !chance(a, 1))
            m = back;
        say(a, " ");
        if (chance(a, 1) && chance(a, 20)) { /* an illegal move */
            say_coordinates(a);
            break;
        }
        say_move(a, m);
        Undo undo;
        position_make(&pos, m, &undo);
        last[i & 3] = m;
    }
    a->pos = pos;
}

/* ---- options, go ---- */

static bool is(const OptionSpec *spec, const char *name) { return strcmp(spec->uci, name) == 0; }

static void say_option(Author *a)
{
    static const char *const files[] = {"",          "<empty>", "nothing-there", ".",   "missing/folder/x",   "fifo", "/dev/full",
                                        "/dev/null", "log one", "junk",          "log", "junk;nothing-there", ";;;",  "empty"};
    const OptionSpec *spec = &option_specs[below(a, (uint32_t)option_count)];
    if (chance(a, 50))
        say(a, "setoption name %s value ", spec->uci);
    else
        say(a, "setoption %.*s ", (int)strcspn(spec->names, " "), spec->names);
    if (is(spec, "Hash")) {
        say(a, "%s", (const char *[]){"1", "1", "1", "2", "4", "8", "16", "-3", "65536", "x"}[below(a, 10)]);
        return;
    }
    if (is(spec, "Threads")) {
        say(a, "%s", (const char *[]){"1", "1", "1", "1", "2", "2", "3", "4", "0", "-7", "x", "9"}[below(a, 12)]);
        return;
    }
    switch (spec->type) {
    case OPTION_CHECK: say(a, "%s", (const char *[]){"true", "false", "on", "off", "1", "0", "TRUE", "maybe", ""}[below(a, 9)]); break;
    case OPTION_SPIN:
        if (chance(a, 60))
            say(a, "%d", spec->min + (int)below(a, (uint32_t)(spec->max - spec->min + 1)));
        else if (is(spec, "MultiPV") && chance(a, 70))
            say(a, "%u", 1 + below(a, 5));
        else
            say_number(a, spec->max + 1);
        break;
    case OPTION_COMBO:
        for (uint32_t i = below(a, 7), j = 0; spec->vars[j].word; j++)
            if (i == j)
                say(a, "%s", spec->vars[j].word);
        break;
    case OPTION_STRING: say(a, "%s", PICK(a, files)); break;
    case OPTION_BUTTON: break;
    }
}

static void say_go(Author *a)
{
    static const char *const words[] = {"movestogo", "increment", "opptime", "oppincrement", "oppmovestogo", "winc", "binc", "mate", "xyz"};
    say(a, "go");
    if (chance(a, 12))
        say(a, " ponder");
    else if (chance(a, 5))
        say(a, " draw");
    bool limited = true;
    switch (below(a, 12)) {
    case 0: say(a, " depth %u", below(a, 4)); break;
    case 1:
        say(a, " infinite");
        limited = false;
        break;
    case 2: say(a, " movetime %u", below(a, 10)); break;
    case 3: say(a, " time %u increment %u", below(a, 80), below(a, 8)); break;
    case 4: say(a, " wtime %u btime %u", below(a, 80), below(a, 80)); break;
    case 5: say(a, " perft %u", below(a, 3)); break;
    case 6: /* anything; stopped later */
        say(a, " %s ", (const char *[]){"depth", "nodes", "movetime", "time", "wtime", "mate", "perft", ""}[below(a, 8)]);
        say_number(a, 5000);
        limited = false;
        break;
    default: say(a, " nodes %u", chance(a, 90) ? 1 + below(a, 300) : below(a, 3000)); break;
    }
    while (chance(a, 12)) {
        say(a, " %s ", PICK(a, words));
        say_number(a, 1000);
    }
    if (chance(a, 12)) {
        say(a, " searchmoves");
        say_some_moves(a);
    }
    if (!limited || strstr(a->text, "ponder"))
        a->running = true;
}

/* ---- hostile input ---- */

static void say_noise(Author *a)
{
    static const char *const words[] = {"quitx",
                                        "quit now please",
                                        "\x1b[2J\x1b]0;title\x07",
                                        "xboard",
                                        "go\tdepth\t1",
                                        "usi",
                                        "protover 2",
                                        "ucinewgame",
                                        "uccinewgame",
                                        "newgame",
                                        "\xce\xc4\xbc\xfe",
                                        "中文",
                                        "help",
                                        "pause",
                                        "undo",
                                        "STOP",
                                        "IsReady",
                                        "isreadynow",
                                        "stopxyz",
                                        "   ",
                                        "",
                                        "# comment",
                                        "moves h2e2",
                                        "ponderhit draw",
                                        "debug on",
                                        "debug off",
                                        "fen",
                                        "startpos",
                                        "position",
                                        "setoption",
                                        "setoption name",
                                        "setoption name Hash",
                                        "setoption name value 5",
                                        "setoption value",
                                        "go ponderhit",
                                        "banmoves",
                                        "probe",
                                        "eval",
                                        "d",
                                        "flip"};
    switch (below(a, 8)) {
    case 0: { /* one long line */
        uint32_t n = chance(a, 80) ? 1000 + below(a, 4000) : 60000 + below(a, 100000);
        const char *word = (const char *[]){"x", "position ", "go ", "h2e2 ", "quit", "\xff", " ", "stop "}[below(a, 8)];
        for (uint32_t i = 0; i < n / strlen(word); i++)
            say(a, "%s", word);
        break;
    }
    case 1: /* any bytes except the line end */
        for (int n = (int)below(a, 60); n > 0; n--) {
            char c = (char)rng_next(&a->rng);
            a->text[a->length++] = c == '\n' ? ' ' : c;
        }
        a->text[a->length] = '\0';
        break;
    default: say(a, "%s", PICK(a, words)); break;
    }
}

/* Writes a valid line with a few damaged characters. */
static void mutate(Author *a)
{
    for (int n = 1 + (int)below(a, 3); n > 0 && a->length > 0 && a->length < TEXT_SIZE / 2; n--) {
        size_t at = below(a, (uint32_t)a->length), count = 1 + below(a, 8);
        if (at + count > a->length)
            count = a->length - at;
        switch (below(a, 6)) {
        case 0: a->text[at] = (char)(rng_next(&a->rng) | 1); break;
        case 1: a->text[at] = '\0'; break;
        case 2:
            memmove(a->text + at, a->text + at + count, a->length - at - count);
            a->length -= count;
            break;
        case 3:
            memmove(a->text + at + count, a->text + at, a->length - at);
            a->length += count;
            break;
        case 4: a->text[at] = (char)toupper((unsigned char)a->text[at]); break;
        case 5: a->text[at] = " \t\r\v\f"[below(a, 5)]; break;
        }
        for (size_t i = 0; i < a->length; i++)
            if (a->text[i] == '\n')
                a->text[i] = ' ';
    }
    a->text[a->length] = '\0';
}

/* Returns true if the line costs little memory and time and writes only inside the folder. */
static bool harmless(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    memcpy(copy, text, length);
    for (size_t i = 0; i < length; i++)
        copy[i] = copy[i] ? copy[i] : ' ';
    copy[length] = '\0';
    char fault[400];
    Text why = text_over(fault, sizeof fault);
    Command command = command_read(copy);
    OptionValue value;
    bool fine = command.kind != CMD_BENCH;
    if (command.kind == CMD_SETOPTION) {
        const OptionSpec *spec = option_read(command.args, &value, &why);
        if (spec && is(spec, "Hash"))
            fine = value.number == 65536 || value.number <= 16;
        if (spec && is(spec, "Threads"))
            fine = value.number <= 9;
        if (spec && is(spec, "UCI_Variant"))
            fine = value.number == 0; /* otherwise ranks would be counted differently */
        if (spec && spec->type == OPTION_STRING)
            fine = !strchr(value.text, '/') || strcmp(value.text, "missing/folder/x") == 0 || strcmp(value.text, "/dev/null") == 0 ||
                   strcmp(value.text, "/dev/full") == 0;
    }
    free(copy);
    return fine;
}

static void send_line(Author *a)
{
    if (!harmless(a->text, a->length))
        a->length = 0;
    a->text[a->length++] = '\n';
    if (a->length >= 2 && chance(a, 4)) {
        a->text[a->length - 1] = '\r';
        a->text[a->length++] = '\n';
    }
    talk_add(a->talk, STEP_SEND, 0, a->text, a->length);
}

static void one_line(Author *a)
{
    a->length = 0;
    a->text[0] = '\0';
    if (a->running && chance(a, 35)) {
        say(a, chance(a, 75) ? "stop" : "ponderhit");
        a->running = false;
    } else {
        uint32_t what = below(a, 100);
        if (what < 24)
            say_go(a);
        else if (what < 40)
            say_position(a);
        else if (what < 54)
            say_option(a);
        else if (what < 63)
            say(a, "isready");
        else if (what < 68)
            say(a, "stop");
        else if (what < 71)
            say(a, chance(a, 80) ? "ponderhit" : "ponderhit draw");
        else if (what < 75)
            say(a, "banmoves"), say_some_moves(a);
        else if (what < 79)
            say(a, chance(a, 60) == a->uci ? "uci" : "ucci");
        else if (what < 82)
            say(a, "probe startpos moves"), say_some_moves(a);
        else if (what < 84)
            say(a, "%s", (const char *[]){"d", "eval", "flip", "newgame", "ucinewgame", "setoption newgame"}[below(a, 6)]);
        else
            say_noise(a);
        if (what < 84 && chance(a, 5))
            mutate(a);
    }
    send_line(a);
}

void talk_generate(Talk *talk, uint64_t seed)
{
    static Author author;
    Author *a = &author;
    *talk = (Talk){.seed = seed};
    memset(a, 0, sizeof *a);
    a->rng.state = seed;
    a->talk = talk;
    position_start(&a->pos);
    a->uci = chance(a, 50);
    uint32_t pieces = below(a, 100);
    talk->pieces = pieces < 40 ? PIECES_BURST : pieces < 75 ? PIECES_LINES : pieces < 95 ? PIECES_RANDOM : PIECES_BYTES;
    talk->narrow = chance(a, 5);
    int lines = chance(a, 90) ? 5 + (int)below(a, 120) : 120 + (int)below(a, 200), waits = (int)below(a, 60);
    if (talk->pieces == PIECES_BYTES)
        lines = lines % 30;

    if (chance(a, 3))
        talk_add(talk, STEP_SEND, 0, "\xEF\xBB\xBF", 3);
    if (chance(a, 90)) {
        say(a, a->uci ? "uci" : "ucci");
        send_line(a);
        a->length = 0;
        say(a, "setoption %s1", a->uci ? "name Hash value " : "hashsize ");
        send_line(a);
    }
    for (int i = 0; i < lines; i++) {
        one_line(a);
        if (chance(a, waits))
            talk_add(talk, STEP_WAIT, 0, "", 0);
        else if (chance(a, 3))
            talk_add(talk, chance(a, 70) ? STEP_PAUSE : STEP_DEAF, (int)below(a, 20), "", 0);
    }
    a->length = 0;
    switch (below(a, 4)) {
    case 0: /* a last line without a line end */
        one_line(a);
        talk->steps[talk->count - 1].length = 1 + below(a, (uint32_t)talk->steps[talk->count - 1].length);
        talk_add(talk, STEP_END, 0, "", 0);
        break;
    case 1:
        talk_add(talk, STEP_WAIT, 0, "", 0);
        talk_add(talk, STEP_END, 0, "", 0);
        break;
    case 2:
        talk_add(talk, STEP_SEND, 0, "quit", 4);
        talk_add(talk, STEP_END, 0, "", 0);
        break;
    default: talk_add(talk, STEP_SEND, 0, "quit\n", 5); break;
    }
}
