/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/board/score.h"

#include <math.h>

static int score_win_per_mille(Score score)
{
    /* `even` is the score in centipawns at which the probability of a win is one half, `slope` the
     * slope of the curve there: maximum likelihood over 73,885 scores of 500 games of nets n3a and n4a
     * at 1 s + 0.01 s (2026-11). */
    static const double even = 220, slope = 144;
    return is_win(score) ? 1000 : is_loss(score) ? 0 : (int)lround(1000 / (1 + exp((even - score) / slope)));
}

Wdl wdl_from_score(Score score)
{
    int win = score_win_per_mille(score), loss = score_win_per_mille(-score);
    return (Wdl){win, 1000 - win - loss, loss};
}

double expected_from_score(Score score)
{
    const Wdl w = wdl_from_score(score);
    return (w.win + w.draw / 2.0) / 1000;
}
