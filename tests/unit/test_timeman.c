/* SPDX-License-Identifier: GPL-3.0-only */
/* Conversion of clocks to deadlines. */
#include "search/timeman.h"

#include "tests/support/support.h"

static const struct {
    const char *name;
    Limits limits;
    int64_t soft_least, soft_most, hard_most;
} clocks[] = {
    {"one move's time", {.movetime_ms = 300, .overhead_ms = 20}, 280, 280, 280},
    {"one move's time, little", {.movetime_ms = 30, .overhead_ms = 20}, 15, 15, 15},
    {"one move's time, next to nothing", {.movetime_ms = 1, .overhead_ms = 20}, 1, 1, 1},
    {"a minute, no increment", {.clock = {.time_ms = 60000}, .overhead_ms = 20}, 600, 3000, 9900},
    {"3 s + 0.05 s", {.clock = {.time_ms = 3000, .increment_ms = 50}, .overhead_ms = 20}, 50, 250, 1250},
    {"nearly nothing left", {.clock = {.time_ms = 25}, .overhead_ms = 20}, 1, 5, 5},
    {"less than the overhead", {.clock = {.time_ms = 1}, .overhead_ms = 20}, 1, 1, 1},
    {"forty moves in a minute", {.clock = {.time_ms = 60000, .moves_to_go = 40}, .overhead_ms = 20}, 1000, 1600, 7500},
    {"the last move before the control", {.clock = {.time_ms = 1000, .moves_to_go = 1}, .overhead_ms = 20}, 600, 850, 950},
    {"increment larger than the clock", {.clock = {.time_ms = 500, .increment_ms = 5000}, .overhead_ms = 20}, 100, 290, 480},
    {"both a clock and a move's time", {.movetime_ms = 100, .clock = {.time_ms = 60000}, .overhead_ms = 20}, 80, 80, 80},
};

START_TEST(deadlines_are_as_expected)
{
    TimeManager t;
    time_init(&t, &clocks[_i].limits, clocks[_i].limits.overhead_ms, 20);
    ck_assert(t.timed);
    ck_assert_msg(t.soft_ms >= clocks[_i].soft_least && t.soft_ms <= clocks[_i].soft_most, "%s: soft %ld", clocks[_i].name,
                  (long)t.soft_ms);
    ck_assert_msg(t.hard_ms >= t.soft_ms && t.hard_ms <= clocks[_i].hard_most, "%s: hard %ld", clocks[_i].name, (long)t.hard_ms);
}
END_TEST

START_TEST(no_clock_no_deadline)
{
    TimeManager t;
    time_init(&t, &(Limits){.depth = 5}, 0, 0);
    ck_assert(!t.timed);
}
END_TEST

START_TEST(stable_moves_take_less_and_falling_scores_more)
{
    TimeManager t;
    time_init(&t, &(Limits){.clock = {.time_ms = 60000}, .overhead_ms = 20}, 20, 20);
    int64_t usual = time_soft_deadline(&t, &(Stability){2, 0, 0.6});
    ck_assert(time_soft_deadline(&t, &(Stability){9, 0, 0.6}) < usual);
    ck_assert(time_soft_deadline(&t, &(Stability){0, 0, 0.6}) > usual);
    ck_assert(time_soft_deadline(&t, &(Stability){2, 60, 0.6}) > usual);
    ck_assert(time_soft_deadline(&t, &(Stability){2, 0, 0.95}) < usual);
    ck_assert(time_soft_deadline(&t, &(Stability){0, 500, 0.0}) <= t.hard_ms);
    ck_assert(time_soft_deadline(&t, &(Stability){2, 0, SHARE_UNKNOWN}) < usual);
    ck_assert(time_soft_deadline(&t, &(Stability){2, 0, SHARE_UNKNOWN}) > time_soft_deadline(&t, &(Stability){2, 0, 0.95}));
    for (int stable = 1; stable <= 8; stable++)
        ck_assert(time_soft_deadline(&t, &(Stability){stable, 0, 0.6}) < time_soft_deadline(&t, &(Stability){stable - 1, 0, 0.6}));
    ck_assert(time_soft_deadline(&t, &(Stability){100, 0, 0.6}) == time_soft_deadline(&t, &(Stability){8, 0, 0.6}));
}
END_TEST

