/* SPDX-License-Identifier: GPL-3.0-only */
/* The trainer's target for a position: result and score, and the distance to the end of the game. */
#include <math.h>

#include "eval/nnue/network.h"
#include "eval/train/target.h"
#include "tests/support/support.h"

static void is_near(double got, double want) { ck_assert_msg(fabs(got - want) < 1e-6, "%.7f, not %.7f", got, want); }

static double sigmoid(double x) { return 1 / (1 + exp(-x)); }

START_TEST(result_and_score_are_mixed)
{
    const TargetOptions even = target_plain(0.25), results = target_plain(1), scores = target_plain(0);
    const Sample sample = {.score = 200, .points = 0, .twos_left = 30};
    is_near(target_of(&sample, &results), 0);
    is_near(target_of(&sample, &scores), sigmoid(200.0 / NET_SCALE));
    is_near(target_of(&sample, &even), 0.75 * sigmoid(200.0 / NET_SCALE));
    is_near(target_of(&(Sample){.score = 200, .points = 1}, &results), 0.5);
    is_near(target_of(&(Sample){.score = -29990, .points = 2}, &scores), 0);
}
END_TEST

START_TEST(won_positions_weigh_results_differently)
{
    const TargetOptions o = {.lambda = 0.2, .lambda_won = 1};
    for (int sign = -1; sign <= 1; sign += 2) {
        is_near(target_of(&(Sample){.score = (int16_t)(sign * 300), .points = 1}, &o), 0.1 + 0.8 * sigmoid(sign * 300.0 / NET_SCALE));
        is_near(target_of(&(Sample){.score = (int16_t)(sign * 600), .points = 1}, &o), 0.3 + 0.4 * sigmoid(sign * 600.0 / NET_SCALE));
        is_near(target_of(&(Sample){.score = (int16_t)(sign * 900), .points = 1}, &o), 0.5);
        is_near(target_of(&(Sample){.score = (int16_t)(sign * 15000), .points = 1}, &o), 0.5);
    }
}
END_TEST

START_TEST(far_wins_count_less)
{
    const TargetOptions results = {1, 1, 70, 0.5}, scores = {0, 0, 70, 0.5};
    is_near(target_of(&(Sample){.points = 2, .twos_left = 0}, &results), 1);
    is_near(target_of(&(Sample){.points = 2, .twos_left = 35}, &results), 0.75 + 0.25 * exp(-1));
    is_near(target_of(&(Sample){.points = 0, .twos_left = 35}, &results), 0.25 - 0.25 * exp(-1));
    is_near(target_of(&(Sample){.points = 1, .twos_left = 35}, &results), 0.5);
    /* The score of a mate gives the distance, other wins have an estimated distance, and evaluations are used as they are. */
    is_near(target_of(&(Sample){.score = 30000 - 70}, &scores), 0.75 + 0.25 * exp(-1));
    is_near(target_of(&(Sample){.score = 70 - 30000}, &scores), 0.25 - 0.25 * exp(-1));
    is_near(target_of(&(Sample){.score = 28990}, &scores), 0.75 + 0.25 * exp(-PLIES_UNSEEN / 70.0));
    is_near(target_of(&(Sample){.score = 900}, &scores), sigmoid(900.0 / NET_SCALE));
    is_near(target_of(&(Sample){.score = 32767}, &scores), 1); /* no search returns this score, but a record can contain it */
    is_near(target_of(&(Sample){.points = 2, .twos_left = 255}, &(TargetOptions){1, 1, 1, 0}), 0.5);
}
END_TEST

/* Moves rooks back and forth, with this last score. Returns the plies left at the first position, in units of two. */
static int twos_left_of_first(int plies, Ending ending, int last_score)
{
    static const char *const moves[] = {"a0a1", "a9a8", "a1a0", "a8a9"};
    static Record game;
    Dataset data = {0};
    const DatasetOptions all = {.score_max = 32767, .keep_doubles = true};
    game.plies = plies;
    game.result = (Result){OUTCOME_RED, ending};
    position_start(&game.start);
    for (int i = 0; i < plies; i++)
        game.moves[i] = move_of(moves[i % COUNT(moves)]), game.scores[i] = 0;
    game.scores[plies - 1] = (int16_t)last_score;
    ck_assert(dataset_add(&data, &all, &game));
    ck_assert_uint_eq(data.training.count, plies);
    for (int i = 0; i + 2 < plies; i++)
        if (data.training.items[i].twos_left < UINT8_MAX)
            ck_assert_int_eq(data.training.items[i].twos_left - data.training.items[i + 2].twos_left, 1);
    int left = data.training.items[0].twos_left;
    dataset_clear(&data);
    return left;
}

/* Plies to the last move; if the game was broken off as won, also those left in its last position. */
START_TEST(plies_left_are_counted)
{
    ck_assert_int_eq(twos_left_of_first(40, ENDING_CHECKMATE, 29999), 20);
    ck_assert_int_eq(twos_left_of_first(41, ENDING_CHECKMATE, 29999), 20);
    ck_assert_int_eq(twos_left_of_first(40, ENDING_ADJUDICATED_DRAW, 0), 20);
    ck_assert_int_eq(twos_left_of_first(40, ENDING_ADJUDICATED_WIN, 30000 - 1), 20); /* mate by the last move */
    ck_assert_int_eq(twos_left_of_first(40, ENDING_ADJUDICATED_WIN, -(30000 - 25)), 32);
    ck_assert_int_eq(twos_left_of_first(41, ENDING_ADJUDICATED_WIN, 1100), 20 + PLIES_UNSEEN / 2);
    ck_assert_int_eq(twos_left_of_first(40, ENDING_ADJUDICATED_WIN, 32767), 19);
    ck_assert_int_eq(twos_left_of_first(RECORD_PLIES_MAX, ENDING_CHECKMATE, 29999), 255);
    static const Record none;
    Dataset data = {0};
    ck_assert(dataset_add(&data, &(DatasetOptions){0}, &none));
    ck_assert_uint_eq(data.training.count, 0);
}
END_TEST

Suite *target_suite(void)
{
    Suite *suite = suite_create("target");
    TCase *tc = tcase_create("target");
    tcase_add_test(tc, result_and_score_are_mixed);
    tcase_add_test(tc, won_positions_weigh_results_differently);
    tcase_add_test(tc, far_wins_count_less);
    tcase_add_test(tc, plies_left_are_counted);
    suite_add_tcase(suite, tc);
    return suite;
}
