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

/* Levels 1 (a beginner) to SKILL_LEVELS. */
Strength strength_from_level(int level);

/* ELO_LEAST..ELO_MOST; anything above is full strength. */
Strength strength_from_elo(int elo);

/* Which of the first `lines` root scores (best first) to play: the best after noise of the given
 * standard deviation in centipawns. Never one that loses by force when the best does not. Depends only
 * on its arguments. */
int skill_choose(const Score *scores, int lines, int noise, uint64_t seed);
