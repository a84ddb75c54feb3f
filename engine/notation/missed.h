/* SPDX-License-Identifier: GPL-3.0-only */
/* missed.h - describes in words what a move missed or allowed.
 *
 * Each statement holds for a line that is shown: a mate is on the board at the end of the line, the
 * pieces were captured on the way, the position occurred before. If no line proves anything, only
 * the standing before and after the move is described. */
#pragma once

#include "engine/base/text.h"
#include "engine/board/score.h"
#include "engine/rules/game.h"

enum { MOVE_LINE = 20 };

typedef struct MoveLine {
    int plies;
    Move moves[MOVE_LINE];
} MoveLine;

/* A move, and the searches before and after it. All is borrowed. */
typedef struct MissedMove {
    Path path; /* position before the move */
    Move played;
    Score before, after;          /* scores of the two positions, each for the side to move */
    const MoveLine *best, *reply; /* best lines from them */
} MissedMove;

/* Adds a phrase about a mistake, without full stop, such as "misses mate in 3" or "loses a rook for a
 * cannon". Adds nothing if there is nothing to describe. The lines must be legal. */
void missed_words(const MissedMove *m, Text *out);
