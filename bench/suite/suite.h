/* SPDX-License-Identifier: GPL-3.0-only */
/* suite.h - test positions with known solutions (EPD), and how an engine's answers are judged.
 *
 * A line is a FEN (its counts may be missing) and operations, each ended by `;`. Known are bm (the best moves), am (moves to be avoided),
 * dm (mate in so many moves), id, and moves: those played from the position before the question is asked, as repetitions
 * need; c0 and all others are read over. Moves are in any notation. `#` begins a remark. */
#pragma once

#include <stdatomic.h>

#include "engine/base/why.h"
#include "engine/board/movegen.h"
#include "engine/board/score.h"
#include "engine/rules/game.h"

enum { SUITE_NAME = 80 };

typedef struct Problem {
    char id[SUITE_NAME]; /* "line 7" where it has none */
    Game game;
    MoveList best, avoid; /* empty: no such demand */
    int mate;             /* moves; 0: no such demand */
} Problem;

typedef struct Suite {
    Problem *problems;
    int count;
    size_t room;
} Suite;

/* Reads the text, and changes it. False with the line and the reason. To be cleared either way. */
bool suite_read(Suite *suite, char *text, size_t length, Text *why);
void suite_clear(Suite *suite);

/* What an engine says at a moment. */
typedef struct Saying {
    Move move;   /* it would play, of whose legality nothing is known */
    int mate;    /* in so many moves for the side to move; 0: it tells none */
    bool proven; /* its line ends in that mate */
    int depth;
    uint64_t nodes;
    int64_t at_us;
} Saying;

typedef struct Attempt {
    Saying last;
    bool solved;
    Saying since;    /* when it came to the solution for good */
    char fault[160]; /* what the engine did wrong; empty: nothing */
} Attempt;

/* Does the line end in mate, and in so many moves? */
bool suite_line_mates(const Position *pos, const Move *line, int plies, int mate);

/* Takes what the engine says into account; what it says last counts. Only a legal move is a solution. */
void suite_note(const Problem *problem, const Saying *saying, Attempt *attempt);
