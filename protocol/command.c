#include "protocol/command.h"

#include "engine/base/words.h"

static const struct {
    const char *word;
    CommandKind kind;
    bool word_is_argument; /* the word itself begins the arguments */
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
    {"fen", CMD_POSITION, true}, /* UCI-Cyclone leaves `position` out (UCCI.md, 37) */
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
    char *start = text_trim(line);
    Command command = {CMD_UNKNOWN, start};
    if (*start == '\0' || *start == '#') {
        command.kind = CMD_EMPTY;
        return command;
    }

    size_t length = strcspn(start, BLANKS);
    char *rest = start + length;
    char kept = *rest;
    *rest = '\0';
    for (int i = 0; i < COMMAND_WORDS; i++) {
        if (!word_is(start, command_words[i].word))
            continue;
        command.kind = command_words[i].kind;
        if (!command_words[i].word_is_argument)
            command.args = kept ? rest + 1 + strspn(rest + 1, BLANKS) : rest;
        break;
    }
    *rest = kept;
    return command;
}

bool position_args_parse(char *args, PositionArgs *out)
{
    char *rest = args, *word = word_next(&rest);
    *out = (PositionArgs){0};
    if (!word)
        return false;
    if (word_is(word, "fen"))
        out->fen = rest;
    else if (!word_is(word, "startpos"))
        return false;

    char *mark = word_find(rest, "moves"); /* the FEN before it is not cut up */
    if (mark) {
        *mark = '\0';
        out->moves = mark + strlen("moves");
    }
    return true;
}

static bool is_square(const char *text)
{
    return tolower((unsigned char)text[0]) >= 'a' && tolower((unsigned char)text[0]) <= 'i' && isdigit((unsigned char)text[1]);
}

static bool looks_like_move(const char *text) { return is_square(text) && is_square(text + 2 + (text[2] == '-')); }

/* A whole number; a fraction is left out. */
static bool read_number(char *word, int64_t *value)
{
    word[strcspn(word, ".")] = '\0';
    return word_number(word, value);
}

void go_args_parse(char *args, GoArgs *out)
{
    *out = (GoArgs){.depth = UNSET,
                    .nodes = UNSET,
                    .mate = UNSET,
                    .perft = UNSET,
                    .movetime = UNSET,
                    .time = UNSET,
                    .increment = UNSET,
                    .movestogo = UNSET,
                    .opptime = UNSET,
                    .oppincrement = UNSET,
                    .oppmovestogo = UNSET,
                    .clock = {UNSET, UNSET},
                    .gain = {UNSET, UNSET}};
    const struct {
        const char *word;
        int64_t *number;
    } numbers[] = {
        {"depth", &out->depth},
        {"nodes", &out->nodes},
        {"mate", &out->mate},
        {"perft", &out->perft},
        {"movetime", &out->movetime},
        {"time", &out->time},
        {"increment", &out->increment},
        {"movestogo", &out->movestogo},
        {"opptime", &out->opptime},
        {"oppincrement", &out->oppincrement},
        {"oppmovestogo", &out->oppmovestogo},
        {"wtime", &out->clock[0]},
        {"btime", &out->clock[1]},
        {"winc", &out->gain[0]},
        {"binc", &out->gain[1]},
    };
    enum { NUMBERS = sizeof numbers / sizeof *numbers };

    char *rest = args, *word;
    int64_t *waiting = NULL; /* the number whose value the next word should be */
    while ((word = word_next(&rest))) {
        int64_t value;
        if (waiting && read_number(word, &value)) {
            *waiting = value < 0 ? 0 : value;
            waiting = NULL;
            continue;
        }
        waiting = NULL; /* a keyword without its number is left out (UCCI.md, 108) */
        for (int i = 0; i < NUMBERS && !waiting; i++)
            if (word_is(word, numbers[i].word))
                waiting = numbers[i].number;
        if (word_is(word, "ponder"))
            out->ponder = true;
        else if (word_is(word, "draw"))
            out->draw = true;
        else if (word_is(word, "infinite"))
            out->infinite = true;
        else if (word_is(word, "searchmoves")) {
            char *start = rest;
            while (looks_like_move(rest + strspn(rest, BLANKS))) {
                rest += strspn(rest, BLANKS);
                rest += strcspn(rest, BLANKS);
            }
            if (rest == start)
                continue;
            out->searchmoves = start;
            if (*rest)
                *rest++ = '\0';
        }
    }
}
