/* SPDX-License-Identifier: GPL-3.0-only */
/* Which reports of a search become lines, and when (protocol/info.h), under a clock that the test controls. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "protocol/info.h"
#include "tests/support/support.h"

typedef struct Desk {
    int64_t now_us;
    int ends[2];
    Output out;
    Clock clock;
    SessionSettings settings;
    EngineSettings engine;
    Printer printer;
    InfoLimiter limiter;
    char lines[20000]; /* last line read */
} Desk;

static int64_t desk_now(void *self) { return ((Desk *)self)->now_us; }

static void desk_begin(Desk *d, const Dialect *dialect, int multipv, bool debug)
{
    *d = (Desk){.now_us = 77777777, .settings = {.debug = debug}, .engine = {.multipv = multipv}};
    d->printer = (Printer){.out = &d->out, .dialect = dialect, .settings = &d->settings, .engine = &d->engine};
    d->clock = (Clock){.now_us = desk_now, .self = d};
    ck_assert_int_eq(pipe(d->ends), 0);
    fcntl(d->ends[0], F_SETFL, O_NONBLOCK);
    output_init(&d->out, d->ends[1], NULL);
    info_init(&d->limiter, &d->printer, &d->clock);
    info_start(&d->limiter);
}

static void desk_end(Desk *d)
{
    info_clear(&d->limiter);
    output_clear(&d->out);
    close(d->ends[0]);
    close(d->ends[1]);
}

static void wait_ms(Desk *d, int ms) { d->now_us += 1000LL * ms; }

/* Reads the output since the last call; returns the number of lines. */
static int look(Desk *d)
{
    ssize_t n = read(d->ends[0], d->lines, sizeof d->lines - 1);
    d->lines[n > 0 ? n : 0] = '\0';
    int count = 0;
    for (const char *at = d->lines; (at = strchr(at, '\n')); at++)
        count++;
    return count;
}

static SearchInfo info_of(int depth, int number, int lines)
{
    SearchInfo info = {.depth = depth, .seldepth = depth, .multipv = number, .lines = lines, .score = 10, .bound = BOUND_EXACT};
    info.nodes = (uint64_t)depth * 1000;
    info.time_ms = depth;
    info.pv_length = 1;
    info.pv[0] = move_of("h2e2");
    return info;
}

static void tell(Desk *d, int depth, int number, int lines)
{
    SearchInfo info = info_of(depth, number, lines);
    info_report(&d->limiter, &info);
}

START_TEST(lines_are_limited_and_the_last_is_compensated)
{
    Desk d;
    desk_begin(&d, &dialect_ucci, 1, false);
    for (int depth = 1; depth <= 40; depth++)
        tell(&d, depth, 1, 1);
    ck_assert_int_eq(look(&d), 15);
    wait_ms(&d, 1000);
    for (int depth = 41; depth <= 80; depth++)
        tell(&d, depth, 1, 1);
    ck_assert_int_eq(look(&d), 15);
    info_flush(&d.limiter);
    ck_assert_int_eq(look(&d), 1);
    ck_assert_str_eq(d.lines, "info depth 80 seldepth 80 score 10 time 80 nodes 80000 nps 1000000 hashfull 0 pv h2e2\n");
    info_flush(&d.limiter);
    ck_assert_int_eq(look(&d), 0);
    desk_end(&d);
}
END_TEST

START_TEST(lines_are_printed_once)
{
    Desk d;
    desk_begin(&d, &dialect_ucci, 1, false);
    tell(&d, 5, 1, 1);
    tell(&d, 5, 1, 1);
    info_flush(&d.limiter);
    ck_assert_int_eq(look(&d), 1);
    desk_end(&d);
}
END_TEST

START_TEST(a_set_of_lines_is_printed_whole_or_held_whole)
{
    Desk d;
    desk_begin(&d, &dialect_uci, 3, false);
    for (int depth = 1; depth <= 20; depth++)
        for (int number = 1; number <= 3; number++)
            tell(&d, depth, number, 3);
    ck_assert_int_eq(look(&d), 15); /* five sets */
    info_flush(&d.limiter);
    ck_assert_int_eq(look(&d), 3);
    ck_assert_ptr_nonnull(strstr(d.lines, "info depth 20 seldepth 20 multipv 1 score cp 10"));
    ck_assert_ptr_nonnull(strstr(d.lines, " multipv 3 "));
    desk_end(&d);
}
END_TEST

static const struct {
    const Dialect *dialect;
    bool verbose;
    int after_ms, lines;
} bound_cases[] = {
    {&dialect_uci, false, 0, 0}, {&dialect_uci, false, 4000, 1}, {&dialect_ucci, false, 4000, 0}, {&dialect_ucci, true, 0, 1}};

START_TEST(bounds_are_reported_after_a_wait)
{
    Desk d;
    SearchInfo info = info_of(9, 1, 1);
    info.passing = true;
    info.bound = BOUND_LOWER;
    desk_begin(&d, bound_cases[_i].dialect, 1, bound_cases[_i].verbose);
    wait_ms(&d, bound_cases[_i].after_ms);
    info_report(&d.limiter, &info);
    ck_assert_int_eq(look(&d), bound_cases[_i].lines);
    ck_assert(!bound_cases[_i].lines || strstr(d.lines, " 10 lowerbound "));
    desk_end(&d);
}
END_TEST

