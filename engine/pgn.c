#include "engine/pgn.h"

#include "engine/legal.h"
#include "engine/makemove.h"
#include "engine/notation.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

enum { LINE_WIDTH = 100 };

void pgn_init(PgnGame *game)
{
    memset(game, 0, sizeof *game);
    position_start(&game->start);
    strcpy(game->result, "*");
}

void pgn_clear(PgnGame *game)
{
    for (int i = 0; i < game->tag_count; i++) {
        free(game->tags[i].name);
        free(game->tags[i].value);
    }
    for (int i = 0; i < game->plies; i++)
        free(game->moves[i].comment);
    free(game->comment);
    free(game->tags);
    free(game->moves);
    pgn_init(game);
}

const char *pgn_tag(const PgnGame *game, const char *name)
{
    for (int i = 0; i < game->tag_count; i++)
        if (strcmp(game->tags[i].name, name) == 0)
            return game->tags[i].value;
    return NULL;
}

/* Room for one more: arrays grow to the next power of two. */
static bool grow(void **array, int count, size_t size)
{
    if (count & (count - 1))
        return true;
    void *more = realloc(*array, (count ? (size_t)count * 2 : 1) * size);
    if (more)
        *array = more;
    return more != NULL;
}

bool pgn_set_tag(PgnGame *game, const char *name, const char *value)
{
    char *copy = strdup(value);
    if (!copy)
        return false;
    for (int i = 0; i < game->tag_count; i++)
        if (strcmp(game->tags[i].name, name) == 0) {
            free(game->tags[i].value);
            game->tags[i].value = copy;
            return true;
        }
    char *key = strdup(name);
    void *tags = game->tags;
    if (!key || !grow(&tags, game->tag_count, sizeof *game->tags)) {
        free(key);
        free(copy);
        return false;
    }
    game->tags = tags;
    game->tags[game->tag_count++] = (PgnTag){key, copy};
    return true;
}

bool pgn_add_move(PgnGame *game, Move m, const char *comment)
{
    char *copy = comment ? strdup(comment) : NULL;
    void *moves = game->moves;
    if ((comment && !copy) || !grow(&moves, game->plies, sizeof *game->moves)) {
        free(copy);
        return false;
    }
    game->moves = moves;
    game->moves[game->plies++] = (PgnMove){m, copy};
    return true;
}

/* ---- reading ---- */

typedef struct Reader {
    const char *at;
    PgnGame *game;
    Position now;
    char *error;
    bool faulty; /* the first fault is kept; the rest of the game is skipped */
} Reader;

static void fault(Reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void fault(Reader *r, const char *format, ...)
{
    if (r->faulty)
        return;
    r->faulty = true;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->error, PGN_ERROR_SIZE, format, arguments);
    va_end(arguments);
}

/* A terminated copy of [from, to) without blanks at its end. NULL when memory is short. */
static char *copy_text(const char *from, const char *to)
{
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    char *copy = malloc((size_t)(to - from) + 1);
    if (copy) {
        memcpy(copy, from, (size_t)(to - from));
        copy[to - from] = '\0';
    }
    return copy;
}

/* `[Name "value"]`, where the value may hold \" and \\. Leaves r->at behind the bracket, or at the end
 * of the line when it is damaged. */