static int64_t soft_against(int64_t opp_time, int64_t opp_increment)
{
    TimeManager t;
    time_init(&t,
              &(Limits){.clock = {.time_ms = 60000, .increment_ms = 500, .opp_time_ms = opp_time, .opp_increment_ms = opp_increment},
                        .overhead_ms = 20},
              20, 20);
    return t.soft_ms;
}

START_TEST(a_lead_on_the_clock_is_used)
{
    int64_t usual = soft_against(0, 0); /* unknown */
    ck_assert_int_eq(soft_against(60000, 500), usual);
    ck_assert_int_eq(soft_against(90000, 500), usual); /* a deficit is no reason to hurry */
    ck_assert_int_eq(soft_against(70000, 0), usual);   /* a larger clock without increment */
    ck_assert(soft_against(30000, 500) > usual * 11 / 10);
    ck_assert(soft_against(1, 0) > soft_against(30000, 500));
    ck_assert(soft_against(1, 0) < usual * 2);
}
END_TEST

/* A clock from which the hard deadline is always spent must not run out: never with increments, and late without. */
START_TEST(the_clock_never_runs_out)
{
    static const int64_t increments[] = {0, 10, 50, 1000};
    for (int i = 0; i < COUNT(increments); i++) {
        int64_t left = 1000;
        for (int move = 0; move < (increments[i] ? 200 : 100); move++) {
            TimeManager t;
            time_init(&t, &(Limits){.clock = {.time_ms = left, .increment_ms = increments[i]}, .overhead_ms = 20}, 20, 0);
            left -= t.hard_ms;
            REQUIRE(left > 0, "increment %ld, move %d: %ld ms left", (long)increments[i], move, (long)left);
            left += increments[i];
        }
    }
}
END_TEST

/* On a busy machine that loses five milliseconds per move, increments refill an empty clock. */
START_TEST(an_empty_clock_fills_up)
{
    int64_t left = 40;
    for (int move = 0; move < 60; move++) {
        TimeManager t;
        time_init(&t, &(Limits){.clock = {.time_ms = left, .increment_ms = 10}, .overhead_ms = 20}, 20, 5);
        left += 10 - 5 - t.soft_ms;
    }
    ck_assert_msg(left > 75, "%ld ms left", (long)left);
}
END_TEST

/* ---- time lost outside the search ---- */

enum { OVERHEAD = 30, SPENT = 100, INCREMENT = 50 };

typedef struct Gui { /* plays a game by its clock */
    LagMeter meter;
    int64_t clock_ms; /* real time left */
    int64_t lost_ms;  /* lost with each move */
    int64_t unit_ms;  /* unit of the reported clock */
    int64_t told_ms;  /* increment reported; INCREMENT is added */
    int game_ply;
} Gui;

/* Plays this number of moves. Returns the expected loss of the next one. */
static int64_t lag_after(Gui *gui, int moves)
{
    for (int i = 0; i < moves; i++) {
        lag_move_begins(&gui->meter, &(GameClock){.time_ms = gui->clock_ms / gui->unit_ms * gui->unit_ms, .increment_ms = gui->told_ms},
                        gui->game_ply, OVERHEAD);
        lag_move_ends(&gui->meter, SPENT, 0, OVERHEAD);
        gui->clock_ms += INCREMENT - SPENT - gui->lost_ms;
        gui->game_ply += 2;
    }
    return lag_expected_ms(&gui->meter, OVERHEAD);
}

