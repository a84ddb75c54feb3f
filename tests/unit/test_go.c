/* SPDX-License-Identifier: GPL-3.0-only */
/* Conversion of the arguments of `go` to limits. */
#include "protocol/parse.h"

#include <stdio.h>

#include "engine/board/position.h"
#include "tests/support/support.h"

static const struct {
    const char *args;
    GameClock clock; /* clock without moves_to_go and will_ponder */
} clocks[] = {
    {"time 9000 increment 100 opptime 8000 oppincrement 50",
     {.time_ms = 9000, .increment_ms = 100, .opp_time_ms = 8000, .opp_increment_ms = 50}},
    {"time 9000 increment 100 opptime 8000 oppincrement 0", {.time_ms = 9000, .increment_ms = 100, .opp_time_ms = 8000}},
    {"time 9000 increment 100 opptime 8000", {.time_ms = 9000, .increment_ms = 100, .opp_time_ms = 8000, .opp_increment_ms = 100}},
    {"time 9000 opptime 8000", {.time_ms = 9000, .opp_time_ms = 8000}},
    {"wtime 9000 btime 8000 winc 100 binc 50", {.time_ms = 9000, .increment_ms = 100, .opp_time_ms = 8000, .opp_increment_ms = 50}},
    {"wtime 9000 btime 8000 winc 100 binc 0", {.time_ms = 9000, .increment_ms = 100, .opp_time_ms = 8000}},
    {"wtime 9000 btime 8000 winc 100", {.time_ms = 9000, .increment_ms = 100, .opp_time_ms = 8000, .opp_increment_ms = 100}},
    {"btime 8000 binc 100", {.time_ms = 8000, .increment_ms = 100, .opp_time_ms = 8000, .opp_increment_ms = 100}},
    {"btime 8000 winc 50", {.time_ms = 8000, .increment_ms = 50, .opp_time_ms = 8000, .opp_increment_ms = 50}},
    {"opptime 7000", {.time_ms = 7000, .opp_time_ms = 7000}},
    {"wtime 9000 btime 8000 binc 100", {.time_ms = 9000, .opp_time_ms = 8000, .opp_increment_ms = 100}},
};

START_TEST(a_missing_opponent_clock_is_assumed_equal)
{
    char args[100];
    snprintf(args, sizeof args, "%s", clocks[_i].args);
    GoArgs go;
    Limits limits;
    Position pos;
    bool infinite;
    position_start(&pos);
    go_read(args, &go);
    go_limits(&go, true, &pos, &limits, &infinite);
    ck_assert(!infinite);
    ck_assert_int_eq(limits.clock.time_ms, clocks[_i].clock.time_ms);
    ck_assert_int_eq(limits.clock.increment_ms, clocks[_i].clock.increment_ms);
    ck_assert_int_eq(limits.clock.opp_time_ms, clocks[_i].clock.opp_time_ms);
    ck_assert_int_eq(limits.clock.opp_increment_ms, clocks[_i].clock.opp_increment_ms);
}
END_TEST

START_TEST(a_negative_depth_still_searches)
{
    GoArgs go;
    Limits limits;
    Position pos;
    bool infinite;
    position_start(&pos);
    go_read((char[]){"depth -1"}, &go);
    ck_assert_int_eq(go.number[GO_DEPTH], 1);
    go_limits(&go, true, &pos, &limits, &infinite);
    ck_assert(!infinite && limits.depth == 1);
    go_read((char[]){"depth 0 movetime -5"}, &go);
    ck_assert(go.number[GO_DEPTH] == 0 && go.number[GO_MOVETIME] == 0);
}
END_TEST

Suite *go_suite(void)
{
    Suite *suite = suite_create("go");
    TCase *tc = tcase_create("clocks");
    tcase_add_loop_test(tc, a_missing_opponent_clock_is_assumed_equal, 0, COUNT(clocks));
    tcase_add_test(tc, a_negative_depth_still_searches);
    suite_add_tcase(suite, tc);
    return suite;
}
