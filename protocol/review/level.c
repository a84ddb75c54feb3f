/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/review/level.h"

/* The first bound parts masters and skill levels 13 and 16 from levels 1 to 10 best, each group weighing the same; of 80 masters none lost
 * more than the second (76 games reviewed at 10,000 nodes, README.md). Nothing finer could be told apart by one game. */
static const struct {
    double most; /* of the expected score, lost a move */
    const char *name[2];
} levels[] = {
    {0.036, {"strong player", "高手"}},
    {0.060, {"club player", "业余棋手"}},
    {1, {"beginner", "初学者"}},
};

const char *level_name(const ReviewSide *side, Language language)
{
    enum { LEAST_MOVES = 15 }; /* as they were fitted with */
    int i = 0;
    while (side->lost > levels[i].most)
        i++;
    return side->moves < LEAST_MOVES ? NULL : levels[i].name[language];
}
