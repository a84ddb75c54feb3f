/* SPDX-License-Identifier: GPL-3.0-only */
/* Match statistics compared with independent computations: Elo by bisection of its definition, variances over written-out lists of
 * results, the normal distribution by numeric integration, and likelihood ratios by direct maximisation of the likelihood under
 * each hypothesis. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/match/stats.h"
#include "tests/support/support.h"

/* Typical results of matches: close, one-sided, drawish, short, long, with and without pairs. */
static const Tally tallies[] = {
    {51, 49, 50, {0}},
    {7, 11, 3, {0}},
    {300, 500, 200, {0}},
    {1, 0, 0, {0}},
    {10, 0, 10, {0}},
    {4000, 12000, 4100, {0}},
    {90, 5, 5, {0}},
    {2, 30, 1, {0}},
    {130, 0, 170, {0}},
    {0, 8, 9, {0}},
    {25, 50, 25, {2, 11, 24, 11, 2}},
    {60, 80, 60, {5, 20, 50, 20, 5}},
    {75, 90, 35, {2, 12, 40, 36, 10}},
    {33, 92, 75, {12, 35, 38, 13, 2}},
    {500, 900, 400, {20, 170, 435, 240, 35}},
    {9, 1, 0, {0, 0, 0, 1, 4}},
    {12, 10, 2, {0, 1, 3, 5, 3}},
    {2500, 5000, 2500, {150, 1100, 2500, 1100, 150}},
    {2600, 5050, 2350, {120, 1050, 2485, 1150, 195}},
    {100, 0, 100, {0, 0, 100, 0, 0}},
    {5, 190, 5, {0, 3, 94, 3, 0}},
    {801, 650, 549, {43, 175, 374, 303, 105}},
};

/* ---- the independent computations ---- */

