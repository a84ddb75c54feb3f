/* SPDX-License-Identifier: GPL-3.0-only */
/* weights.h - how often a book plays each of its moves. The weights make games by the book end in
 * as many different positions as possible for what they cost.
 *
 * The weights maximise the entropy of the positions where the book ends, minus the cost of a game
 * in temperatures; each ply by the book may earn a bonus. Where no position is reached in several
 * ways, a game that costs one temperature more is therefore played 1/e as often. A move that leaves
 * more choices later weighs more, and a move that only transposes weighs less. Both sides are
 * assumed to play by the book. The objective is concave in the frequencies of the positions and is
 * climbed by multiplicative steps (mirror descent on entropies: Hazan et al., Provably efficient
 * maximum entropy exploration, 2019, for the aim; Kakade, A natural policy gradient, 2001, for the
 * step). */
#pragma once

#include "bench/book/choose.h"

typedef struct WeighOptions {
    double temperature; /* centipawns; above 0 */
    double ply;         /* value of a ply by the book in centipawns; 0: only its effect on variety counts */
} WeighOptions;

/* Sets the moves' weights, from 0 to 1; the highest in each position is 1. The graph must be
 * settled. Returns false if memory is short. */
bool choices_weigh(const BookGraph *graph, Choices *choices, const WeighOptions *options) __attribute__((warn_unused_result));
