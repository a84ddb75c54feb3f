/* SPDX-License-Identifier: GPL-3.0-only */
/* skill.h - deliberately weaker play.
 *
 * Strength is reduced in two ways that feel natural to an opponent: by fewer nodes, so that the
 * engine overlooks deeper tactics, and by noise on the scores of root moves, so that it does not
 * always find the best of several good moves. */
#pragma once

#include "search/search.h"

typedef struct Strength { /* full strength if all fields are zero */
    uint64_t nodes;       /* maximum number of nodes per move */
    int noise;            /* standard deviation of the error of each root move, in centipawns */
} Strength;

static inline bool strength_is_full(const Strength *s) { return !s->nodes && !s->noise; }

/* Returns the strength for the handicap's level, or else for its Elo, with at least the noise of its
 * randomness. */
Strength strength_left(const Handicap *handicap);

/* Returns the Elo of a level, 1 to SKILL_LEVELS, on the scale of UCI_Elo. */
int skill_elo(int level);

/* Returns the index of the one of the first `lines` root scores (best first) to play: the highest after
 * adding noise with the given standard deviation in centipawns. Never chooses a move that loses by
 * force if the best move does not. The result depends only on the arguments. */
int skill_choose(const Score *scores, int lines, int noise, uint64_t seed);
