/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/parse.h"

#include <stdio.h>

#include "engine/base/contract.h"
#include "engine/base/words.h"
#include "engine/board/legal.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"

static const struct {
    const char *word;
    CommandKind kind;
    bool word_is_argument; /* true if the word itself is the beginning of the arguments */
} command_words[] = {
    {"ucci", CMD_UCCI, false},
    {"uci", CMD_UCI, false},
    {"isready", CMD_ISREADY, false},
    {"setoption", CMD_SETOPTION, false},
    {"debug", CMD_SETOPTION, true}, /* UCI's `debug on` is an option in UCCI */
    {"newgame", CMD_NEWGAME, false},
    {"ucinewgame", CMD_NEWGAME, false},
    {"uccinewgame", CMD_NEWGAME, false},
    {"loadbook", CMD_NEWGAME, false},
    {"position", CMD_POSITION, false},
    {"fen", CMD_POSITION, true}, /* UCI-Cyclone omits `position` (UCCI.md, 37) */
    {"startpos", CMD_POSITION, true},
    {"banmoves", CMD_BANMOVES, false},
    {"go", CMD_GO, false},
    {"stop", CMD_STOP, false},
    {"ponderhit", CMD_PONDERHIT, false},
    {"probe", CMD_PROBE, false},
    {"quit", CMD_QUIT, false},
    {"exit", CMD_QUIT, false},
    {"d", CMD_SHOW, false},
    {"eval", CMD_EVAL, false},
    {"flip", CMD_FLIP, false},
    {"bench", CMD_BENCH, false},
    {"help", CMD_HELP, false},
};

enum { COMMAND_WORDS = sizeof command_words / sizeof *command_words };

Command command_read(char *line)
{
    char *start = text_trim(line), *rest = start + strcspn(start, BLANKS);
    size_t length = (size_t)(rest - start);
    if (*start == '\0' || *start == '#')
        return (Command){CMD_EMPTY, start, false};
    for (int i = 0; i < COMMAND_WORDS; i++)
        if (strlen(command_words[i].word) == length && word_begins(start, command_words[i].word, length))
            return command_words[i].word_is_argument ? (Command){command_words[i].kind, start, true}
                                                     : (Command){command_words[i].kind, rest + strspn(rest, BLANKS), false};
    return (Command){CMD_UNKNOWN, start, false};
}

bool command_is(const char *line, CommandKind kind)
{
    char word[12] = "";
    return sscanf(line, "%11s", word) == 1 && command_read(word).kind == kind;
}

bool command_is_quit(const char *line) { return command_is(line, CMD_QUIT); }

Setup setup_game(Game *game, char *args, Text *why)
{
    char *rest = args, *word = word_next(&rest);
    bool fen = word && word_is(word, "fen");
    if (!fen && !(word && word_is(word, "startpos")))
        return SETUP_NONE;
    char *moves = word_find(rest, "moves"); /* the FEN before `moves` must not be split */
    if (moves) {
        *moves = '\0';
        moves += strlen("moves");
    }
    Position start;
    position_start(&start);
    text_add(why, "bad position: ");
    if (fen && !fen_read(rest, &start, why))
        return SETUP_BAD;
    text_cut(why, 0);
    game_reset(game, &start);
    for (int number = 1; moves && (word = word_next(&moves)); number++) {
        Move m;
        bool is_move = move_from_iccs(word, &m);
        if (!is_move || !is_legal(&game->now, m)) {
            text_addf(why, "move %d of the list, %.20s, is %s; stopped before it", number, word, is_move ? "illegal" : "not a move");
            break;
        }
        if (!game_play(game, m)) { /* if the move cannot be played, fails: a reply for another position would look like a valid answer */
            text_addf(why, "no memory for move %d of the list: no position", number);
            return SETUP_BAD;
        }
    }
    return SETUP_DONE;
}

void setup_moves(const Position *pos, char *text, MoveList *list)
{
    list->count = 0;
    for (char *word; (word = word_next(&text));) {
        Move m;
        if (move_from_iccs(word, &m) && is_legal(pos, m) && !move_list_has(list, m))
            list->moves[list->count++] = m; /* there is room, because each legal move is added only once */
    }
}

/* Reads a square with ranks numbered from 1 to 10. Returns the text after it, or NULL if the text does
 * not begin with a square. */
