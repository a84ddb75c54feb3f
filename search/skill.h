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

/* Returns the Elo of a level, 1 to SKILL_LEVELS, on the scale of UCI_Elo. */
int skill_elo(int level);

/* Which of the first `lines` root scores (best first) to play: the best after noise of the given
 * standard deviation in centipawns. Never one that loses by force when the best does not. Depends only
 * on its arguments. */
int skill_choose(const Score *scores, int lines, int noise, uint64_t seed);
