#include "search/skill.h"

#include <math.h>

#include "engine/rng.h"

/* Nodes grow by a constant factor from level to level, and the noise fades out. */
static Strength strength_at(double level)
{
    if (level >= SKILL_LEVELS)
        return (Strength){0, 0};
    Strength s = {.nodes = (uint64_t)(24.0 * pow(1.5, level - 1)), .noise = 0};
    if (level < 14)
        s.noise = (int)(15.0 * (14 - level));
    return s;
}

Strength strength_from_level(int level) { return strength_at(level < 1 ? 1 : level); }

/* Elo of some levels, from matches between neighbours at the levels' own limits; the scale is set so
 * that level 1 is 600. Between them the map is linear. */
static const struct {
    double level;
    int elo;
} scale[] = {{1, ELO_LEAST}, {5, 1000}, {9, 1400}, {13, 1800}, {17, 2300}, {20, ELO_MOST}};

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
