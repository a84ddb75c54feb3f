/* SPDX-License-Identifier: GPL-3.0-only */
/* target.h - what a net is to learn of a position: something between how its game ended and what its search said.
 *
 * Both are expected results, 0 to 1. A win may count for less the farther it is: then what leads to it is worth something, and the
 * search, which prefers the larger of two won evaluations, gets there. Where wins count alike a net tells that an ending is won, but
 * not how (NETS.md, n15). */
#pragma once

#include "eval/train/dataset.h"

typedef struct TargetOptions {
    double lambda;     /* weight of the game's result against the search's score while that is near zero */
    double lambda_won; /* the same where it is far from zero: a search of few nodes sees little of what is won */
    double win_fade;   /* plies after which a win has lost 63 per cent of what it can lose; 0: none loses anything */
    double win_least;  /* what is left of a win, however far, 0 to 1 */
} TargetOptions;

/* The expected result for the side to move, 0 to 1. */
float target_of(const Sample *sample, const TargetOptions *options);
