/* SPDX-License-Identifier: GPL-3.0-only */
/* From clocks to deadlines. */
#include "search/timeman.h"

#include "tests/support/support.h"

static const struct {
    const char *name;
    Limits limits;
    int game_ply;
    int64_t soft_least, soft_most, hard_most;
} clocks[] = {
    {"one move's time", {.movetime_ms = 300, .overhead_ms = 20}, 0, 280, 280, 280},
    {"one move's time, little", {.movetime_ms = 30, .overhead_ms = 20}, 0, 15, 15, 15},
    {"one move's time, next to nothing", {.movetime_ms = 1, .overhead_ms = 20}, 0, 1, 1, 1},
    {"a minute, no increment", {.clock = {.time_ms = 60000}, .overhead_ms = 20}, 0, 600, 3000, 9900},
    {"a minute, late in the game", {.clock = {.time_ms = 60000}, .overhead_ms = 20}, 200, 1000, 4000, 20000},
    {"3 s + 0.05 s", {.clock = {.time_ms = 3000, .increment_ms = 50}, .overhead_ms = 20}, 0, 50, 250, 1250},
    {"nearly nothing left", {.clock = {.time_ms = 25}, .overhead_ms = 20}, 60, 1, 5, 5},
    {"less than the overhead", {.clock = {.time_ms = 1}, .overhead_ms = 20}, 60, 1, 1, 1},
    {"forty moves in a minute", {.clock = {.time_ms = 60000, .moves_to_go = 40}, .overhead_ms = 20}, 0, 1000, 1600, 7500},
    {"the last move before the control", {.clock = {.time_ms = 1000, .moves_to_go = 1}, .overhead_ms = 20}, 0, 600, 850, 950},
    {"increment larger than the clock", {.clock = {.time_ms = 500, .increment_ms = 5000}, .overhead_ms = 20}, 0, 100, 290, 480},
    {"both a clock and a move's time", {.movetime_ms = 100, .clock = {.time_ms = 60000}, .overhead_ms = 20}, 0, 80, 80, 80},
};

START_TEST(deadlines_lie_where_they_should)
{
    TimeManager t;
    time_init(&t, &clocks[_i].limits, clocks[_i].game_ply);
    ck_assert(t.timed);
    ck_assert_msg(t.soft_ms >= clocks[_i].soft_least && t.soft_ms <= clocks[_i].soft_most, "%s: soft %ld", clocks[_i].name,
                  (long)t.soft_ms);
    ck_assert_msg(t.hard_ms >= t.soft_ms && t.hard_ms <= clocks[_i].hard_most, "%s: hard %ld", clocks[_i].name, (long)t.hard_ms);
}
END_TEST

START_TEST(no_clock_no_deadline)
{
    TimeManager t;
    time_init(&t, &(Limits){.depth = 5}, 0);
    ck_assert(!t.timed);
}
END_TEST

START_TEST(settled_moves_take_less_and_trouble_takes_more)
{
    TimeManager t;
    time_init(&t, &(Limits){.clock = {.time_ms = 60000}, .overhead_ms = 20}, 0);
    int64_t usual = time_soft_deadline(&t, &(Stability){2, 0, 0.6});
    ck_assert(time_soft_deadline(&t, &(Stability){9, 0, 0.6}) < usual);
    ck_assert(time_soft_deadline(&t, &(Stability){0, 0, 0.6}) > usual);
    ck_assert(time_soft_deadline(&t, &(Stability){2, 60, 0.6}) > usual);
    ck_assert(time_soft_deadline(&t, &(Stability){2, 0, 0.95}) < usual);
    ck_assert(time_soft_deadline(&t, &(Stability){0, 500, 0.0}) <= t.hard_ms);
}
END_TEST

static int64_t soft_against(int64_t opp_time, int64_t opp_increment)
{
    TimeManager t;
    time_init(&t,
              &(Limits){.clock = {.time_ms = 60000, .increment_ms = 500, .opp_time_ms = opp_time, .opp_increment_ms = opp_increment},
                        .overhead_ms = 20},
              40);
    return t.soft_ms;
}

START_TEST(a_lead_on_the_clock_is_used)
{
    int64_t usual = soft_against(0, 0); /* unknown */
    ck_assert_int_eq(soft_against(60000, 500), usual);
    ck_assert_int_eq(soft_against(90000, 500), usual); /* being behind is no reason to hurry */
    ck_assert_int_eq(soft_against(70000, 0), usual);   /* what he has more he will not gain */
    ck_assert(soft_against(30000, 500) > usual * 11 / 10);
    ck_assert(soft_against(1, 0) > soft_against(30000, 500));
    ck_assert(soft_against(1, 0) < usual * 2);
}
END_TEST

/* A clock that is always spent to the hard deadline must still never run out. */
START_TEST(the_clock_never_runs_out)
{
    static const int64_t increments[] = {0, 10, 50, 1000};
    for (int i = 0; i < COUNT(increments); i++) {
        int64_t left = 1000;
        for (int move = 0; move < 200; move++) {
            TimeManager t;
            time_init(&t, &(Limits){.clock = {.time_ms = left, .increment_ms = increments[i]}, .overhead_ms = 20}, 2 * move);
            left -= t.hard_ms;
            REQUIRE(left > 0, "increment %ld, move %d: %ld ms left", (long)increments[i], move, (long)left);
            left += increments[i];
        }
    }
}
END_TEST

/* A busy machine that loses five milliseconds with every move: the increments fill an empty clock. */
START_TEST(an_empty_clock_fills_up)
{
    int64_t left = 60;
    for (int move = 100; move < 160; move++) {
        TimeManager t;
        time_init(&t, &(Limits){.clock = {.time_ms = left, .increment_ms = 10}, .overhead_ms = 20}, 2 * move);
        left += 10 - 5 - t.soft_ms;
    }
    ck_assert_msg(left > 120, "%ld ms left", (long)left);
}
END_TEST

Suite *timeman_suite(void)
{
    Suite *s = suite_create("timeman");
    TCase *tc = tcase_create("deadlines");
    tcase_add_loop_test(tc, deadlines_lie_where_they_should, 0, COUNT(clocks));
    tcase_add_test(tc, no_clock_no_deadline);
    tcase_add_test(tc, settled_moves_take_less_and_trouble_takes_more);
    tcase_add_test(tc, a_lead_on_the_clock_is_used);
    tcase_add_test(tc, the_clock_never_runs_out);
    tcase_add_test(tc, an_empty_clock_fills_up);
    suite_add_tcase(s, tc);
    return s;
}
