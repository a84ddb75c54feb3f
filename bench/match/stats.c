/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/match/stats.h"

#include <math.h>
#include <string.h>

#include "engine/base/contract.h"

/* Weight given to an outcome that has not occurred, in results: it may still be possible. Without
 * this, a first loss after many wins would change the likelihood abruptly. */
#define UNSEEN 1e-3

/* A distribution of outcomes: `count` values in [0, 1] with probabilities, from `total` trials. */
typedef struct Outcomes {
    int count;
    double value[PAIR_OUTCOMES], chance[PAIR_OUTCOMES];
    double total;
} Outcomes;

Tally tally_reverse(const Tally *t)
{
    Tally r = {t->losses, t->draws, t->wins, {0}};
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        r.pairs[i] = t->pairs[PAIR_OUTCOMES - 1 - i];
    return r;
}

void tally_add(Tally *a, const Tally *b)
{
    a->wins += b->wins;
    a->draws += b->draws;
    a->losses += b->losses;
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        a->pairs[i] += b->pairs[i];
}

static Outcomes stats_outcomes(const Tally *t, SprtUnit unit, double unseen)
{
    assert(t->wins >= 0 && t->draws >= 0 && t->losses >= 0);
    const bool pairs = unit == SPRT_PAIRS;
    Outcomes o = {.count = pairs ? PAIR_OUTCOMES : 3, .total = 0};
    const long games[3] = {t->losses, t->draws, t->wins};
    const long *seen = pairs ? t->pairs : games;
    for (int i = 0; i < o.count; i++) {
        o.value[i] = (double)i / (o.count - 1);
        o.chance[i] = seen[i] > 0 ? (double)seen[i] : unseen;
        o.total += o.chance[i];
    }
    for (int i = 0; i < o.count && o.total > 0; i++)
        o.chance[i] /= o.total;
    return o;
}

static void stats_moments(const Outcomes *o, double *mean, double *variance)
{
    *mean = *variance = 0;
    for (int i = 0; i < o->count; i++)
        *mean += o->chance[i] * o->value[i];
    for (int i = 0; i < o->count; i++)
        *variance += o->chance[i] * (o->value[i] - *mean) * (o->value[i] - *mean);
}

void spread_add(Spread *s, const Tally *t, double expected)
{
    const double games = (double)tally_games(t), pairs = (double)tally_pairs(t);
    s->full += games * expected * (1 - expected);
    for (int i = 0; i < PAIR_OUTCOMES; i++) /* the points of a pair deviate as two games do if these are independent */
        s->seen += (double)t->pairs[i] * (i / 2.0 - 2 * expected) * (i / 2.0 - 2 * expected);
    const double alone = games > 0 ? (games - 2 * pairs) / games : 0; /* share of the games without a partner */
    s->seen += alone * ((double)t->wins * (1 - expected) * (1 - expected) + (double)t->losses * expected * expected +
                        (double)t->draws * (0.5 - expected) * (0.5 - expected));
}

double stats_score(const Tally *t)
{
    long games = tally_games(t);
    return games ? ((double)t->wins + 0.5 * (double)t->draws) / (double)games : 0.5;
}

double stats_draw_ratio(const Tally *t)
{
    long games = tally_games(t);
    return games ? (double)t->draws / (double)games : 0;
}

/* Infinite for scores 0 and 1. */
static double elo_of_score(double score) { return ELO_SCALE * log(score / (1 - score)); }
static double score_of_elo(double elo) { return 1 / (1 + exp(-elo / ELO_SCALE)); }

/* Computes the score with its standard error, and the standard deviation of one game. Returns false
 * if there are no games. If all pairs ended alike, their spread is unknown, so single games are
 * used. */
static bool stats_score_statistics(const Tally *t, double *mean, double *standard_error, double *deviation)
{
    SprtUnit unit = tally_unit(t);
    Outcomes o = stats_outcomes(t, unit, 0);
    double variance = 0;
    if (unit == SPRT_PAIRS)
        stats_moments(&o, mean, &variance);
    if (variance <= 0) {
        unit = SPRT_GAMES;
        o = stats_outcomes(t, SPRT_GAMES, 0);
    }
    if (o.total <= 0)
        return false;
    stats_moments(&o, mean, &variance);
    *standard_error = sqrt(variance / o.total);
    *deviation = sqrt(unit == SPRT_PAIRS ? 2 * variance : variance);
    return true;
}

Estimate stats_elo(const Tally *t)
{
    double mean, error, deviation;
    if (!stats_score_statistics(t, &mean, &error, &deviation))
        return (Estimate){0, INFINITY};
    double low = mean - Z95 * error, high = mean + Z95 * error;
    Estimate e = {elo_of_score(mean), INFINITY};
    if (error > 0 && low > 0 && high < 1)
        e.error = (elo_of_score(high) - elo_of_score(low)) / 2;
    return e;
}

Estimate stats_normalised_elo(const Tally *t)
{
    double mean, error, deviation;
    if (!stats_score_statistics(t, &mean, &error, &deviation))
        return (Estimate){0, INFINITY};
    if (deviation <= 0) {
        double edge = mean > 0.5 ? INFINITY : mean < 0.5 ? -INFINITY : 0;
        return (Estimate){edge, INFINITY};
    }
    return (Estimate){2 * ELO_SCALE * (mean - 0.5) / deviation, Z95 * 2 * ELO_SCALE * error / deviation};
}