static void read_tag(Reader *r)
{
    const char *name = r->at + 1 + strspn(r->at + 1, " \t\v\f");
    const char *name_end = name + strcspn(name, " \t\v\f\"]\r\n");
    const char *p = name_end + strspn(name_end, " \t\v\f");
    const char *line_end = r->at + strcspn(r->at, "\r\n");
    if (name_end == name || *p != '"') {
        fault(r, "tag '%.*s' has no value in quotes", (int)(line_end - r->at > 40 ? 40 : line_end - r->at), r->at);
        r->at = line_end;
        return;
    }
    char *value = malloc((size_t)(line_end - p) + 1), *out = value;
    char *key = copy_text(name, name_end);
    if (!value || !key) {
        fault(r, "out of memory");
        r->at = line_end;
        goto done;
    }
    for (p++; p < line_end && *p != '"'; p++) {
        if (*p == '\\' && (p[1] == '"' || p[1] == '\\'))
            p++;
        *out++ = *p;
    }
    *out = '\0';
    if (p >= line_end) {
        fault(r, "tag %s: the closing quote is missing", key);
        r->at = line_end;
    } else {
        p += 1 + strspn(p + 1, " \t");
        if (*p == ']')
            r->at = p + 1;
        else {
            fault(r, "tag %s: the closing bracket is missing", key);
            r->at = line_end;
        }
    }
    if (!r->faulty && !pgn_set_tag(r->game, key, value))
        fault(r, "out of memory");
done:
    free(value);
    free(key);
}

/* Puts an owned text behind another, which may be NULL. */
static bool join(char **text, char *more)
{
    if (!*text) {
        *text = more;
        return true;
    }
    size_t length = strlen(*text);
    char *both = realloc(*text, length + strlen(more) + 2);
    if (both) {
        both[length] = ' ';
        strcpy(both + length + 1, more);
        *text = both;
    }
    free(more);
    return both != NULL;
}

static void read_comment(Reader *r)
{
    const char *start = r->at + 1, *end;
    if (*r->at == ';') {
        end = start + strcspn(start, "\r\n");
        r->at = end;
    } else {
        end = strchr(start, '}');
        if (!end) {
            fault(r, "a comment is not closed");
            r->at = start + strlen(start);
            return;
        }
        r->at = end + 1;
    }
    start += strspn(start, " \t\r\n");
    if (r->faulty || start >= end)
        return;
    char **comment = r->game->plies > 0 ? &r->game->moves[r->game->plies - 1].comment : &r->game->comment;
    char *text = copy_text(start, end);
    if (!text || !join(comment, text))
        fault(r, "out of memory");
}

/* With those inside it; brackets in its comments do not count. */
static void skip_variation(Reader *r)
{
    int depth = 0;
    do {
        if (*r->at == '(')
            depth++;
        else if (*r->at == ')')
            depth--;
        else if (*r->at == ';')
            r->at += strcspn(r->at, "\r\n");
        else if (*r->at == '{') {
            const char *end = strchr(r->at, '}');
            if (!end)
                break;
            r->at = end;
        }
        if (*r->at)
            r->at++;
    } while (*r->at && depth > 0);
    if (depth > 0)
        fault(r, "a variation is not closed");
}

static bool is_result(const char *word)
{
    return !strcmp(word, "1-0") || !strcmp(word, "0-1") || !strcmp(word, "1/2-1/2") || !strcmp(word, "*");
}

/* `!`, `?!` and the like, behind a move or alone, are judgements. Returns the length without them. */
static size_t without_praise(const char *word)
{
    size_t length = strlen(word);
    while (length > 0 && (word[length - 1] == '!' || word[length - 1] == '?'))
        length--;
    return length;
}

static bool is_move_number(const char *word)
{
    size_t digits = strspn(word, "0123456789");
    return word[digits + strspn(word + digits, ".")] == '\0' && (digits || *word == '.');
}

/* Why the text is no move of this position, as one clause. */
static void explain(const Position *pos, const MoveReading *reading, char *out, size_t size)
{
    char first[MOVE_TEXT_SIZE], second[MOVE_TEXT_SIZE];
    Square where = SQ_NONE;
    switch (reading->fault) {
    case READ_OK: {
        const char *reason = move_fault_text(move_fault(pos, reading->move, &where)), *gap = strstr(reason, "%s");
        if (gap)
            snprintf(out, size, "%.*s%c%d%s", (int)(gap - reason), reason, 'a' + square_file(where), square_rank(where), gap + 2);
        else
            snprintf(out, size, "%s", reason);
        return;
    }
    case READ_AMBIGUOUS:
        snprintf(out, size, "it may mean %s or %s", move_to_iccs(reading->move, first), move_to_iccs(reading->other, second));
        return;
    case READ_NO_PIECE: snprintf(out, size, "no such piece stands there"); return;
    case READ_NO_TANDEM: snprintf(out, size, "no file holds so many of these pieces"); return;
    case READ_DIRECTION: snprintf(out, size, "that piece never goes sideways"); return;
    case READ_NO_GOAL: snprintf(out, size, "the piece cannot get there"); return;
    case READ_NOT_MOVE: break;
    }
    snprintf(out, size, "it is no move in ICCS, WXF or Chinese notation");
}

