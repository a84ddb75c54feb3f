/* SPDX-License-Identifier: GPL-3.0-only */
/* weight.h - scales the static evaluation by the number of pieces on the board.
 *
 * This applies only within the tree, where the side that is ahead then keeps pieces, and margins
 * fit both opening and endgame (Stockfish and Pikafish scale by material). Reported scores are
 * divided by the weight of the root, so that a centipawn is about what the net learned. The leaf
 * that a score comes from may have fewer pieces; the score is then too small by two per cent for
 * each. */
#pragma once

#include <stdlib.h>

#include "search/endings.h"
#include "search/params.h"
#include "search/worker.h"

static inline Score eval_limited(Score s) { return s < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : s > SCORE_EVAL_MAX ? SCORE_EVAL_MAX : s; }

static inline Score eval_weighed(Score s, int men) { return s + s * eval_men * (men - 24) / 1024; }

/* Removes the weight for `men` pieces from a score of the tree. Scores that are not evaluations
 * have no weight. */
static inline Score score_unweighed(Score s, int men)
{
    return abs(s) > SCORE_EVAL_MAX ? s : eval_limited(s * 1024 / (1024 + eval_men * (men - 24)));
}

/* Returns the score to report for a root move with the given score. */
static inline Score score_told(const Worker *w, Score score)
{
    return score_unweighed(endings_told(w->shared, score), w->frames[FRAMES_BEFORE].men);
}
