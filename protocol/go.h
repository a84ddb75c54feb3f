/* SPDX-License-Identifier: GPL-3.0-only */
/* go.h - the arguments of `go`, and the search limits that follow from them. */
#pragma once

#include "search/search.h"

enum { UNSET = -1 };

typedef enum GoNumber {
    GO_DEPTH,
    GO_NODES,
    GO_MATE,
    GO_PERFT,
    GO_MOVETIME, /* always milliseconds */
    GO_TIME,     /* this and the next five are from the point of view of the side to move */
    GO_INCREMENT,
    GO_MOVESTOGO,
    GO_OPPTIME,
    GO_OPPINCREMENT,
    GO_OPPMOVESTOGO,
    GO_WTIME, /* this and the next three are milliseconds */
    GO_BTIME,
    GO_WINC,
    GO_BINC,
    GO_NUMBERS
} GoNumber;

/* The arguments as given, in any order and case. */
typedef struct GoArgs {
    bool ponder, draw, infinite;
    int64_t number[GO_NUMBERS]; /* at least 0; UNSET if missing or not a number */
    char *searchmoves;          /* text of the moves, or NULL */
} GoArgs;

/* Parses the text and modifies it; out->searchmoves points into it. */
void go_read(char *text, GoArgs *out);

/* Returns true for a move in a game: timed by a clock or by UCCI's `time`, with no other limit and
 * no restriction of moves. */
bool go_is_for_game(const GoArgs *args);

/* Computes the limits. *infinite becomes true if only `stop` may end the search. Times that may be
 * in seconds are milliseconds if `in_ms`. The caller adds banned moves and engine_temper().
 * Modifies the text of searchmoves. */
void go_limits(const GoArgs *args, bool in_ms, const Position *pos, Limits *limits, bool *infinite);
