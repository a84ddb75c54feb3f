/* SPDX-License-Identifier: GPL-3.0-only */
/* skill.h - playing weaker by plan.
 *
 * Strength is taken away in two ways that both feel natural at the board: fewer nodes, so that the
 * engine overlooks what lies deeper, and a noise on the root moves' scores, so that it does not always
 * find the best of several good moves. */
#pragma once

#include "search/search.h"

typedef struct Strength { /* all zero: full strength */
    uint64_t nodes;       /* at most so many per move */
    int noise;            /* standard deviation of the error about each root move, centipawns */
} Strength;

static inline bool strength_is_full(const Strength *s) { return !s->nodes && !s->noise; }

/* By the handicap's level; without one by its Elo; at least with its randomness. */
Strength strength_left(const Handicap *handicap);

/* Which of the first `lines` root scores (best first) to play: the best after noise of the given
 * standard deviation in centipawns. Never one that loses by force when the best does not. Depends only
 * on its arguments. */
int skill_choose(const Score *scores, int lines, int noise, uint64_t seed);