/* Copies a text for a message: no control characters, no torn or invalid UTF-8. */
static void quote(const char *text, char *out, size_t size)
{
    const unsigned char *p = (const unsigned char *)text;
    while (*p && size > 4) {
        size_t length = *p < 0x80 ? 1 : *p < 0xC2 ? 0 : *p < 0xE0 ? 2 : *p < 0xF0 ? 3 : *p < 0xF5 ? 4 : 0, whole = 1;
        while (whole < length && (p[whole] & 0xC0) == 0x80)
            whole++;
        bool control = *p < 0x20 || *p == 0x7F || (*p == 0xC2 && p[1] < 0xA0);
        if (whole == length && !control) {
            memcpy(out, p, length);
            out += length;
            size -= length;
            p += length;
        } else {
            *out++ = '.';
            size--;
            p++;
        }
    }
    *out = '\0';
}

static void read_move(Reader *r, const char *word)
{
    MoveReading reading;
    if (r->faulty)
        return;
    if (!move_from_text(&r->now, word, &reading) || !is_legal(&r->now, reading.move)) {
        char why[120], shown[40];
        explain(&r->now, &reading, why, sizeof why);
        quote(word, shown, sizeof shown);
        fault(r, "move %d, '%s', cannot be played: %s", r->game->plies + 1, shown, why);
    } else if (!pgn_add_move(r->game, reading.move, NULL)) {
        fault(r, "out of memory");
    } else {
        Undo undo;
        position_make(&r->now, reading.move, &undo);
    }
}

static void begin_moves(Reader *r)
{
    const char *fen = pgn_tag(r->game, "FEN");
    char error[FEN_ERROR_SIZE];
    if (fen && !fen_read(fen, &r->game->start, error))
        fault(r, "%s", error);
    r->now = r->game->start;
}

#define WIDE_BLANK "\u3000" /* which Chinese programs put between moves */

static size_t blanks(const char *text)
{
    size_t n = 0, more;
    while ((more = strspn(text + n, " \t\r\n\f\v")) || (more = strncmp(text + n, WIDE_BLANK, 3) ? 0 : 3))
        n += more;
    return n;
}

static size_t word_length(const char *text)
{
    size_t n = 0;
    while (text[n] && !strchr(" \t\r\n\f\v{}();[", text[n]) && strncmp(text + n, WIDE_BLANK, 3) != 0)
        n++;
    return n;
}

PgnStatus pgn_read(const char **text, PgnGame *game, char *error)
{
    Reader r = {.at = *text, .game = game, .error = error};
    bool in_moves = false;
    pgn_clear(game);
    if (strncmp(r.at, "\xEF\xBB\xBF", 3) == 0) /* a byte-order mark, from Windows editors */
        r.at += 3;

    for (;;) {
        r.at += blanks(r.at);
        if (*r.at == '\0')
            break;
        if (*r.at == '[') {
            if (in_moves) {
                fault(&r, "the result is missing");
                break;
            }
            read_tag(&r);
            continue;
        }
        if (!in_moves) {
            in_moves = true;
            begin_moves(&r);
        }
        if (*r.at == '{' || *r.at == ';')
            read_comment(&r);
        else if (*r.at == '(')
            skip_variation(&r);
        else if (*r.at == ')')
            r.at++;
        else {
            char word[32];
            size_t length = word_length(r.at);
            size_t number = strspn(r.at, "0123456789");
            if (number && r.at[number] == '.') /* `1.h2e2` without a blank */
                length = number + strspn(r.at + number, ".");
            if (length == 0)
                length = 1; /* a stray brace */
            snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), r.at);
            r.at += length;
            if (is_result(word)) {
                strcpy(game->result, word);
                *text = r.at;
                return r.faulty ? PGN_FAULT : PGN_GAME;
            }
            word[without_praise(word)] = '\0';
            if (*word && *word != '$' && !is_move_number(word))
                read_move(&r, word);
        }
    }
    *text = r.at;
    if (!in_moves && game->tag_count == 0 && !r.faulty)
        return PGN_END;
    fault(&r, "the text ends before the result");
    return PGN_FAULT;
}

