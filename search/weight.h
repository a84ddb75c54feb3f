/* SPDX-License-Identifier: GPL-3.0-only */
/* weight.h - evaluations count the more the more men are left.
 *
 * That is so in the tree alone: who is ahead keeps men on the board, and margins fit both opening and ending (Stockfish and Pikafish
 * weigh by material). What is told has a weight taken off again, the root's, so that a centipawn is about what the net learned it to
 * be; the leaf that the score is of may have some men less, and then it is told two per cent too small for each. */
#pragma once

#include <stdlib.h>

#include "search/endings.h"
#include "search/params.h"
#include "search/worker.h"

static inline Score eval_limited(Score s) { return s < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : s > SCORE_EVAL_MAX ? SCORE_EVAL_MAX : s; }

static inline Score eval_weighed(Score s, int men) { return s + s * eval_men * (men - 24) / 1024; }

/* A score of the tree with the weight of so many men taken off. Those that are no evaluations have none. */
static inline Score score_unweighed(Score s, int men)
{
    return abs(s) > SCORE_EVAL_MAX ? s : eval_limited(s * 1024 / (1024 + eval_men * (men - 24)));
}

/* What is told of a root move with that score. */
static inline Score score_told(const Worker *w, Score score)
{
    return score_unweighed(endings_told(w->shared, score), w->frames[FRAMES_BEFORE].men);
}
