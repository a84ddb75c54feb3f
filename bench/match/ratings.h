/* SPDX-License-Identifier: GPL-3.0-only */
/* ratings.h - joint ratings of all engines of a tournament.
 *
 * The model is that of Bradley and Terry ("Rank analysis of incomplete block designs", 1952): the
 * expected score of an engine is 1 / (1 + 10^(-d/400)) for a rating difference of d, and a draw is
 * half a win. Each engine is given one more draw, against an engine of average strength; so ratings
 * are finite even if all games were won, and a few games claim little. The errors come from the
 * curvature of the likelihood, times the variance of the results relative to games without draws
 * (quasi-likelihood: McCullagh and Nelder, "Generalized Linear Models", 1989). Draws reduce that
 * variance, and so do pairs of games from one opening. */
#pragma once

#include "bench/match/stats.h"

typedef struct Ratings {
    int engines;
    double *elo;        /* [engines], owned; the average is 0 */
    double *covariance; /* [engines * engines], owned; of the distances from the average */
} Ratings;

/* Returns the results of engine `a` against engine `b`. */
typedef const Tally *TallyBetween(const void *results, int a, int b);

/* Computes the ratings of at least two engines. Returns false, and leaves *r empty, if an allocation
 * fails. ratings_clear() frees them. */
bool ratings_init(Ratings *r, int engines, TallyBetween *between, const void *results) __attribute__((warn_unused_result));
void ratings_clear(Ratings *r);

/* Returns an engine's rating. The error is half the width of the 95 % interval. */
Estimate ratings_elo(const Ratings *r, int engine);

/* Returns the probability that engine `a` is stronger than engine `b` (LOS). */
double ratings_los(const Ratings *r, int a, int b);
