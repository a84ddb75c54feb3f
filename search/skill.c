#include "search/skill.h"

#include <math.h>

#include "engine/base/rng.h"
#include "search/params.h"

/* Nodes grow and the noise fades by a constant factor from level to level. All levels but the highest are
 * noisy: noise costs a search of several lines, so a level without would be a leap. */
static Strength strength_at(double level)
{
    if (level >= SKILL_LEVELS)
        return (Strength){0, 0};
    return (Strength){.nodes = (uint64_t)(skill_nodes * pow(skill_nodes_growth / 100.0, level - 1)),
                      .noise = (int)(skill_noise * pow(skill_noise_decay / 100.0, level - 1))};
}

Strength strength_from_level(int level) { return strength_at(level < 1 ? 1 : level); }

/* Elo of some levels, from matches of neighbours with net n3a, 200 games each, 120 the last (2026-11):
 * 4 - 1 +94 +- 44, 7 - 4 +238 +- 64, 10 - 7 +244 +- 59, 13 - 10 +241 +- 58, 16 - 13 +354 +- 70,
 * 19 - 16 +352 +- 86. The scale begins at 600 for level 1; where level 20 lies depends on its time.
 * Between them the map is linear. */
static const struct {
    double level;
    int elo;
} scale[] = {{1, ELO_LEAST}, {4, 690}, {7, 930}, {10, 1170}, {13, 1410}, {16, 1770}, {19, 2120}, {20, ELO_MOST}};

Strength strength_from_elo(int elo)
{
    enum { POINTS = sizeof scale / sizeof *scale };
    if (elo <= scale[0].elo)
        return strength_at(scale[0].level);
    for (int i = 1; i < POINTS; i++)
        if (elo < scale[i].elo) {
            double part = (double)(elo - scale[i - 1].elo) / (scale[i].elo - scale[i - 1].elo);
            return strength_at(scale[i - 1].level + part * (scale[i].level - scale[i - 1].level));
        }
    return strength_at(SKILL_LEVELS);
}

int skill_choose(const Score *scores, int lines, int noise, uint64_t seed)
{
    Rng rng = {seed};
    int best = 0;
    double best_value = -1e9;
    for (int i = 0; i < lines; i++) {
        if (i > 0 && (is_loss(scores[i]) || is_win(scores[0])) && !is_loss(scores[0]))
            break;
        /* the sum of four uniform numbers is near enough to a normal one of deviation 1/sqrt(3) */
        double error = rng_unit(&rng) + rng_unit(&rng) + rng_unit(&rng) + rng_unit(&rng) - 2;
        double value = scores[i] + error * 1.732 * noise;
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    return best;
}
