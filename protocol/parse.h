/* SPDX-License-Identifier: GPL-3.0-only */
/* parse.h - parses the commands of a GUI: their words, positions and moves, and the arguments of
 * `go` with the search limits that follow from them.
 *
 * UCCI and UCI differ in what the engine prints. Their input is parsed by one parser for both,
 * because real clients mix the two (UCCI.md). Words are matched as a whole, in any case, with any
 * number of blanks and tabs between them. */
#pragma once

#include "engine/base/text.h"
#include "engine/rules/game.h"
#include "search/search.h"

typedef enum CommandKind {
    CMD_EMPTY, /* blank line or # comment */
    CMD_UNKNOWN,
    CMD_UCCI,
    CMD_UCI,
    CMD_ISREADY,
    CMD_SETOPTION, /* args: everything after the word */
    CMD_NEWGAME,
    CMD_POSITION, /* args: `fen ...` or `startpos ...` */
    CMD_BANMOVES, /* args: the moves */
    CMD_GO,
    CMD_STOP,
    CMD_PONDERHIT, /* args: possibly `draw` */
    CMD_PROBE,     /* args: like those of position */
    CMD_QUIT,
    CMD_SHOW, /* `d` */
    CMD_EVAL,
    CMD_FLIP,
    CMD_BENCH, /* args: parameters of the bench */
    CMD_HELP,
} CommandKind;

typedef struct Command {
    CommandKind kind;
    char *args; /* within the line: everything after the first word, trimmed */
    bool bare;  /* true if the first word belongs to the arguments: `fen ...` without `position` */
} Command;

/* Parses a line. Never fails: an unknown command is CMD_UNKNOWN. Removes blanks at the end of the line;
 * parsing the arguments later modifies the remaining text. */
Command command_read(char *line);

/* Return true if the line is a command of that kind, which must not be CMD_EMPTY. */
bool command_is(const char *line, CommandKind kind);
bool command_is_quit(const char *line);

typedef enum Setup {
    SETUP_NONE, /* neither `fen` nor `startpos`: the command is to be ignored */
    SETUP_BAD,  /* invalid FEN, or an allocation failed: there is no position to play on */
    SETUP_DONE,
} Setup;

/* Sets the game to the position and moves in the arguments of `position` or `probe`. Adds errors to
 * *why. An illegal move is also an error, but the position before that move is kept (UCCI.md, 40 to
 * 42). Modifies `args`. */
Setup setup_game(Game *game, char *args, Text *why);

/* Reads moves separated by blanks and stores the legal ones, each once. Modifies the text. */
void setup_moves(const Position *pos, char *text, MoveList *list);

/* Converts moves with ranks numbered from 1, such as h10g8, to our numbering (h9g7), in place. Leaves
 * other words unchanged. */
void moves_from_rank_1(char *text);

/* ---- go ---- */

enum { UNSET = -1 };

typedef enum GoNumber {
    GO_DEPTH,
    GO_NODES,
    GO_MATE,
    GO_PERFT,
    GO_MOVETIME, /* always in milliseconds */
    GO_TIME,     /* this and the next five refer to the side to move */
    GO_INCREMENT,
    GO_MOVESTOGO,
    GO_OPPTIME,
    GO_OPPINCREMENT,
    GO_OPPMOVESTOGO,
    GO_WTIME, /* this and the next three are in milliseconds */
    GO_BTIME,
    GO_WINC,
    GO_BINC,
    GO_NUMBERS
} GoNumber;

/* The arguments as given, which may be in any order and case. */
typedef struct GoArgs {
    bool ponder, draw, infinite;
    int64_t number[GO_NUMBERS]; /* at least 0; UNSET if missing or not a number */
    char *searchmoves;          /* text of the moves, or NULL */
} GoArgs;

/* Parses the text and modifies it; out->searchmoves points into it. */
void go_read(char *text, GoArgs *out);

/* Returns true for a move in a game: timed by a clock or by UCCI's `time`, without other limits and
 * without restriction of moves. */
bool go_is_for_game(const GoArgs *args);

/* Computes the limits. *infinite becomes true if only `stop` may end the search. Times that may be
 * in seconds are milliseconds if `in_ms`. The caller adds banned moves and engine_temper().
 * Modifies the text of searchmoves. */
void go_limits(const GoArgs *args, bool in_ms, const Position *pos, Limits *limits, bool *infinite);
