/* SPDX-License-Identifier: GPL-3.0-only */
/* skill.h - deliberately weaker play.
 *
 * Strength is reduced in two ways that feel natural to an opponent: by fewer nodes, so that the
 * engine overlooks deeper tactics, and by noise on the scores of root moves, so that it does not
 * always find the best of several good moves. */
#pragma once

#include "search/search.h"

typedef struct Strength { /* all zero: full strength */
    uint64_t nodes;       /* maximum number of nodes per move */
    int noise;            /* standard deviation of the error of each root move, in centipawns */
} Strength;

static inline bool strength_is_full(const Strength *s) { return !s->nodes && !s->noise; }

/* Returns the strength by the handicap's level, or else by its Elo, with at least its randomness. */
Strength strength_left(const Handicap *handicap);

/* Returns the index of the root score to play among the first `lines` (best first): the best after
 * adding noise of the given standard deviation in centipawns. Never chooses a forced loss if the
 * best score is not one. Depends only on its arguments. */
int skill_choose(const Score *scores, int lines, int noise, uint64_t seed);
