/* SPDX-License-Identifier: GPL-3.0-only */
/* Searches under a clock that the test controls: the time spent follows from the limits, not from the machine. */
#include <sched.h>
#include <stdatomic.h>

#include "search/worker.h"
#include "tests/support/fake_time.h"
#include "tests/support/support.h"

#define MIDDLEGAME "2bak1b1r/4a4/n1c1c1n2/p1r1p3p/6p2/2P3P2/P3P3P/N1C1C1N2/4A4/R1BAK1BR1 w - - 4 14"

static Game game;
static FakeTime fake_time;

/* A searcher with one thread whose clock starts at an odd time, and its game. */
static Searcher *searcher_in(const char *fen, int step_us)
{
    Position pos = read_position(fen);
    game_init(&game);
    game_reset(&game, &pos);
    fake_time = (FakeTime){.now_us = 123456789, .step_us = step_us};
    Searcher *s = searcher_new(&(SearchOptions){.hash_mib = 8, .threads = 1, .multipv = 1});
    ck_assert_ptr_nonnull(s);
    searcher_set_clock(s, &(Clock){fake_now_us, fake_sleep_ms, &fake_time});
    return s;
}

static void end(Searcher *s)
{
    searcher_free(s);
    game_clear(&game);
}

static const struct {
    const char *name;
    Limits limits;
    int64_t least, most; /* milliseconds spent */
    int step_us;         /* time between two checks of the clock, hundreds of nodes apart; up to three checks come without a limit */
} spent_cases[] = {
    {"a move's time is used up", {.movetime_ms = 200}, 198, 202, 1000},
    {"less what is lost on the way", {.movetime_ms = 200, .overhead_ms = 50}, 148, 152, 1000},
    {"never more than half of it", {.movetime_ms = 40, .overhead_ms = 1000}, 18, 23, 1000},
    {"a minute for the game", {.clock = {.time_ms = 60000}, .overhead_ms = 20}, 300, 20000, 20000},
    {"a second for the game", {.clock = {.time_ms = 1000}, .overhead_ms = 20}, 3, 330, 1000},
    {"a second for the next move", {.clock = {.time_ms = 1000, .moves_to_go = 1}, .overhead_ms = 20}, 100, 980, 1000},
    {"the shorter of the two", {.movetime_ms = 10, .clock = {.time_ms = 60000}}, 8, 12, 1000},
};

START_TEST(time_spent_follows_from_the_limits)
{
    Searcher *s = searcher_in(MIDDLEGAME, spent_cases[_i].step_us);
    SearchResult first = searcher_run(s, &game, &spent_cases[_i].limits, NULL);
    ck_assert_msg(first.time_ms >= spent_cases[_i].least && first.time_ms <= spent_cases[_i].most, "%s: %ld ms", spent_cases[_i].name,
                  (long)first.time_ms);
    ck_assert_int_ne(first.best, MOVE_NONE);

    /* the same time again gives the same search */
    searcher_new_game(s);
    SearchResult second = searcher_run(s, &game, &spent_cases[_i].limits, NULL);
    ck_assert(first.nodes == second.nodes && first.best == second.best && first.time_ms == second.time_ms);
    end(s);
}
END_TEST

/* A slow machine: 100 ms between two checks, as if many processes share a processor. */
START_TEST(at_most_one_clock_check_is_lost)
{
    Searcher *s = searcher_in(MIDDLEGAME, 100000);
    SearchResult r = searcher_run(s, &game, &(Limits){.movetime_ms = 1000}, NULL);
    ck_assert_int_ge(r.time_ms, 1000);
    ck_assert_int_le(r.time_ms, 1200);
    end(s);
}
END_TEST

START_TEST(without_a_clock_time_is_unlimited)
{
    Searcher *s = searcher_in(MIDDLEGAME, 60000000); /* a minute between checks */
    SearchResult r = searcher_run(s, &game, &(Limits){.depth = 7}, NULL);
    ck_assert_int_eq(r.depth, 7);
    end(s);
}
END_TEST

typedef struct Noted {
    atomic_int infos;
    atomic_bool done;
} Noted;

static void note_info(void *self, const SearchInfo *info)
{
    (void)info;
    atomic_fetch_add(&((Noted *)self)->infos, 1);
}

static void note_done(void *self, const SearchResult *result)
{
    (void)result;
    atomic_store(&((Noted *)self)->done, true);
}

static void wait_for_infos(Noted *noted, int count)
{
    while (atomic_load(&noted->infos) < count)
        sched_yield();
}

START_TEST(pondering_costs_no_time)
{
    static Noted noted;
    Searcher *s = searcher_in(MIDDLEGAME, 1000);
    SearchListener listener = {.info = note_info, .done = note_done, .self = &noted};
    ck_assert_int_eq(searcher_start(s, &game, &(Limits){.ponder = true, .movetime_ms = 50}, &listener), SEARCH_BEGUN);
    wait_for_infos(&noted, 3);
    atomic_fetch_add(&fake_time.now_us, 3600LL * 1000000); /* the opponent thinks for an hour */
    wait_for_infos(&noted, atomic_load(&noted.infos) + 2);
    ck_assert(!atomic_load(&noted.done));

    long long hit = atomic_load(&fake_time.now_us);
    searcher_ponderhit(s);
    searcher_wait(s);
    long long spent_ms = (atomic_load(&fake_time.now_us) - hit) / 1000;
    ck_assert(atomic_load(&noted.done));
    ck_assert_msg(spent_ms >= 45 && spent_ms <= 70, "%lld ms after the hit", spent_ms);
    ck_assert_int_le(s->lag.spent_ms, spent_ms);
    end(s);
}
END_TEST

