/* SPDX-License-Identifier: GPL-3.0-only */
#include "eval/train/target.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/contract.h"
#include "engine/board/score.h"
#include "eval/nnue/network.h"

enum { LAMBDA_UP_TO = 300, LAMBDA_WON_FROM = 900 }; /* centipawns */

/* Returns the fraction of its value that a win at this distance in plies retains. */
static double target_weight(int plies, const TargetOptions *o)
{
    return o->win_fade > 0 ? o->win_least + (1 - o->win_least) * exp(-plies / o->win_fade) : 1;
}

static double target_result_expected(const Sample *sample, const TargetOptions *o)
{
    return 0.5 + (sample->points / 2.0 - 0.5) * target_weight(sample->twos_left * 2, o);
}

static double target_score_expected(int score, const TargetOptions *o)
{
    if (is_evaluation(score))
        return 1 / (1 + exp(-score / (double)NET_SCALE));
    return 0.5 + (score > 0 ? 0.5 : -0.5) * target_weight(plies_to_win(score), o);
}

float target_of(const Sample *sample, const TargetOptions *o)
{
    assert(o->lambda >= 0 && o->lambda <= 1);
    assert(o->lambda_won >= 0 && o->lambda_won <= 1);
    assert(o->win_fade >= 0);
    assert(sample->points <= 2);
    const double won = fmin(fmax((abs(sample->score) - LAMBDA_UP_TO) / (double)(LAMBDA_WON_FROM - LAMBDA_UP_TO), 0), 1);
    const double lambda = o->lambda + (o->lambda_won - o->lambda) * won;
    return (float)(lambda * target_result_expected(sample, o) + (1 - lambda) * target_score_expected(sample->score, o));
}