double stats_los(const Tally *t)
{
    const double games = (double)tally_games(t) + PRIOR_GAMES, score = (stats_score(t) * (games - PRIOR_GAMES) + PRIOR_GAMES / 2) / games;
    Spread spread = {SPREAD_GAMES / 4, SPREAD_GAMES / 4};
    spread_add(&spread, t, score);
    double deviation = sqrt(spread.seen / spread.full / (games * score * (1 - score))); /* of log(score / (1 - score)) */
    return 0.5 * erfc(-log(score / (1 - score)) / (deviation * sqrt(2)));
}

/* ---- sequential test ---- */

const char *const sprt_models[] = {[SPRT_LOGISTIC] = "logistic", [SPRT_NORMALISED] = "normalised", NULL};

#ifdef VERIFY
static bool stats_takes_both_signs(const double *value, int count)
{
    bool below = false, above = false;
    for (int i = 0; i < count; i++) {
        below |= value[i] < 0;
        above |= value[i] > 0;
    }
    return below && above;
}
#endif

/* Finds the distribution nearest to `o` in likelihood for which the mean of `value` is zero;
 * `value` must take both signs. Each probability is divided by 1 + x * value, with the only x
 * between the poles for which the mean vanishes. The mean decreases with x, so bisection finds
 * it. */
static void stats_most_likely_with_mean_zero(const Outcomes *o, const double *value, double *chance)
{
    VERIFY_ASSERT(stats_takes_both_signs(value, o->count));
    double least = 0, most = 0;
    for (int i = 0; i < o->count; i++) {
        least = fmin(least, value[i]);
        most = fmax(most, value[i]);
    }
    double low = -1 / most, high = -1 / least;
    for (int step = 0; step < 200; step++) {
        double x = (low + high) / 2, mean = 0;
        if (x <= low || x >= high)
            break;
        for (int i = 0; i < o->count; i++)
            mean += o->chance[i] * value[i] / (1 + x * value[i]);
        if (mean > 0)
            low = x;
        else
            high = x;
    }
    double x = (low + high) / 2;
    for (int i = 0; i < o->count; i++)
        chance[i] = o->chance[i] / (1 + x * value[i]);
}

static void stats_most_likely_with_mean(const Outcomes *o, double mean, double *chance)
{
    double value[PAIR_OUTCOMES] = {0};
    for (int i = 0; i < o->count; i++)
        value[i] = o->value[i] - mean;
    stats_most_likely_with_mean_zero(o, value, chance);
}

/* Finds the nearest distribution with (mean - 1/2) / deviation = t. The condition is linear in the
 * probabilities if mean and deviation are known, so those of the previous round are used until they
 * converge. */
static void stats_most_likely_with_t(const Outcomes *o, double t, double *chance)
{
    Outcomes guess = *o;
    double value[PAIR_OUTCOMES] = {0};
    for (int i = 0; i < o->count; i++)
        guess.chance[i] = 1.0 / o->count;
    for (int round = 0; round < 100; round++) {
        double mean, variance, change = 0;
        stats_moments(&guess, &mean, &variance);
        double deviation = sqrt(variance);
        for (int i = 0; i < o->count; i++) {
            double away = (o->value[i] - mean) / deviation;
            value[i] = o->value[i] - 0.5 - t * deviation * (1 + away * away) / 2;
        }
        stats_most_likely_with_mean_zero(o, value, chance);
        for (int i = 0; i < o->count; i++) {
            change = fmax(change, fabs(chance[i] - guess.chance[i]));
            guess.chance[i] = chance[i];
        }
        if (change < 1e-12)
            break;
    }
}

double sprt_llr(const Sprt *s, const Tally *t, SprtUnit unit)
{
    assert(sprt_is_within(s));
    if (unit == SPRT_PAIRS ? tally_pairs(t) == 0 : tally_games(t) == 0)
        return 0;
    Outcomes o = stats_outcomes(t, unit, UNSEEN);
    double under0[PAIR_OUTCOMES], under1[PAIR_OUTCOMES], llr = 0;
    if (s->model == SPRT_LOGISTIC) {
        stats_most_likely_with_mean(&o, score_of_elo(s->elo0), under0);
        stats_most_likely_with_mean(&o, score_of_elo(s->elo1), under1);
    } else {
        double step = 1 / (2 * ELO_SCALE) * (unit == SPRT_PAIRS ? sqrt(2) : 1); /* the mean of a pair deviates less than a game */
        stats_most_likely_with_t(&o, s->elo0 * step, under0);
        stats_most_likely_with_t(&o, s->elo1 * step, under1);
    }
    for (int i = 0; i < o.count; i++)
        llr += o.chance[i] * log(under1[i] / under0[i]);
    return o.total * llr;
}

double sprt_lower(const Sprt *s)
{
    assert(s->alpha > 0 && s->alpha < 1 && s->beta > 0 && s->beta < 1);
    return log(s->beta / (1 - s->alpha));
}

double sprt_upper(const Sprt *s)
{
    assert(s->alpha > 0 && s->alpha < 1 && s->beta > 0 && s->beta < 1);
    return log((1 - s->beta) / s->alpha);
}

Verdict sprt_verdict(const Sprt *s, double llr) { return llr >= sprt_upper(s) ? SPRT_H1 : llr <= sprt_lower(s) ? SPRT_H0 : SPRT_OPEN; }

bool sprt_is_within(const Sprt *s)
{
    enum { MOST_NORMALISED = 200 };
    return s->model != SPRT_NORMALISED || (fabs(s->elo0) <= MOST_NORMALISED && fabs(s->elo1) <= MOST_NORMALISED);
}

bool sprt_is_sound(const Sprt *s)
{
    return s->elo0 < s->elo1 && sprt_is_within(s) && s->alpha > 0 && s->alpha < 0.5 && s->beta > 0 && s->beta < 0.5;
}