START_TEST(the_lag_is_learned_from_the_clock)
{
    Gui prompt = {.clock_ms = 60001, .unit_ms = 1, .told_ms = INCREMENT}, slow = prompt, late = prompt, stingy = prompt;
    const int64_t at_first = lag_after(&(Gui){0}, 0);
    ck_assert(at_first > 0 && at_first < OVERHEAD / 2);
    ck_assert_int_eq(lag_after(&prompt, 5), 0);
    slow.lost_ms = 40;
    ck_assert_int_gt(lag_after(&slow, 4), at_first);
    ck_assert_int_eq(lag_after(&slow, 40), 39);
    slow.lost_ms = 0; /* a GUI that has become prompt is soon recognized */
    ck_assert_int_lt(lag_after(&slow, 200), 5);
    stingy.told_ms = INCREMENT + 30; /* the GUI adds less than it reports */
    ck_assert_int_eq(lag_after(&stingy, 40), 29);
    late.lost_ms = 5000; /* one move is delayed */
    lag_after(&late, 1);
    late.lost_ms = 0;
    ck_assert_int_le(lag_after(&late, 1), 2 * OVERHEAD + 2);
    ck_assert_int_le(lag_after(&late, 20), OVERHEAD / 5);
}
END_TEST

START_TEST(only_the_next_move_updates_the_lag)
{
    Gui gui = {.clock_ms = 60001, .unit_ms = 1, .told_ms = INCREMENT, .lost_ms = 20};
    const int64_t known = lag_after(&gui, 20);
    const int moves = gui.meter.moves;
    ck_assert_int_eq(moves, 19);
    gui.game_ply -= 10; /* moves are taken back */
    ck_assert_int_eq(lag_after(&gui, 1), known);
    gui.game_ply += 2; /* a book move */
    ck_assert_int_eq(lag_after(&gui, 1), known);
    lag_move_begins(&gui.meter, &(GameClock){0}, gui.game_ply, OVERHEAD); /* this move has no clock */
    lag_move_ends(&gui.meter, SPENT, 0, OVERHEAD);
    gui.game_ply += 2;
    ck_assert_int_eq(lag_after(&gui, 1), known);
    gui.meter.spent_ms = -1; /* a search that has not ended */
    ck_assert_int_eq(lag_after(&gui, 1), known);
    gui.meter.clock.moves_to_go = 1; /* the time control is reached */
    gui.clock_ms += 500;
    ck_assert_int_eq(lag_after(&gui, 1), known);
    ck_assert_int_eq(gui.meter.moves, moves);

    Gui in_seconds = {.clock_ms = 60000, .unit_ms = 1000, .lost_ms = 20};
    lag_after(&in_seconds, 60);
    ck_assert_int_eq(in_seconds.meter.moves, 0);
}
END_TEST

/* If the clock shows more time than before, this counts as no loss, and is not set off against the
 * losses of later moves. */
START_TEST(a_clock_that_rises_counts_as_no_loss)
{
    Gui gui = {.clock_ms = 60001, .unit_ms = 1, .told_ms = INCREMENT, .lost_ms = -900};
    ck_assert_int_eq(lag_after(&gui, 40), 0);
    gui.lost_ms = 40;
    ck_assert_int_gt(lag_after(&gui, 40), 15);
}
END_TEST

/* Returns the worst loss to expect after one move that was delayed this long and a number of prompt ones. */
static int64_t worst_after(int64_t stall_ms, int moves)
{
    LagMeter meter = {0};
    lag_move_ends(&meter, SPENT, stall_ms, OVERHEAD);
    for (int i = 0; i < moves; i++)
        lag_move_ends(&meter, SPENT, 1, OVERHEAD);
    return lag_worst_ms(&meter, OVERHEAD);
}

