/* SPDX-License-Identifier: GPL-3.0-only */
/* target.h - what a net is to learn of a position: something between how its game ended and what its search said.
 *
 * Both are expected results, 0 to 1. A win may count for less the farther it is: then what leads to it is worth something, and the
 * search, which prefers the larger of two won evaluations, gets there. Where wins count alike a net tells that an ending is won, but
 * not how. Results, mates and other wins that a search has seen fade, evaluations do not, as nobody knows how far they are from a win: so
 * fading wants a large lambda_won, or a mate that is seen would be worth less than one that is not. */
#pragma once

#include "eval/train/dataset.h"

typedef struct TargetOptions {
    double lambda;     /* weight of the game's result against the search's score, 0 to 1, while that is within 300 centipawns */
    double lambda_won; /* the same from 900 centipawns up, for either side, and between them in between */
    double win_fade;   /* plies over which a win fades, exponentially, from 1 to win_least; 0: it does not */
    double win_least;  /* what is left of a win however far, from 0, no more than a draw, to 1 */
} TargetOptions;

/* Results weigh the same whatever the score, and wins do not fade. */
static inline TargetOptions target_plain(double lambda)
{
    return (TargetOptions){.lambda = lambda, .lambda_won = lambda, .win_fade = 0, .win_least = 1};
}

/* The expected result for the side to move, 0 to 1. */
float target_of(const Sample *sample, const TargetOptions *options);
