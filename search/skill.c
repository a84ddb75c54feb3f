/* SPDX-License-Identifier: GPL-3.0-only */
#include "search/skill.h"

#include <math.h>

#include "engine/base/contract.h"
#include "engine/base/rng.h"
#include "search/params.h"

/* The number of nodes grows and the noise shrinks by a constant factor per level. All levels except the
 * highest are noisy: with noise several PVs must be searched, so a level without noise would be much
 * stronger than the one below it. */
static Strength skill_strength(double level)
{
    if (level >= SKILL_LEVELS)
        return (Strength){0, 0};
    level = level < 1 ? 1 : level;
    return (Strength){.nodes = (uint64_t)(skill_nodes * pow(skill_nodes_growth / 100.0, level - 1)),
                      .noise = (int)(skill_noise * pow(skill_noise_decay / 100.0, level - 1))};
}

/* Elo of some levels, from matches between neighbours with net n3a, 200 games each, 120 for the
 * last (2026-11): 4 - 1 +94 +- 44, 7 - 4 +238 +- 64, 10 - 7 +244 +- 59, 13 - 10 +241 +- 58, 16 - 13
 * +354 +- 70, 19 - 16 +352 +- 86. The scale begins at 600 for level 1; the rating of level 20
 * depends on its time. Ratings in between are interpolated linearly. */
static const struct {
    double level;
    int elo;
} scale[] = {{1, ELO_LEAST}, {4, 690}, {7, 930}, {10, 1170}, {13, 1410}, {16, 1770}, {19, 2120}, {20, ELO_MOST}};

static double skill_level(int elo)
{
    enum { LAST = sizeof scale / sizeof *scale - 1 };
    int i = 1;
    while (i < LAST && elo >= scale[i].elo)
        i++;
    double part = (double)(elo - scale[i - 1].elo) / (scale[i].elo - scale[i - 1].elo);
    return scale[i - 1].level + part * (scale[i].level - scale[i - 1].level);
}

int skill_elo(int level)
{
    assert(level >= 1 && level <= SKILL_LEVELS);
    int i = 1;
    while (level > scale[i].level)
        i++;
    double part = (level - scale[i - 1].level) / (scale[i].level - scale[i - 1].level);
    return scale[i - 1].elo + (int)lround(part * (scale[i].elo - scale[i - 1].elo));
}

Strength strength_left(const Handicap *handicap)
{
    assert(in_range(handicap->levels, 0, SKILL_LEVELS) && handicap->randomness_cp >= 0);
    Strength s = {0, 0};
    if (handicap->levels || handicap->elo)
        s = skill_strength(handicap->levels ? SKILL_LEVELS - handicap->levels : skill_level(handicap->elo));
    /* randomness is given as the largest error, noise as a standard deviation */
    if (handicap->randomness_cp / 2 > s.noise)
        s.noise = (handicap->randomness_cp + 1) / 2;
    return s;
}

int skill_choose(const Score *scores, int lines, int noise, uint64_t seed)
{
    assert(lines >= 1 && noise >= 0);
    Rng rng = {seed};
    int best = 0;
    double best_value = -1e9;
    for (int i = 0; i < lines; i++) {
        if (i > 0 && (is_loss(scores[i]) || is_win(scores[0])) && !is_loss(scores[0]))
            break;
        /* the sum of four uniform numbers is close to a normal variable of deviation 1/sqrt(3) */
        double error = rng_unit(&rng) + rng_unit(&rng) + rng_unit(&rng) + rng_unit(&rng) - 2;
        double value = scores[i] + error * 1.732 * noise;
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    return best;
}
