/* SPDX-License-Identifier: GPL-3.0-only */
/* weights.h - how often a book plays each of its moves: so that games by the book end in as many different positions as can be had
 * for what they cost.
 *
 * Of all ways to weigh, the one is taken for which the entropy of the positions where the book ends, less what a game costs in
 * temperatures, is greatest; each ply by the book may count for something, and costs so much less. So, where nothing comes up by
 * several ways, a game that costs a temperature more is played 1/e as often: a move with more to choose from behind it weighs
 * more, and one by which the same comes up in another order weighs less. Both sides are taken to play by the book. The function is
 * concave in how often positions come up, and is climbed by multiplicative steps (mirror descent on entropies: Hazan et al.,
 * Provably efficient maximum entropy exploration, 2019, for the aim; Kakade, A natural policy gradient, 2001, for the step). */
#pragma once

#include "bench/book/choose.h"

typedef struct WeighOptions {
    double temperature; /* centipawns, above 0 */
    double ply;         /* centipawns that a ply by the book is worth; 0: nothing but what it adds to variety */
} WeighOptions;

/* Sets the moves' weights, from 0 to 1, the highest of each position 1. The graph is settled. False if memory is short. */
bool choices_weigh(const BookGraph *graph, Choices *choices, const WeighOptions *options) __attribute__((warn_unused_result));
