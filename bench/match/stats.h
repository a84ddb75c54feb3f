/* SPDX-License-Identifier: GPL-3.0-only */
/* stats.h - strength estimates from match results: pure functions of counts.
 *
 * Scores are from the first engine's point of view. Elo is the logistic scale, score = 1 / (1 +
 * 10^(-elo/400)). If openings are played from both sides, the two games of a pair are not
 * independent. The five outcomes of a pair (0, 1/2, 1, 3/2, 2 points) are, and are used whenever
 * there are pairs (pentanomial model). Normalised Elo is the score's distance from 1/2 in units of
 * the standard deviation of one game, times 800/ln 10 (M. Van den Bergh, "Normalized Elo", 2020).
 * The sequential test is the generalised likelihood ratio over the observed outcome frequencies,
 * with the maximum likelihood under each hypothesis computed exactly (M. Van den Bergh, "The
 * generalized sequential probability ratio test for a multinomial distribution" and "Comments on
 * normalized Elo", 2020). */
#pragma once

#include <stdbool.h>

enum { PAIR_OUTCOMES = 5 };

#define ELO_SCALE 173.71779276130072 /* 400 / ln 10 */
#define Z95       1.959963984540054  /* 97.5 % quantile of the normal distribution */

/* Games that are assumed besides those played, so that a few games claim little: draws of an engine
 * against its equal, and games without draws for the variance of results. */
#define PRIOR_GAMES  1.0
#define SPREAD_GAMES 4.0

typedef struct Tally {
    long wins, draws, losses;  /* numbers for all games */
    long pairs[PAIR_OUTCOMES]; /* complete pairs by points: 0, 1/2, 1, 3/2, 2 */
} Tally;

typedef struct Estimate {
    double value, error; /* the 95 % interval is value +- error; both infinite if all games were won or lost */
} Estimate;

static inline long tally_games(const Tally *t) { return t->wins + t->draws + t->losses; }
static inline long tally_pairs(const Tally *t) { return t->pairs[0] + t->pairs[1] + t->pairs[2] + t->pairs[3] + t->pairs[4]; }

/* Returns the tally from the other engine's point of view. */
Tally tally_reverse(const Tally *t);

/* Adds `b` to `a`. */
void tally_add(Tally *a, const Tally *b);

/* The variance of results around an expected score, as they are and as games without draws have it.
 * A pair counts as one result. */
typedef struct Spread {
    double seen, full;
} Spread;

/* Adds the variance of a tally's results. `expected` is the expected score of a game, 0 to 1. */
void spread_add(Spread *s, const Tally *t, double expected);

/* Returns points per game; 0.5 without games. */
double stats_score(const Tally *t);

/* Returns the Elo difference. The error is half the width of the interval between the scores 1.96
 * standard errors below and above. */
Estimate stats_elo(const Tally *t);
Estimate stats_normalised_elo(const Tally *t);

/* Returns the probability that the first engine is the stronger one (LOS), given the result and the
 * prior games; 0.5 without games. */
double stats_los(const Tally *t);

/* Returns the share of drawn games, 0 to 1. */
double stats_draw_ratio(const Tally *t);

typedef enum SprtModel { SPRT_LOGISTIC, SPRT_NORMALISED } SprtModel;
extern const char *const sprt_models[]; /* terminated by NULL */

typedef struct Sprt { /* H0: elo = elo0; H1: elo = elo1 > elo0; in the Elo of the model */
    bool on;
    double elo0, elo1;
    double alpha, beta; /* probabilities of accepting H1 under H0, and H0 under H1 */
    SprtModel model;
} Sprt;

/* What a test counts. */
typedef enum SprtUnit { SPRT_GAMES, SPRT_PAIRS } SprtUnit;

/* Returns the unit for a tally: pairs if there are any. */
static inline SprtUnit tally_unit(const Tally *t) { return tally_pairs(t) > 0 ? SPRT_PAIRS : SPRT_GAMES; }

typedef enum Verdict { SPRT_OPEN, SPRT_H0, SPRT_H1 } Verdict;

/* Returns the log likelihood ratio of H1 against H0, for hypotheses that sprt_is_within(); 0 before the first result. */
double sprt_llr(const Sprt *s, const Tally *t, SprtUnit unit);
double sprt_lower(const Sprt *s);  /* H0 is accepted at or below this */
double sprt_upper(const Sprt *s);  /* H1 is accepted at or above this */
bool sprt_is_sound(const Sprt *s); /* true if all parameters are valid */

/* Returns true if the hypotheses can be tested. Beyond 232 normalised Elo the search for the
 * nearest distribution has no starting point. sprt_is_sound() includes this check. */
bool sprt_is_within(const Sprt *s);
Verdict sprt_verdict(const Sprt *s, double llr);
