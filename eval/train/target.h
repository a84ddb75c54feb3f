/* SPDX-License-Identifier: GPL-3.0-only */
/* target.h - the training target of a position: a mean of the game's result and the search's score.
 *
 * Both are expected results from 0 to 1. A win may count for less the farther away it is. Moves
 * that approach it are then worth something, and the search, which prefers the larger of two
 * winning evaluations, makes progress. If all wins count alike, a net knows that an endgame is won,
 * but not how to win it. Results, mates and other wins seen by a search fade. Evaluations do not,
 * because their distance from a win is unknown. Fading therefore needs a large lambda_won;
 * otherwise a mate that was found would be worth less than one that was not. */
#pragma once

#include "eval/train/dataset.h"

typedef struct TargetOptions {
    double lambda;     /* weight of the game's result, 0 to 1, for scores up to 300 centipawns; the remaining weight is the score's */
    double lambda_won; /* the same for scores of 900 centipawns and more, of either side; interpolated in between */
    double win_fade;   /* time constant in plies of the exponential fading from 1 to win_least; 0: no fading */
    double win_least;  /* value of an infinitely distant win, from 0 (a draw) to 1 */
} TargetOptions;

/* Returns options in which the result has the same weight for all scores and wins do not fade. */
static inline TargetOptions target_plain(double lambda)
{
    return (TargetOptions){.lambda = lambda, .lambda_won = lambda, .win_fade = 0, .win_least = 1};
}

/* Returns the expected result for the side to move, 0 to 1. */
float target_of(const Sample *sample, const TargetOptions *options);
