/* SPDX-License-Identifier: GPL-3.0-only */
/* Joint ratings compared with a published example, with bisection for two engines, and with the true ratings of simulated
 * tournaments. */
#include <math.h>
#include <string.h>

#include "bench/match/ratings.h"
#include "engine/base/rng.h"
#include "tests/support/support.h"

enum { MOST = 8 };

typedef struct Table {
    Tally tallies[MOST][MOST];
} Table;

static const Tally *table_between(const void *results, int a, int b) { return &((const Table *)results)->tallies[a][b]; }

static void table_set(Table *t, int a, int b, Tally tally)
{
    t->tallies[a][b] = tally;
    t->tallies[b][a] = tally_reverse(&tally);
}

/* Baseball, American League 1987 (Agresti, "Categorical Data Analysis", 1990): games won by the row's team against the column's, and
 * the model's coefficients and standard errors relative to the last team, as the R package BradleyTerry2 gives them. All
 * counts are multiplied, so that our prior games do not matter. */
START_TEST(published_example)
{
    enum { TEAMS = 7, TIMES = 2000 };
    static const int won[TEAMS][TEAMS] = {
        {0, 7, 9, 7, 7, 9, 11}, {6, 0, 7, 5, 11, 9, 9}, {4, 6, 0, 7, 7, 8, 12}, {6, 8, 6, 0, 6, 7, 10},
        {6, 2, 6, 7, 0, 7, 12}, {4, 4, 5, 6, 6, 0, 6},  {2, 4, 1, 3, 1, 7, 0},
    };
    static const double coefficient[TEAMS] = {1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0};
    static const double error[TEAMS - 1] = {0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319};
    Table table = {0};
    for (int i = 0; i < TEAMS; i++)
        for (int j = 0; j < i; j++)
            table_set(&table, i, j, (Tally){won[i][j] * TIMES, 0, won[j][i] * TIMES, {0}});
    Ratings r;
    ck_assert(ratings_init(&r, TEAMS, table_between, &table));
    for (int i = 0; i < TEAMS - 1; i++) {
        double found = (r.elo[i] - r.elo[TEAMS - 1]) * log(10) / 400;
        ck_assert_msg(fabs(found - coefficient[i]) < 0.0005, "team %d: %f, not %f", i, found, coefficient[i]);
        const double *c = r.covariance, last = c[TEAMS * TEAMS - 1];
        double deviation = sqrt((c[i * TEAMS + i] + last - 2 * c[i * TEAMS + TEAMS - 1]) * TIMES) * log(10) / 400;
        /* The example takes the variance from the model, we take it from the results. */
        ck_assert_msg(fabs(deviation / error[i] - 1) < 0.03, "team %d: error %f, not %f", i, deviation, error[i]);
    }
    ratings_clear(&r);
}
END_TEST

static double expected_score(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

/* Two engines: the score that each rating makes expected, with the prior draw, is the score. */
START_TEST(two_engines)
{
    static const Tally tallies[] = {{0, 0, 4, {0}}, {3, 0, 0, {0}}, {51, 49, 50, {0}}, {4000, 12000, 4100, {0}}, {0, 0, 0, {0}}};
    for (int k = 0; k < COUNT(tallies); k++) {
        const Tally *t = &tallies[k];
        Table table = {0};
        table_set(&table, 0, 1, *t);
        Ratings r;
        ck_assert(ratings_init(&r, 2, table_between, &table));
        double low = -2000, high = 2000, games = (double)tally_games(t);
        for (int i = 0; i < 100; i++) {
            double middle = (low + high) / 2;
            /* More wins than at this rating: it is too low. */
            if (games * (stats_score(t) - expected_score(2 * middle)) + PRIOR_GAMES * (0.5 - expected_score(middle)) > 0)
                low = middle;
            else
                high = middle;
        }
        ck_assert_msg(fabs(r.elo[0] - low) < 0.01, "tally %d: %f, not %f", k, r.elo[0], low);
        ck_assert_msg(fabs(r.elo[0] + r.elo[1]) < 1e-9, "tally %d: the average is not 0", k);
        ck_assert_msg(isfinite(ratings_elo(&r, 0).error) && fabs(ratings_los(&r, 0, 1) + ratings_los(&r, 1, 0) - 1) < 1e-12, "tally %d", k);
        if (games > 100) { /* as without the joint model */
            Estimate elo = stats_elo(t);
            ck_assert_msg(fabs(2 * r.elo[0] - elo.value) < 1, "tally %d: %f, not %f", k, 2 * r.elo[0], elo.value);
            ck_assert_msg(fabs(2 * ratings_elo(&r, 0).error / elo.error - 1) < 0.05, "tally %d: error", k);
        }
        ratings_clear(&r);
    }
}
END_TEST

static double uniform(Rng *rng) { return (double)(rng_next(rng) >> 11) / 9007199254740992.0; }

/* Plays a round robin between engines of known ratings with half of the games drawn, in pairs of which the second game often repeats
 * the first one's result, and counts how often the intervals contain the truth. */
START_TEST(intervals_hold_the_truth)
{
    enum { ENGINES = 6, PAIRS = 25, TOURNAMENTS = 400 };
    static const double truth[ENGINES] = {150, 60, 20, -10, -70, -150};
    Rng rng = {7};
    int within = 0;
    double first_los = 0;
    for (int round = 0; round < TOURNAMENTS; round++) {
        Table table = {0};
        for (int i = 0; i < ENGINES; i++)
            for (int j = 0; j < i; j++) {
                Tally t = {0};
                for (int p = 0; p < PAIRS; p++) {
                    double win = expected_score(truth[i] - truth[j]) - 0.25, chance = uniform(&rng);
                    int one = chance < win ? 2 : chance < win + 0.5 ? 1 : 0;
                    chance = uniform(&rng);
                    int two = uniform(&rng) < 0.3 ? one : chance < win ? 2 : chance < win + 0.5 ? 1 : 0;
                    t.wins += (one == 2) + (two == 2);
                    t.draws += (one == 1) + (two == 1);
                    t.losses += (one == 0) + (two == 0);
                    t.pairs[one + two]++;
                }
                table_set(&table, i, j, t);
            }
        Ratings r;
        ck_assert(ratings_init(&r, ENGINES, table_between, &table));
        for (int i = 0; i < ENGINES; i++) {
            Estimate e = ratings_elo(&r, i);
            within += fabs(e.value - truth[i]) < e.error;
        }
        first_los += ratings_los(&r, 1, 2) / TOURNAMENTS;
        ratings_clear(&r);
    }
    double share = (double)within / (ENGINES * TOURNAMENTS);
    ck_assert_msg(share > 0.93 && share < 0.975, "%.3f of the intervals", share);
    ck_assert_msg(first_los > 0.7 && first_los < 0.99, "LOS %.3f", first_los);
}
END_TEST

Suite *ratings_suite(void)
{
    Suite *s = suite_create("ratings");
    TCase *tc = tcase_create("ratings");
    tcase_add_test(tc, published_example);
    tcase_add_test(tc, two_engines);
    tcase_add_test(tc, intervals_hold_the_truth);
    suite_add_tcase(s, tc);
    return s;
}
