/* SPDX-License-Identifier: GPL-3.0-only */
#include "eval/train/target.h"

#include <math.h>
#include <stdlib.h>

#include "engine/board/score.h"
#include "eval/nnue/network.h"

/* Centipawns: from the first to the second lambda turns into lambda_won. */
enum { SCORE_EVEN = 300, SCORE_WON = 900 };

/* How much of a win so many plies away counts. */
static double worth(int plies, const TargetOptions *o)
{
    return o->win_fade > 0 ? o->win_least + (1 - o->win_least) * exp(-plies / o->win_fade) : 1;
}

static double result_expected(const Sample *sample, const TargetOptions *o)
{
    return 0.5 + (sample->points / 2.0 - 0.5) * worth(sample->twos_left * 2, o);
}

static double score_expected(int score, const TargetOptions *o)
{
    if (is_evaluation(score))
        return 1 / (1 + exp(-score / (double)NET_SCALE));
    const int plies = is_mate(score) ? SCORE_MATE - abs(score) : END_NOT_SEEN;
    return 0.5 + (score > 0 ? 0.5 : -0.5) * worth(plies, o);
}

float target_of(const Sample *sample, const TargetOptions *o)
{
    const double part = fmin(fmax((abs(sample->score) - SCORE_EVEN) / (double)(SCORE_WON - SCORE_EVEN), 0), 1);
    const double lambda = o->lambda + (o->lambda_won - o->lambda) * part;
    return (float)(lambda * result_expected(sample, o) + (1 - lambda) * score_expected(sample->score, o));
}