/* ---- writing ---- */

static void write_tag(FILE *out, const char *name, const char *value)
{
    fprintf(out, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            fputc('\\', out);
        fputc(*value == '\n' || *value == '\r' ? ' ' : *value, out);
    }
    fputs("\"]\n", out);
}

/* Writes a word behind a blank, or on a new line when this one is full. */
static void put_word(FILE *out, int *column, const char *word)
{
    int length = (int)strlen(word);
    if (*column > 0 && *column + 1 + length > LINE_WIDTH) {
        fputc('\n', out);
        *column = 0;
    } else if (*column > 0) {
        fputc(' ', out);
        ++*column;
    }
    fputs(word, out);
    *column += length;
}

static void put_comment(FILE *out, int *column, const char *comment)
{
    put_word(out, column, "{");
    --*column; /* the brace clings to the text */
    for (; *comment; comment++, ++*column)
        fputc(*comment == '}' ? ')' : *comment, out);
    fputc('}', out);
    *column += 2;
}

/* What the Format tag calls the notation. */
static const char *const formats[NOTATIONS] = {"ICCS", "WXF", "Chinese"};

static void put_move(FILE *out, int *column, const Position *pos, Move m, Notation notation)
{
    char text[MOVE_TEXT_SIZE], word[MOVE_TEXT_SIZE + 1];
    move_to_text(pos, m, notation, text);
    if (notation == NOTATION_ICCS)
        snprintf(word, sizeof word, "%c%c-%c%c", toupper((unsigned char)text[0]), text[1], toupper((unsigned char)text[2]), text[3]);
    else
        snprintf(word, sizeof word, "%s", text);
    put_word(out, column, word);
}

void pgn_write(const PgnGame *game, Notation notation, FILE *out)
{
    char word[24], fen[FEN_SIZE], start_fen[] = FEN_START;
    for (int i = 0; i < game->tag_count; i++)
        if (strcmp(game->tags[i].name, "FEN") != 0 && strcmp(game->tags[i].name, "Result") != 0 &&
            strcmp(game->tags[i].name, "Format") != 0)
            write_tag(out, game->tags[i].name, game->tags[i].value);
    write_tag(out, "Result", game->result);
    fen_write(&game->start, fen);
    if (strcmp(fen, start_fen) != 0)
        write_tag(out, "FEN", fen);
    write_tag(out, "Format", formats[notation]);
    fputc('\n', out);

    int column = 0;
    Position now = game->start;
    Undo undo;
    bool number_due = true; /* at the start and before Red's moves */
    if (game->comment)
        put_comment(out, &column, game->comment);
    for (int i = 0; i < game->plies; i++) {
        bool black = ((i + game->start.side) & 1) != 0;
        if (!black || number_due) {
            snprintf(word, sizeof word, black ? "%d..." : "%d.", (i + game->start.side) / 2 + 1);
            put_word(out, &column, word);
        }
        put_move(out, &column, &now, game->moves[i].move, notation);
        position_make(&now, game->moves[i].move, &undo);
        number_due = false;
        if (game->moves[i].comment)
            put_comment(out, &column, game->moves[i].comment);
    }
    put_word(out, &column, game->result);
    fputs("\n\n", out);
}