/* The move is played before the running iteration ends, which may be deep. */
START_TEST(the_only_move_is_played_at_the_hit)
{
    static Noted noted;
    Searcher *s = searcher_in(MIDDLEGAME, 1000);
    SearchListener listener = {.info = note_info, .done = note_done, .self = &noted};
    const Limits limits = {.ponder = true, .clock = {.time_ms = 600000}, .roots.only = {1, {move_of("a0a1")}}};
    ck_assert_int_eq(searcher_start(s, &game, &limits, &listener), SEARCH_BEGUN);
    wait_for_infos(&noted, 14);
    ck_assert(!atomic_load(&noted.done));

    long long hit = atomic_load(&fake_time.now_us);
    searcher_ponderhit(s);
    searcher_wait(s);
    long long spent_ms = (atomic_load(&fake_time.now_us) - hit) / 1000;
    ck_assert_msg(spent_ms <= 10, "%lld ms after the hit", spent_ms);
    end(s);
}
END_TEST

/* The clock of the next `go` shows the time lost outside the last search; a new game forgets it. */
START_TEST(lost_time_is_measured)
{
    enum { TIME = 60003, INCREMENT = 100, LOST = 40 };
    Searcher *s = searcher_in(MIDDLEGAME, 20000);
    Limits limits = {.clock = {.time_ms = TIME, .increment_ms = INCREMENT}, .overhead_ms = 30};
    SearchResult first = searcher_run(s, &game, &limits, NULL);
    ck_assert_int_eq(s->lag.moves, 0);
    ck_assert(game_play(&game, first.best) && game_play(&game, first.ponder));
    limits.clock.time_ms += INCREMENT - LOST - first.time_ms;
    searcher_run(s, &game, &limits, NULL);
    ck_assert_int_eq(s->lag.moves, 1);
    /* up to 21 ms less, because the clock is read only at intervals */
    ck_assert_msg(s->lag.lost_ms >= LOST - 21 && s->lag.lost_ms <= LOST, "%ld ms", (long)s->lag.lost_ms);
    searcher_new_game(s);
    ck_assert_int_eq(s->lag.moves, 0);
    end(s);
}
END_TEST

/* On a machine that delays the search, less of the clock is available. Requested sleep is not a stall. */
START_TEST(stalls_are_measured)
{
    enum { STEP = 70 };
    Searcher *s = searcher_in(MIDDLEGAME, 1000 * STEP);
    const Limits limits = {.clock = {.time_ms = 1000, .moves_to_go = 1}, .overhead_ms = 30};
    searcher_run(s, &game, &limits, NULL);
    const int64_t worst_ms = lag_worst_ms(&s->lag, limits.overhead_ms), hard_ms = s->shared.time.hard_ms;
    ck_assert_int_ge(worst_ms, STEP);
    fake_time.step_us = 1000;
    searcher_run(s, &game, &limits, NULL);
    ck_assert_int_lt(s->shared.time.hard_ms, hard_ms - (worst_ms - 30) / 2);
    searcher_new_game(s);
    ck_assert_int_eq(s->lag.worst_ms, 0);
    searcher_run(s, &game, &(Limits){.movetime_ms = 1000, .idle_percent = 80}, NULL);
    ck_assert_int_le(s->lag.worst_ms, 5);
    end(s);
}
END_TEST

/* A thread sleeps for the requested share of its time, minus rounding and the clock checks, which take a millisecond here. The
 * result is unchanged. */
START_TEST(idling_sleeps_its_share)
{
    static const int shares[] = {20, 50, 80};
    Searcher *s = searcher_in(MIDDLEGAME, 1000);
    SearchResult busy = searcher_run(s, &game, &(Limits){.nodes = 200000}, NULL);
    ck_assert_int_eq(atomic_load(&fake_time.slept_ms), 0);
    for (int i = 0; i < COUNT(shares); i++) {
        searcher_new_game(s);
        atomic_store(&fake_time.slept_ms, 0);
        SearchResult idle = searcher_run(s, &game, &(Limits){.nodes = 200000, .idle_percent = shares[i]}, NULL);
        ck_assert(busy.best == idle.best && busy.nodes == idle.nodes);
        long long share = 100 * atomic_load(&fake_time.slept_ms) / idle.time_ms;
        ck_assert_msg(share <= shares[i] && 5 * share >= 3 * shares[i], "slept %lld %% of the time instead of %d %%", share, shares[i]);
    }
    end(s);
}
END_TEST

Suite *deadlines_suite(void)
{
    Suite *suite = suite_create("deadlines");
    TCase *tc = tcase_create("a clock that the test moves");
    tcase_add_loop_test(tc, time_spent_follows_from_the_limits, 0, COUNT(spent_cases));
    tcase_add_test(tc, at_most_one_clock_check_is_lost);
    tcase_add_test(tc, without_a_clock_time_is_unlimited);
    tcase_add_test(tc, pondering_costs_no_time);
    tcase_add_test(tc, the_only_move_is_played_at_the_hit);
    tcase_add_test(tc, lost_time_is_measured);
    tcase_add_test(tc, stalls_are_measured);
    tcase_add_test(tc, idling_sleeps_its_share);
    suite_add_tcase(suite, tc);
    return suite;
}