static const char *parse_square_from_rank_1(const char *text, char *out)
{
    char *end;
    long rank = text[0] && ascii_is_digit(text[1]) ? strtol(text + 1, &end, 10) : 0;
    if (!strchr("abcdefghiABCDEFGHI", text[0]) || rank < 1 || rank > 10)
        return NULL;
    out[0] = text[0];
    out[1] = (char)('0' + rank - 1);
    return end;
}

void moves_from_rank_1(char *text)
{
    for (text += strspn(text, BLANKS); *text; text += strspn(text, BLANKS)) {
        char move[4];
        size_t length = strcspn(text, BLANKS);
        const char *to = parse_square_from_rank_1(text, move), *end = to ? parse_square_from_rank_1(to, move + 2) : NULL;
        if (end == text + length) {
            memset(text, ' ', length);
            memcpy(text, move, sizeof move);
        }
        text += length;
    }
}

/* ---- go ---- */

enum { LONGEST_MS = 1 << 30 };

static const char *const number_words[GO_NUMBERS] = {
    [GO_DEPTH] = "depth",
    [GO_NODES] = "nodes",
    [GO_MATE] = "mate",
    [GO_PERFT] = "perft",
    [GO_MOVETIME] = "movetime",
    [GO_TIME] = "time",
    [GO_INCREMENT] = "increment",
    [GO_MOVESTOGO] = "movestogo",
    [GO_OPPTIME] = "opptime",
    [GO_OPPINCREMENT] = "oppincrement",
    [GO_OPPMOVESTOGO] = "oppmovestogo",
    [GO_WTIME] = "wtime",
    [GO_BTIME] = "btime",
    [GO_WINC] = "winc",
    [GO_BINC] = "binc",
};

static bool parse_is_keyword(const char *text, size_t length)
{
    static const char *const others[] = {"searchmoves", "ponder", "draw", "infinite"};
    const int other_count = sizeof others / sizeof *others;
    for (int i = 0; i < GO_NUMBERS + other_count; i++) {
        const char *word = i < GO_NUMBERS ? number_words[i] : others[i - GO_NUMBERS];
        if (strlen(word) == length && word_begins(text, word, length))
            return true;
    }
    return false;
}

/* Returns the words at the beginning of *rest, up to a keyword, and moves *rest past them. Returns
 * NULL if there are none. Words that are not moves are included, because one unreadable move must
 * not lift the restriction to the others. */
static char *parse_take_moves(char **rest)
{
    char *moves = *rest, *end = moves;
    for (;;) {
        char *word = end + strspn(end, BLANKS);
        const size_t length = strcspn(word, BLANKS);
        if (length == 0 || parse_is_keyword(word, length))
            break;
        end = word + length;
    }
    if (end == moves)
        return NULL;
    *rest = *end ? end + 1 : end;
    *end = '\0';
    return moves;
}

/* Reads an integer; a fraction is dropped. */
static bool parse_read_number(char *word, int64_t *value)
{
    word[strcspn(word, ".")] = '\0';
    return word_number(word, value);
}

void go_read(char *text, GoArgs *out)
{
    *out = (GoArgs){0};
    for (int i = 0; i < GO_NUMBERS; i++)
        out->number[i] = UNSET;
    int64_t *waiting = NULL; /* parameter that the next word should set */
    for (char *word; (word = word_next(&text));) {
        int64_t value;
        if (waiting && parse_read_number(word, &value)) {
            *waiting = value >= 0 ? value : waiting == &out->number[GO_DEPTH]; /* depth 0 requests only the evaluation */
            waiting = NULL;
            continue;
        }
        waiting = NULL; /* a keyword that is not followed by a number is ignored (UCCI.md, 108) */
        for (int i = 0; i < GO_NUMBERS && !waiting; i++)
            if (word_is(word, number_words[i]))
                waiting = &out->number[i];
        if (word_is(word, "searchmoves")) {
            char *moves = parse_take_moves(&text);
            out->searchmoves = moves ? moves : out->searchmoves;
        }
        out->ponder |= word_is(word, "ponder");
        out->draw |= word_is(word, "draw");
        out->infinite |= word_is(word, "infinite");
    }
}

/* Converts a time to milliseconds, and UNSET to 0. The result is limited so that later calculations
 * cannot overflow. */