static double expected_score(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

static double elo_by_bisection(double score)
{
    double low = -5000, high = 5000;
    for (int i = 0; i < 200; i++) {
        double middle = (low + high) / 2;
        if (expected_score(middle) < score)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Integrates the density by Simpson's rule, starting at -12. */
static double normal_below(double z)
{
    enum { STEPS = 20000 };
    double from = -12, h = (z - from) / STEPS, sum = 0;
    if (z <= from)
        return 0;
    for (int i = 0; i <= STEPS; i++) {
        double x = from + i * h, weight = i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2;
        sum += weight * exp(-x * x / 2);
    }
    return sum * h / 3 / sqrt(2 * acos(-1));
}

/* Writes out all results: points per game of each pair (or game), in order. */
static double *written_out(const Tally *t, bool pairs, int *count)
{
    const long games[3] = {t->losses, t->draws, t->wins};
    int kinds = pairs ? 5 : 3, n = 0;
    *count = (int)(pairs ? tally_pairs(t) : tally_games(t));
    double *list = malloc((size_t)*count * sizeof *list);
    ck_assert_ptr_nonnull(list);
    for (int k = 0; k < kinds; k++)
        for (long i = 0; i < (pairs ? t->pairs[k] : games[k]); i++)
            list[n++] = k / (kinds - 1.0);
    return list;
}

static void mean_and_error(const Tally *t, double *mean, double *error)
{
    bool pairs = tally_pairs(t) > 0;
    for (;;) {
        int n;
        double sum = 0, squares = 0, *list = written_out(t, pairs, &n);
        for (int i = 0; i < n; i++)
            sum += list[i];
        *mean = sum / n;
        for (int i = 0; i < n; i++)
            squares += (list[i] - *mean) * (list[i] - *mean);
        *error = sqrt(squares / n / n);
        free(list);
        if (*error > 0 || !pairs)
            return;
        pairs = false; /* if all pairs ended alike, their spread is unknown */
    }
}

/* log, continued by its tangent below a tiny p: concave everywhere, so that a search may leave the range. */
static double soft_log(double p)
{
    const double least = 1e-10;
    return p > least ? log(p) : log(least) + (p - least) / least;
}

typedef struct Likelihood { /* a search for the most likely probabilities, some of them fixed */
    double count[5];
    int kinds;
    double mean;   /* required mean */
    double square; /* required mean of squares, < 0 if free */
    double t;      /* required (mean - 1/2) / deviation, if the outer search fixes it */
    double chance[5];
} Likelihood;

static double golden_maximum(double (*f)(Likelihood *, double), Likelihood *l, double low, double high)
{
    const double ratio = (sqrt(5) - 1) / 2;
    double a = high - ratio * (high - low), b = low + ratio * (high - low), fa = f(l, a), fb = f(l, b);
    for (int i = 0; i < 52; i++) {
        if (fa < fb) {
            low = a;
            a = b;
            fa = fb;
            fb = f(l, b = low + ratio * (high - low));
        } else {
            high = b;
            b = a;
            fb = fa;
            fa = f(l, a = high - ratio * (high - low));
        }
    }
    return fa > fb ? fa : fb;
}

static double log_likelihood(const Likelihood *l)
{
    double sum = 0;
    for (int i = 0; i < l->kinds; i++)
        sum += l->count[i] * soft_log(l->chance[i]);
    return sum;
}

/* Three outcomes and a mean: the draws are free. */
static double with_draws(Likelihood *l, double draws)
{
    l->chance[1] = draws;
    l->chance[2] = l->mean - draws / 2;
    l->chance[0] = 1 - draws - l->chance[2];
    return log_likelihood(l);
}

/* Five outcomes and a mean: the middle three are free. */
static double with_three_quarters(Likelihood *l, double p)
{
    l->chance[3] = p;
    l->chance[4] = l->mean - 0.25 * l->chance[1] - 0.5 * l->chance[2] - 0.75 * p;
    l->chance[0] = 1 - l->chance[1] - l->chance[2] - p - l->chance[4];
    return log_likelihood(l);
}
static double with_half(Likelihood *l, double p)
{
    l->chance[2] = p;
    return golden_maximum(with_three_quarters, l, 0, 1);
}
static double with_quarter(Likelihood *l, double p)
{
    l->chance[1] = p;
    return golden_maximum(with_half, l, 0, 1);
}

/* Five outcomes, mean and mean square: a quarter and three quarters are free. */
static double square_with_three_quarters(Likelihood *l, double p)
{
    l->chance[3] = p;
    double mean = l->mean - 0.25 * l->chance[1] - 0.75 * p;
    double square = l->square - 0.0625 * l->chance[1] - 0.5625 * p;
    l->chance[2] = 4 * (mean - square);
    l->chance[4] = 2 * square - mean;
    l->chance[0] = 1 - l->chance[1] - l->chance[2] - p - l->chance[4];
    return log_likelihood(l);
}
static double square_with_quarter(Likelihood *l, double p)
{
    l->chance[1] = p;
    return golden_maximum(square_with_three_quarters, l, 0, 1);
}

/* Searches for the mean, which determines the deviation. */
static double with_mean(Likelihood *l, double mean)
{
    double deviation = (mean - 0.5) / l->t;
    l->mean = mean;
    l->square = deviation * deviation + mean * mean;
    if (l->kinds == 5)
        return golden_maximum(square_with_quarter, l, 0, 1);
    l->chance[1] = 4 * (mean - l->square); /* three outcomes: no free parameter */
    l->chance[2] = 2 * l->square - mean;
    l->chance[0] = 1 - l->chance[1] - l->chance[2];
    return log_likelihood(l);
}

static double best_with_mean(Likelihood *l, double mean)
{
    l->mean = mean;
    return l->kinds == 5 ? golden_maximum(with_quarter, l, 0, 1) : golden_maximum(with_draws, l, 0, 1);
}

static double best_with_t(Likelihood *l, double t)
{
    if (t == 0)
        return best_with_mean(l, 0.5);
    l->t = t;
    return t > 0 ? golden_maximum(with_mean, l, 0.5, 0.5 + t / 2) : golden_maximum(with_mean, l, 0.5 + t / 2, 0.5);
}

static double llr_by_maximisation(const Sprt *s, const Tally *t, bool pairs)
{
    const long games[3] = {t->losses, t->draws, t->wins};
    Likelihood l = {.kinds = pairs ? 5 : 3};
    for (int i = 0; i < l.kinds; i++) {
        long seen = pairs ? t->pairs[i] : games[i];
        l.count[i] = seen ? (double)seen : 1e-3; /* limits promised by stats.c */
    }
    if (s->model == SPRT_LOGISTIC)
        return best_with_mean(&l, expected_score(s->elo1)) - best_with_mean(&l, expected_score(s->elo0));
    double unit = log(10) / 800 * (pairs ? sqrt(2) : 1);
    return best_with_t(&l, s->elo1 * unit) - best_with_t(&l, s->elo0 * unit);
}

/* ---- tests ---- */

START_TEST(estimates_agree)
{
    const Tally *t = &tallies[_i];
    double mean, error, z = 1.959963984540054;
    mean_and_error(t, &mean, &error);
    ck_assert_msg(fabs(stats_score(t) - mean) < 1e-12, "tally %d: score %f, not %f", _i, stats_score(t), mean);

    /* Many games: the prior games do not matter. */
    if (tally_games(t) >= 100) {
        double los = error > 0 ? normal_below((mean - 0.5) / error) : 0.5;
        ck_assert_msg(fabs(stats_los(t) - los) < 0.02, "tally %d: LOS %f, not %f", _i, stats_los(t), los);
    }

    Estimate elo = stats_elo(t), normalised = stats_normalised_elo(t);
    if (mean >= 1 || mean <= 0) {
        ck_assert_msg(isinf(elo.value) && isinf(elo.error), "tally %d: a clean sweep has no finite Elo", _i);
        return;
    }
    ck_assert_msg(fabs(elo.value - elo_by_bisection(mean)) < 0.01, "tally %d: Elo %f, not %f", _i, elo.value, elo_by_bisection(mean));
    double low = mean - z * error, high = mean + z * error;
    if (low > 0 && high < 1) {
        double half = (elo_by_bisection(high) - elo_by_bisection(low)) / 2;
        ck_assert_msg(fabs(elo.error - half) < 0.01, "tally %d: error %f, not %f", _i, elo.error, half);
    } else {
        ck_assert_msg(isinf(elo.error), "tally %d: the interval leaves the scale", _i);
    }
    /* The deviation of one game is the error times the square root of the number of games. */
    double deviation = error * sqrt((double)tally_games(t)), nelo = 800 / log(10) * (mean - 0.5) / deviation;
    ck_assert_msg(fabs(normalised.value - nelo) < 0.01, "tally %d: nElo %f, not %f", _i, normalised.value, nelo);
    double wide = z * 800 / log(10) / sqrt((double)tally_games(t));
    ck_assert_msg(fabs(normalised.error - wide) < 0.01, "tally %d: nElo error %f, not %f", _i, normalised.error, wide);
}
END_TEST

static const Sprt tests_to_compare[] = {
    {true, 0, 5, 0.05, 0.05, SPRT_LOGISTIC},      {true, -3, 1, 0.05, 0.1, SPRT_LOGISTIC},   {true, 10, 60, 0.01, 0.01, SPRT_LOGISTIC},
    {true, -100, -20, 0.05, 0.05, SPRT_LOGISTIC}, {true, 0, 5, 0.05, 0.05, SPRT_NORMALISED}, {true, -10, 40, 0.05, 0.05, SPRT_NORMALISED},
};

START_TEST(likelihood_ratios_agree)
{
    const Tally *t = &tallies[_i];
    for (int k = 0; k < COUNT(tests_to_compare); k++) {
        const Sprt *s = &tests_to_compare[k];
        bool paired = tally_pairs(t) > 0;
        double got = sprt_llr(s, t, SPRT_GAMES), want = llr_by_maximisation(s, t, false);
        ck_assert_msg(fabs(got - want) < 0.01, "tally %d, test %d, games: LLR %f, not %f", _i, k, got, want);
        if (!paired || k % 2 != _i % 2) /* half of the combinations suffice */
            continue;
        got = sprt_llr(s, t, SPRT_PAIRS);
        want = llr_by_maximisation(s, t, true);
        ck_assert_msg(fabs(got - want) < 0.01, "tally %d, test %d, pairs: LLR %f, not %f", _i, k, got, want);
    }
}
END_TEST

/* Two games from one opening: probabilities of win and draw for the first engine in each. */
static int random_pair(Rng *rng, const double *win, const double *draw)
{
    int points = 0;
    for (int game = 0; game < 2; game++) {
        double x = rng_unit(rng);
        points += x < win[game] ? 2 : x < win[game] + draw[game] ? 1 : 0;
    }
    return points;
}

typedef struct Truth {
    double win[2], draw[2], mean, deviation; /* deviation of one game, from the pair's */
} Truth;

/* Openings that favour one side: one game's surplus is the other's deficit. */
static Truth truth_with_score(double score, double draws)
{
    Truth t = {.draw = {draws, draws}, .mean = score};
    double bias = 0.12, variance = 0;
    for (int g = 0; g < 2; g++) {
        double mean = score + (g ? -bias : bias);
        t.win[g] = mean - draws / 2;
        variance += t.win[g] + draws / 4 - mean * mean;
    }
    t.deviation = sqrt(variance / 2);
    return t;
}

/* Returns how often a simulated test accepts H1. */
static double share_of_h1(const Sprt *s, const Truth *truth, int runs, uint64_t seed)
{
    Rng rng = {seed};
    int accepted = 0;
    for (int run = 0; run < runs; run++) {
        Tally t = {0};
        Verdict v = SPRT_OPEN;
        for (int pairs = 0; v == SPRT_OPEN && pairs < 20000; pairs++) {
            t.pairs[random_pair(&rng, truth->win, truth->draw)]++;
            v = sprt_verdict(s, sprt_llr(s, &t, SPRT_PAIRS));
        }
        ck_assert_msg(v != SPRT_OPEN, "run %d did not come to an end", run);
        accepted += v == SPRT_H1;
    }
    return (double)accepted / runs;
}

/* Adds three standard deviations of a share measured in this number of runs. */
static double at_most(double chance, int runs) { return chance + 3 * sqrt(chance * (1 - chance) / runs); }

START_TEST(simulated_tests_keep_alpha_and_beta)
{
    int runs = effort(800, 80);
    Sprt s = {true, 0, 40, 0.05, 0.1, SPRT_LOGISTIC};
    Truth h0 = truth_with_score(expected_score(s.elo0), 0.4), h1 = truth_with_score(expected_score(s.elo1), 0.4);
    double wrong1 = share_of_h1(&s, &h0, runs, 1), wrong0 = 1 - share_of_h1(&s, &h1, runs, 2);
    ck_assert_msg(wrong1 <= at_most(s.alpha, runs), "H1 accepted under H0 in %.3f of runs, alpha %.2f", wrong1, s.alpha);
    ck_assert_msg(wrong0 <= at_most(s.beta, runs), "H0 accepted under H1 in %.3f of runs, beta %.2f", wrong0, s.beta);
    ck_assert_msg(wrong1 > s.alpha / 4 && wrong0 > s.beta / 4, "errors of %.3f and %.3f: the test wastes games", wrong1, wrong0);
}
END_TEST

START_TEST(simulated_normalised_tests_keep_alpha_and_beta)
{
    int runs = effort(300, 40);
    Sprt s = {true, 0, 60, 0.05, 0.05, SPRT_NORMALISED};
    Truth h0 = truth_with_score(0.5, 0.5), h1 = h0;
    for (int i = 0; i < 50; i++) /* the tolerance is needed because the deviation depends a little on the score */
        h1 = truth_with_score(0.5 + s.elo1 * log(10) / 800 * h1.deviation, 0.5);
    double wrong1 = share_of_h1(&s, &h0, runs, 3), wrong0 = 1 - share_of_h1(&s, &h1, runs, 4);
    ck_assert_msg(wrong1 <= at_most(s.alpha, runs), "H1 accepted under H0 in %.3f of runs", wrong1);
    ck_assert_msg(wrong0 <= at_most(s.beta, runs), "H0 accepted under H1 in %.3f of runs", wrong0);
}
END_TEST

/* Even if the tested and the actual values are far apart. */
START_TEST(likelihood_ratios_are_numbers)
{
    for (int i = 0; i < COUNT(tallies); i++)
        for (int side = -1; side <= 1; side += 2) {
            const Tally *t = &tallies[i];
            Sprt s = {true, 0, side * 200.0, 0.05, 0.05, SPRT_NORMALISED};
            ck_assert(sprt_is_within(&s));
            ck_assert_msg(isfinite(sprt_llr(&s, t, SPRT_GAMES)), "tally %d, games", i);
            ck_assert_msg(tally_pairs(t) == 0 || isfinite(sprt_llr(&s, t, SPRT_PAIRS)), "tally %d, pairs", i);
        }
    ck_assert(!sprt_is_sound(&(Sprt){true, 0, 201, 0.05, 0.05, SPRT_NORMALISED}));
    ck_assert(sprt_is_sound(&(Sprt){true, 0, 201, 0.05, 0.05, SPRT_LOGISTIC}));
}
END_TEST

START_TEST(views_are_mirrored)
{
    for (int i = 0; i < COUNT(tallies); i++) {
        const Tally *t = &tallies[i];
        Tally r = tally_reverse(t);
        ck_assert_msg(fabs(stats_score(t) + stats_score(&r) - 1) < 1e-12, "tally %d", i);
        ck_assert_msg(fabs(stats_los(t) + stats_los(&r) - 1) < 1e-12, "tally %d", i);
        Sprt s = {true, -7, 7, 0.05, 0.05, SPRT_LOGISTIC};
        ck_assert_msg(fabs(sprt_llr(&s, t, tally_unit(t)) + sprt_llr(&s, &r, tally_unit(t))) < 1e-6, "tally %d", i);
    }
}
END_TEST

/* Few games without draws: the probability that a coin is biased to one side is that of the beta distribution if all biases are
 * equally likely, here integrated. */
START_TEST(few_games_claim_little)
{
    enum { STEPS = 10000 };
    static const Tally few[] = {{1, 0, 0, {0}}, {3, 0, 0, {0}}, {4, 0, 1, {0}}, {2, 0, 6, {0}}, {10, 0, 3, {0}}, {5, 0, 0, {0}}};
    for (int k = 0; k < COUNT(few); k++) {
        double above = 0, all = 0;
        for (int i = 0; i < STEPS; i++) {
            double p = (i + 0.5) / STEPS, density = pow(p, (double)few[k].wins) * pow(1 - p, (double)few[k].losses);
            all += density;
            above += p > 0.5 ? density : 0;
        }
        ck_assert_msg(fabs(stats_los(&few[k]) - above / all) < 0.025, "tally %d: LOS %f, not %f", k, stats_los(&few[k]), above / all);
    }
}
END_TEST

START_TEST(no_games_no_evidence)
{
    Tally none = {0};
    Sprt s = {true, 0, 5, 0.05, 0.05, SPRT_LOGISTIC};
    ck_assert_double_eq(stats_score(&none), 0.5);
    ck_assert_double_eq(stats_los(&none), 0.5);
    ck_assert_double_eq(stats_elo(&none).value, 0);
    ck_assert(isinf(stats_elo(&none).error) && isinf(stats_normalised_elo(&none).error));
    ck_assert_double_eq(sprt_llr(&s, &none, SPRT_PAIRS), 0);
    ck_assert_int_eq(sprt_verdict(&s, 0), SPRT_OPEN);
}
END_TEST

START_TEST(bounds_are_walds)
{
    Sprt s = {true, 0, 5, 0.05, 0.1, SPRT_LOGISTIC};
    ck_assert_double_eq_tol(exp(sprt_upper(&s)), 0.9 / 0.05, 1e-9);
    ck_assert_double_eq_tol(exp(sprt_lower(&s)), 0.1 / 0.95, 1e-9);
    ck_assert_int_eq(sprt_verdict(&s, 2.9), SPRT_H1);
    ck_assert_int_eq(sprt_verdict(&s, -2.3), SPRT_H0);
    ck_assert_int_eq(sprt_verdict(&s, 2.8), SPRT_OPEN);
}
END_TEST

Suite *stats_suite(void)
{
    Suite *suite = suite_create("stats");
    TCase *tc = tcase_create("estimates");
    tcase_add_loop_test(tc, estimates_agree, 0, COUNT(tallies));
    tcase_add_test(tc, views_are_mirrored);
    tcase_add_test(tc, no_games_no_evidence);
    tcase_add_test(tc, few_games_claim_little);
    suite_add_tcase(suite, tc);
    tc = tcase_create("sprt");
    tcase_add_loop_test(tc, likelihood_ratios_agree, 0, COUNT(tallies));
    tcase_add_test(tc, bounds_are_walds);
    tcase_add_test(tc, likelihood_ratios_are_numbers);
    tcase_add_test(tc, simulated_tests_keep_alpha_and_beta);
    tcase_add_test(tc, simulated_normalised_tests_keep_alpha_and_beta);
    suite_add_tcase(suite, tc);
    return suite;
}
