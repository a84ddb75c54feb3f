/* command.h - what a GUI can ask, as one tagged struct.
 *
 * UCCI and UCI differ in what the engine prints; what they ask is read by one parser that knows
 * both, because real clients mix the two (UCCI.md). Words are whole, in any case,
 * with any number of blanks and tabs between them. Nothing here knows positions or states. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum CommandKind {
    CMD_EMPTY, /* blank line or # comment */
    CMD_UNKNOWN,
    CMD_UCCI,
    CMD_UCI,
    CMD_ISREADY,
    CMD_SETOPTION, /* args: what follows the word */
    CMD_NEWGAME,
    CMD_POSITION, /* args: `fen ...` or `startpos ...` */
    CMD_BANMOVES, /* args: the moves */
    CMD_GO,
    CMD_STOP,
    CMD_PONDERHIT, /* args: maybe `draw` */
    CMD_PROBE,     /* args: as for position */
    CMD_QUIT,
    CMD_SHOW, /* `d` */
    CMD_EVAL,
    CMD_FLIP,
    CMD_BENCH, /* args: its parameters */
    CMD_HELP,
} CommandKind;

typedef struct Command {
    CommandKind kind;
    char *args; /* in the line: what follows the first word, trimmed */
} Command;

/* Never fails: what is not understood is CMD_UNKNOWN. Takes away blanks at the line's end; reading the arguments
 * cuts up the rest. */
Command command_read(char *line);

/* The arguments of position and probe. `fen` is NULL for the start position; it may go on with the
 * word `moves`, where fen_read() ends. `moves` points at the moves' text, or is NULL. */
typedef struct PositionArgs {
    const char *fen;
    char *moves;
} PositionArgs;

/* False when neither `fen` nor `startpos` is there: such a command is ignored. */
bool position_args_parse(char *args, PositionArgs *out);

enum { UNSET = -1 };

/* The arguments of go, as given: units and dialects are the session's business. Numbers that were
 * not given, or were no numbers, are UNSET. */
typedef struct GoArgs {
    bool ponder, draw, infinite;
    int64_t depth, nodes, mate, perft;
    int64_t movetime;                   /* always milliseconds */
    int64_t time, increment, movestogo; /* of the side to move */
    int64_t opptime, oppincrement, oppmovestogo;
    int64_t clock[2], gain[2]; /* wtime btime, winc binc: milliseconds */
    char *searchmoves;         /* text of moves, or NULL; the rest of the line */
} GoArgs;

void go_args_parse(char *args, GoArgs *out);
