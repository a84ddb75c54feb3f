/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/review/level.h"

/* The first bound best separates masters and skill levels 13 and 16 from levels 1 to 10, with equal
 * weight for each group. Of 80 masters, none lost more than the second (76 games reviewed at 10,000
 * nodes, MEASURED.md). One game does not allow finer distinctions. */
static const struct {
    double most; /* average loss of expected score per move */
    const char *name[2];
} levels[] = {
    {0.036, {"strong player", "高手"}},
    {0.060, {"club player", "业余棋手"}},
    {1, {"beginner", "初学者"}},
};

const char *level_name(const ReviewSide *side, Language language)
{
    enum { LEAST_MOVES = 15 }; /* as in the fit */
    int i = 0;
    while (side->lost > levels[i].most)
        i++;
    return side->moves < LEAST_MOVES ? NULL : levels[i].name[language];
}