START_TEST(silence_is_broken)
{
    Desk d;
    desk_begin(&d, &dialect_ucci, 1, false);
    wait_ms(&d, 2900);
    info_keep_alive(&d.limiter);
    ck_assert_int_eq(look(&d), 0);
    wait_ms(&d, 200);
    info_keep_alive(&d.limiter);
    look(&d);
    ck_assert_str_eq(d.lines, "info time 3100\n");
    info_root_move(&d.limiter, 7, move_of("b2e2"), 3, 50); /* too early for a line of its own */
    ck_assert_int_eq(look(&d), 0);
    wait_ms(&d, 3000);
    info_keep_alive(&d.limiter);
    look(&d);
    ck_assert_str_eq(d.lines, "info depth 7 currmove b2e2 currmovenumber 3 time 6100\n");
    for (int depth = 1; depth <= 20; depth++)
        tell(&d, depth, 1, 1);
    look(&d);
    wait_ms(&d, 3000);
    info_keep_alive(&d.limiter); /* the held line comes first */
    ck_assert_int_eq(look(&d), 1);
    ck_assert_ptr_nonnull(strstr(d.lines, "info depth 20 "));
    desk_end(&d);
}
END_TEST

/* A mate in the last line of a burst is not held back. */
START_TEST(held_lines_are_printed_as_soon_as_possible)
{
    Desk d;
    desk_begin(&d, &dialect_uci, 2, false);
    for (int depth = 1; depth <= 20; depth++)
        for (int number = 1; number <= 2; number++)
            tell(&d, depth, number, 2);
    ck_assert_int_eq(look(&d), 16); /* one line more than the quota allows */
    wait_ms(&d, 100);
    info_keep_alive(&d.limiter);
    ck_assert_int_eq(look(&d), 0); /* the quota has not been refilled yet */
    wait_ms(&d, 100);
    info_keep_alive(&d.limiter);
    ck_assert_int_eq(look(&d), 2);
    ck_assert_ptr_nonnull(strstr(d.lines, "info depth 20 seldepth 20 multipv 1 score cp 10"));
    info_keep_alive(&d.limiter);
    info_flush(&d.limiter);
    ck_assert_int_eq(look(&d), 0); /* printed once */

    tell(&d, 21, 1, 2);
    wait_ms(&d, 500);
    info_keep_alive(&d.limiter);
    ck_assert_int_eq(look(&d), 0); /* half a set */
    tell(&d, 21, 2, 2);
    info_keep_alive(&d.limiter);
    ck_assert_int_eq(look(&d), 2);
    desk_end(&d);
}
END_TEST

/* Nor does the first line of a search that knows the game as decided wait for quota. */
START_TEST(a_decided_game_is_reported_at_once)
{
    Desk d;
    desk_begin(&d, &dialect_uci, 1, false);
    for (int search = 0; search < 2; search++) {
        info_start(&d.limiter);
        for (int depth = 1; depth <= 40; depth++)
            tell(&d, depth, 1, 1);
        look(&d);
        for (int depth = 41; depth <= 50; depth++) {
            SearchInfo info = info_of(depth, 1, 1);
            info.score = mate_in(101 - depth);
            info_report(&d.limiter, &info);
        }
        ck_assert_int_eq(look(&d), 1);
        ck_assert_ptr_nonnull(strstr(d.lines, "info depth 41 seldepth 41 multipv 1 score mate 30 "));
        wait_ms(&d, 50); /* lines beyond the quota are compensated by silence */
        info_keep_alive(&d.limiter);
        ck_assert_int_eq(look(&d), 0);
        info_flush(&d.limiter);
        ck_assert_int_eq(look(&d), 1);
    }
    desk_end(&d);
}
END_TEST

START_TEST(chances_follow_the_score)
{
    int before = -1;
    for (Score score = -3000; score <= 3000; score += 25) {
        Wdl chances = wdl_from_score(score), mirror = wdl_from_score(-score);
        ck_assert_int_eq(chances.win + chances.draw + chances.loss, 1000);
        ck_assert_int_eq(chances.win, mirror.loss);
        ck_assert(chances.draw >= 0 && chances.win >= before);
        before = chances.win;
    }
    ck_assert_int_eq(wdl_from_score(220).win, 500);
    ck_assert_int_eq(wdl_from_score(mate_in(5)).win, 1000);
    ck_assert_int_eq(wdl_from_score(mated_in(5)).loss, 1000);
}
END_TEST

START_TEST(mates_are_reported_in_moves)
{
    static const struct {
        Score score;
        int moves;
    } cases[] = {{29999, 1}, {29997, 2}, {29991, 5}, {-30000, 0}, {-29998, -1}, {-29996, -2}, {-29990, -5}};
    for (int i = 0; i < COUNT(cases); i++)
        REQUIRE(mate_moves(cases[i].score) == cases[i].moves, "%d: %d", cases[i].score, mate_moves(cases[i].score));
}
END_TEST

Suite *info_suite(void)
{
    Suite *suite = suite_create("info");
    TCase *tc = tcase_create("lines");
    tcase_add_test(tc, lines_are_limited_and_the_last_is_compensated);
    tcase_add_test(tc, lines_are_printed_once);
    tcase_add_test(tc, a_set_of_lines_is_printed_whole_or_held_whole);
    tcase_add_loop_test(tc, bounds_are_reported_after_a_wait, 0, COUNT(bound_cases));
    tcase_add_test(tc, silence_is_broken);
    tcase_add_test(tc, held_lines_are_printed_as_soon_as_possible);
    tcase_add_test(tc, a_decided_game_is_reported_at_once);
    tcase_add_test(tc, chances_follow_the_score);
    tcase_add_test(tc, mates_are_reported_in_moves);
    suite_add_tcase(suite, tc);
    return suite;
}
