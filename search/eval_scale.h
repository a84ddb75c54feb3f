/* SPDX-License-Identifier: GPL-3.0-only */
/* eval_scale.h - scales the static evaluation by the number of pieces on the board.
 *
 * This applies only within the tree, where the side that is ahead then keeps pieces, and margins
 * fit both opening and endgame (Stockfish and Pikafish scale by material). Reported scores are
 * divided by the weight of the root, so that a centipawn is about what the net learned. The leaf
 * that a score comes from may have fewer pieces; the score is then too small by two per cent for
 * each. */
#pragma once

#include <stdlib.h>

#include "engine/base/contract.h"
#include "search/endings.h"
#include "search/params.h"
#include "search/worker.h"

static inline Score eval_limited(Score s) { return s < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : s > SCORE_EVAL_MAX ? SCORE_EVAL_MAX : s; }

static inline Score eval_scaled(Score s, int piece_count)
{
    assert(in_range(piece_count, 2, 32));
    return s + s * eval_pieces * (piece_count - 24) / 1024;
}

/* Removes the weight for `piece_count` pieces from a score of the tree. Scores that are not evaluations
 * have no weight. */
static inline Score score_unscaled(Score s, int piece_count)
{
    assert(in_range(piece_count, 2, 32));
    return abs(s) > SCORE_EVAL_MAX ? s : eval_limited(s * 1024 / (1024 + eval_pieces * (piece_count - 24)));
}

/* Returns the score to report for a root move with the given score. */
static inline Score score_reported(const Worker *w, Score score)
{
    return score_unscaled(endings_reported_score(w->shared, score), w->stack[STACK_BEFORE_ROOT].piece_count);
}
