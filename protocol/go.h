/* SPDX-License-Identifier: GPL-3.0-only */
/* go.h - the arguments of `go`, and the limits of a search that come of them. */
#pragma once

#include "search/search.h"

enum { UNSET = -1 };

typedef enum GoNumber {
    GO_DEPTH,
    GO_NODES,
    GO_MATE,
    GO_PERFT,
    GO_MOVETIME, /* always milliseconds */
    GO_TIME,     /* of the side to move, with the five that follow */
    GO_INCREMENT,
    GO_MOVESTOGO,
    GO_OPPTIME,
    GO_OPPINCREMENT,
    GO_OPPMOVESTOGO,
    GO_WTIME, /* milliseconds, as the next three */
    GO_BTIME,
    GO_WINC,
    GO_BINC,
    GO_NUMBERS
} GoNumber;

/* As given, in any order and any case. */
typedef struct GoArgs {
    bool ponder, draw, infinite;
    int64_t number[GO_NUMBERS]; /* UNSET where none was given, or what was given is no number; else at least 0 */
    char *searchmoves;          /* text of moves, or NULL */
} GoArgs;

/* Cuts up the text, in which searchmoves lies. */
void go_read(char *text, GoArgs *out);

/* Is it a move of a game: timed by a clock or by UCCI's `time`, with no other limit and no choice of moves? */
bool go_is_for_game(const GoArgs *args);

/* `*infinite` becomes true when nothing but `stop` may end the search. Times that may be in seconds are in milliseconds
 * if `in_ms`. Bans and temper are left to the caller. Cuts up the text of searchmoves. */
void go_limits(const GoArgs *args, bool in_ms, const Position *pos, Limits *limits, bool *infinite);