START_TEST(stalls_are_remembered)
{
    ck_assert_int_eq(worst_after(0, 0), OVERHEAD);
    ck_assert_int_eq(worst_after(OVERHEAD - 1, 0), OVERHEAD);
    ck_assert_int_eq(worst_after(2 * OVERHEAD, 0), 2 * OVERHEAD);
    ck_assert_int_gt(worst_after(2 * OVERHEAD, 3), OVERHEAD); /* another delay may follow */
    ck_assert_int_eq(worst_after(2 * OVERHEAD, 10), OVERHEAD);
    ck_assert_int_eq(worst_after(60000, 0), 4 * OVERHEAD); /* a machine that slept for a minute need not do so again */
    ck_assert_int_eq(worst_after(60000, 20), OVERHEAD);
    ck_assert_int_eq(lag_worst_ms(&(LagMeter){.worst_ms = 500}, 0), 0);

    /* time lost on the way counts as well */
    Gui late = {.clock_ms = 60001, .unit_ms = 1, .told_ms = INCREMENT, .lost_ms = 2 * OVERHEAD};
    lag_after(&late, 5);
    ck_assert_int_ge(lag_worst_ms(&late.meter, OVERHEAD), 2 * OVERHEAD * 3 / 4);
}
END_TEST

static int64_t soft_with_worst(int64_t time_ms, int64_t worst_ms)
{
    TimeManager t;
    time_init(&t, &(Limits){.clock = {.time_ms = time_ms, .increment_ms = INCREMENT}, .overhead_ms = OVERHEAD}, worst_ms, 0);
    return t.soft_ms;
}

/* Half of the clock may still be spent if the overhead leaves that much. */
START_TEST(one_delay_does_not_take_the_whole_clock)
{
    ck_assert_int_lt(soft_with_worst(1000, 4 * OVERHEAD), soft_with_worst(1000, OVERHEAD));
    ck_assert_int_eq(soft_with_worst(4 * OVERHEAD, 4 * OVERHEAD), soft_with_worst(4 * OVERHEAD, 2 * OVERHEAD));
    ck_assert_int_gt(soft_with_worst(4 * OVERHEAD, 4 * OVERHEAD), 1);
    ck_assert_int_eq(soft_with_worst(OVERHEAD, 4 * OVERHEAD), 1);
}
END_TEST

static int64_t soft_with_lag(GameClock clock, int64_t lag_ms)
{
    TimeManager t;
    time_init(&t, &(Limits){.clock = clock, .overhead_ms = OVERHEAD}, OVERHEAD, lag_ms);
    ck_assert_int_ge(t.hard_ms, t.soft_ms);
    return t.soft_ms;
}

/* Time is reserved for the expected losses, but never most of the clock. */
START_TEST(time_is_reserved_for_lag)
{
    static const GameClock kinds[] = {{.time_ms = 20000}, {.time_ms = 20000, .increment_ms = 50}, {.time_ms = 20000, .moves_to_go = 40}};
    for (int i = 0; i < COUNT(kinds); i++) {
        const int64_t none = soft_with_lag(kinds[i], 0), some = soft_with_lag(kinds[i], 100);
        REQUIRE(some < none * 9 / 10 && some > none / 2, "clock %d: %ld, %ld", i, (long)none, (long)some);
        REQUIRE(soft_with_lag(kinds[i], 5000) > none / 8, "clock %d", i);
    }
}
END_TEST

Suite *timeman_suite(void)
{
    Suite *s = suite_create("timeman");
    TCase *tc = tcase_create("deadlines");
    tcase_add_loop_test(tc, deadlines_are_as_expected, 0, COUNT(clocks));
    tcase_add_test(tc, no_clock_no_deadline);
    tcase_add_test(tc, stable_moves_take_less_and_falling_scores_more);
    tcase_add_test(tc, a_lead_on_the_clock_is_used);
    tcase_add_test(tc, the_clock_never_runs_out);
    tcase_add_test(tc, an_empty_clock_fills_up);
    tcase_add_test(tc, the_lag_is_learned_from_the_clock);
    tcase_add_test(tc, only_the_next_move_updates_the_lag);
    tcase_add_test(tc, a_clock_that_rises_counts_as_no_loss);
    tcase_add_test(tc, stalls_are_remembered);
    tcase_add_test(tc, one_delay_does_not_take_the_whole_clock);
    tcase_add_test(tc, time_is_reserved_for_lag);
    suite_add_tcase(s, tc);
    return s;
}
