/* SPDX-License-Identifier: GPL-3.0-only */
/* suite.h - test positions with known solutions (EPD), and the evaluation of an engine's answers.
 *
 * A line is a FEN, whose move counters may be missing, followed by operations that each end with
 * `;`. Supported are bm (best moves), am (moves to avoid), dm (mate in this many moves), id, and
 * moves (moves played before the position to be solved, for repetitions); c0 and all others are
 * ignored. Moves may be in any notation. `#` begins a comment. */
#pragma once

#include <stdatomic.h>

#include "engine/base/why.h"
#include "engine/board/movegen.h"
#include "engine/board/score.h"
#include "engine/rules/game.h"

enum { SUITE_NAME = 80 };

typedef struct Problem {
    char id[SUITE_NAME]; /* "line 7" if the line has none */
    Game game;
    MoveList best, avoid; /* empty: no condition */
    int mate;             /* number of moves; 0: no condition */
} Problem;

typedef struct Suite {
    Problem *problems;
    int count;
    size_t room;
} Suite;

/* Parses the text, which is modified. Returns false with the line number and the reason. Call
 * suite_clear() in either case. */
bool suite_read(Suite *suite, char *text, size_t length, Text *why);
void suite_clear(Suite *suite);

/* What an engine reports at one moment. */
typedef struct Saying {
    Move move;   /* the move it would play; not checked for legality */
    int mate;    /* the side to move mates in this many moves; 0: no mate reported */
    bool proven; /* true if its principal variation ends in that mate */
    int depth;
    uint64_t nodes;
    int64_t at_us;
} Saying;

typedef struct Attempt {
    Saying last;
    bool solved;
    Saying since;    /* report from which on the solution was right; valid if solved */
    char fault[160]; /* what the engine did wrong; empty if nothing */
} Attempt;

/* Returns true if the line is legal and ends in mate after `mate` moves. */
bool suite_line_mates(const Position *pos, const Move *line, int plies, int mate);

/* Records a report; the last one counts. Only a legal move is a solution. */
void suite_note(const Problem *problem, const Saying *saying, Attempt *attempt);