static int64_t parse_milliseconds(int64_t value, int64_t unit)
{
    if (value <= 0)
        return 0;
    return value > LONGEST_MS / unit ? LONGEST_MS : value * unit;
}

static int64_t parse_at_least_1(int64_t value) { return value > 1 ? value : 1; }

/* Reads the clock of the side to move. Returns false unless a game clock is given: `time` together with
 * any other word about time, or UCI's wtime and btime. `time` alone is the budget of this one move
 * (UCCI.md, 49 to 52). If the opponent's increment is missing, ours is used; if our time or increment
 * is missing, the opponent's is used. */
static bool parse_read_clock(const int64_t *number, int64_t unit, Side side, GameClock *clock)
{
    int time = GO_TIME, gain = GO_INCREMENT, opp_time = GO_OPPTIME, opp_gain = GO_OPPINCREMENT;
    bool more = false;
    for (int i = GO_INCREMENT; i <= GO_OPPMOVESTOGO; i++)
        more |= number[i] != UNSET;
    if (number[GO_TIME] == UNSET && (number[GO_OPPTIME] == UNSET || number[GO_WTIME + (int)side] != UNSET)) {
        time = GO_WTIME + (int)side, opp_time = GO_WTIME + (int)opponent(side);
        gain = GO_WINC + (int)side, opp_gain = GO_WINC + (int)opponent(side);
        unit = 1;
    }
    if (number[time] == UNSET)
        time = opp_time, gain = number[gain] == UNSET ? opp_gain : gain;
    if (number[time] == UNSET || (time == GO_TIME && !more))
        return false;
    clock->time_ms = parse_at_least_1(parse_milliseconds(number[time], unit));
    clock->increment_ms = parse_milliseconds(number[gain], unit);
    clock->opp_time_ms = parse_milliseconds(number[opp_time], unit);
    clock->opp_increment_ms = parse_milliseconds(number[number[opp_gain] == UNSET ? gain : opp_gain], unit);
    if (number[GO_MOVESTOGO] > 0)
        clock->moves_to_go = number[GO_MOVESTOGO] < 1000 ? (int)number[GO_MOVESTOGO] : 1000;
    return true;
}

bool go_is_for_game(const GoArgs *args)
{
    const int64_t *number = args->number;
    for (int i = GO_DEPTH; i <= GO_MOVETIME; i++)
        if (number[i] != UNSET)
            return false;
    return (number[GO_TIME] != UNSET || number[GO_OPPTIME] != UNSET || number[GO_WTIME] != UNSET || number[GO_BTIME] != UNSET) &&
           !args->infinite && !args->ponder && !args->searchmoves;
}

void go_limits(const GoArgs *args, bool in_ms, const Position *pos, Limits *limits, bool *infinite)
{
    assert(args->number[GO_DEPTH] >= UNSET);
    const int64_t *number = args->number, unit = in_ms ? 1 : 1000;
    *limits = (Limits){.ponder = args->ponder};

    if (number[GO_DEPTH] != UNSET)
        limits->depth = number[GO_DEPTH] < MAX_DEPTH ? (int)parse_at_least_1(number[GO_DEPTH]) : MAX_DEPTH;
    if (number[GO_NODES] != UNSET)
        limits->nodes = (uint64_t)parse_at_least_1(number[GO_NODES]);
    if (number[GO_MATE] != UNSET)
        limits->mate = number[GO_MATE] < MAX_PLY ? (int)parse_at_least_1(number[GO_MATE]) : MAX_PLY;
    if (number[GO_MOVETIME] != UNSET)
        limits->movetime_ms = parse_at_least_1(parse_milliseconds(number[GO_MOVETIME], 1));
    bool has_clock = parse_read_clock(number, unit, side_to_move(pos), &limits->clock);
    if (number[GO_TIME] != UNSET && !has_clock) {
        int64_t budget = parse_at_least_1(parse_milliseconds(number[GO_TIME], unit));
        if (limits->movetime_ms == 0 || budget < limits->movetime_ms)
            limits->movetime_ms = budget;
    }

    bool limited = limits->depth || limits->nodes || limits->mate || limits->movetime_ms || has_clock;
    *infinite = args->infinite || !limited;
    if (args->infinite) /* all other limits are then ignored */
        *limits = (Limits){.ponder = args->ponder};
    if (args->searchmoves)
        setup_moves(pos, args->searchmoves, &limits->roots.only);
}
