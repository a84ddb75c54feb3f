/* SPDX-License-Identifier: GPL-3.0-only */
/* Knockout and Swiss tournaments, played with results that the tests make up. */
#include <stdlib.h>
#include <string.h>

#include "bench/match/rounds.h"
#include "engine/base/rng.h"
#include "tests/support/support.h"

typedef int Result(const Fixture *f, void *self); /* half points of Red */

/* Plays all games that are to be played, in a random order among those that are ready. Returns their number. */
static int play_all(Rounds *r, Result *result, void *self, uint64_t seed)
{
    const int total = schedule_total(r->schedule);
    bool *done = calloc((size_t)total, sizeof *done);
    int *ready = calloc((size_t)total, sizeof *ready), played = 0;
    Rng rng = {seed};
    ck_assert(done && ready);
    for (;;) {
        int count = 0;
        for (int id = 0; id < total; id++)
            if (!done[id] && rounds_state(r, id) == GAME_READY)
                ready[count++] = id;
        if (count == 0)
            break;
        const int id = ready[rng_below(&rng, (uint32_t)count)];
        const Fixture f = rounds_fixture(r, id);
        ck_assert(rounds_add(r, id, result(&f, self)));
        done[id] = true;
        played++;
    }
    for (int id = 0; id < total; id++)
        ck_assert_int_eq(rounds_state(r, id), done[id] ? GAME_READY : GAME_VOID);
    ck_assert_int_eq(played + r->voids, total);
    free(done);
    free(ready);
    return played;
}

static int better_seed_wins(const Fixture *f, void *self)
{
    (void)self;
    return f->red < f->black ? 2 : 0;
}

static int all_drawn(const Fixture *f, void *self)
{
    (void)f, (void)self;
    return 1;
}

static int by_lot(const Fixture *f, void *self)
{
    (void)f;
    return (int)rng_below(self, 3);
}

START_TEST(in_a_knockout_the_best_meet_last)
{
    for (int n = 2; n <= 33; n++) {
        const Schedule s = {.engines = n, .format = FORMAT_KNOCKOUT, .repeat = true, .games = 2, .shard = 1, .shards = 1, .tiebreaks = 1};
        Rounds r;
        int order[33];
        ck_assert(rounds_init(&r, &s));
        ck_assert_int_eq(play_all(&r, better_seed_wins, NULL, (uint64_t)n), 2 * (n - 1));
        for (int round = 0, left = n; round < r.count; round++) {
            const int size = r.first[round + 1] - r.first[round], byes = left - 2 * size;
            ck_assert_msg(round == 0 || byes == 0, "%d engines, round %d: %d without an opponent", n, round, byes);
            for (int i = 0; i < size; i++) {
                const RoundMatch *m = &r.matches[r.first[round] + i];
                ck_assert_msg(m->first == byes + i && m->second == left - 1 - i && m->winner == m->first, "%d engines, round %d: %d - %d",
                              n, round, m->first, m->second);
            }
            left -= size;
        }
        ck_assert(rounds_rank(&r, order));
        ck_assert_int_eq(order[0], 0);
        ck_assert_int_eq(order[1], 1);
        ck_assert_int_eq(rounds_won(&r, 0), n == 2 || n % 2 == 0 ? r.count - (r.first[1] < n / 2) : r.count - 1);
        rounds_clear(&r);
    }
}
END_TEST

/* Black wins each game of the pair that has engine 3 as Black; all others are drawn. */
static int black_3_wins(const Fixture *f, void *self)
{
    (void)self;
    return f->black == 3 ? 0 : f->red == 3 ? 2 : 1;
}

/* Red wins every game: both engines score alike, and engine 0 has no more wins as Black than the other. */
static int red_wins(const Fixture *f, void *self)
{
    (void)f, (void)self;
    return 2;
}

START_TEST(a_drawn_match_is_decided)
{
    Schedule s = {.engines = 4, .format = FORMAT_KNOCKOUT, .repeat = true, .games = 2, .shard = 1, .shards = 1, .tiebreaks = 3};
    Rounds r;
    ck_assert(rounds_init(&r, &s));
    ck_assert_int_eq(play_all(&r, all_drawn, NULL, 1), 3 * 8);
    ck_assert_int_eq(r.matches[2].winner, 0);
    rounds_clear(&r);
    ck_assert(rounds_init(&r, &s));
    ck_assert_int_eq(play_all(&r, black_3_wins, NULL, 2), 2 + 8 + 2);
    ck_assert_int_eq(r.matches[2].winner, 3);
    rounds_clear(&r);
    ck_assert(rounds_init(&r, &s));
    ck_assert_int_eq(play_all(&r, red_wins, NULL, 3), 3 * 8);
    ck_assert_int_eq(r.matches[2].winner, 0);
    rounds_clear(&r);
    s.repeat = false; /* one further game at a time; the second game of a match has the other colours */
    s.games = 1;
    ck_assert(rounds_init(&r, &s));
    ck_assert_int_eq(play_all(&r, black_3_wins, NULL, 4), 1 + 4 + 1);
    rounds_clear(&r);
}
END_TEST

/* Returns true if each engine plays once or has no opponent. */
static void assert_round(const Rounds *r, int round, int n, int *met)
{
    int seen[40] = {0};
    for (int i = r->first[round]; i < r->first[round + 1]; i++) {
        const RoundMatch *m = &r->matches[i];
        ck_assert(m->first < m->second);
        seen[m->first]++;
        seen[m->second]++;
        met[m->first * n + m->second]++;
    }
    if (r->byes[round] >= 0)
        seen[r->byes[round]]++;
    for (int i = 0; i < n; i++)
        ck_assert_int_eq(seen[i], 1);
}

START_TEST(swiss_rounds_are_sound)
{
    for (int n = 2; n <= 40; n++)
        for (int seed = 1; seed <= 5; seed++) {
            const int rounds = n < 5 ? 1 : n / 2;
            const Schedule s = {
                .engines = n, .format = FORMAT_SWISS, .repeat = true, .games = 2, .shard = 1, .shards = 1, .rounds = rounds};
            Rounds r;
            Rng rng = {(uint64_t)(n * 100 + seed)};
            int met[40 * 40] = {0}, order[40], points = 0, byes[40] = {0};
            ck_assert(rounds_init(&r, &s));
            for (int i = 0; i < n / 2; i++) /* the first half plays the second one */
                ck_assert_int_eq(r.matches[i].second - r.matches[i].first, n / 2);
            ck_assert_int_eq(play_all(&r, by_lot, &rng, (uint64_t)seed), 2 * rounds * (n / 2));
            for (int round = 0; round < rounds; round++) {
                assert_round(&r, round, n, met);
                ck_assert_int_eq(r.byes[round] >= 0, n % 2);
                if (n % 2)
                    ck_assert_int_eq(byes[r.byes[round]]++, 0);
            }
            for (int i = 0; i < n * n; i++)
                ck_assert_msg(met[i] <= 1, "%d engines: %d and %d meet twice", n, i / n, i % n);
            ck_assert(rounds_rank(&r, order));
            for (int i = 0; i < n; i++) {
                points += rounds_points(&r, i);
                if (i > 0)
                    ck_assert_int_ge(rounds_points(&r, order[i - 1]), rounds_points(&r, order[i]));
            }
            ck_assert_int_eq(points, 4 * rounds * (n / 2) + (n % 2) * 4 * rounds);
            rounds_clear(&r);
        }
}
END_TEST

/* Four engines and better seeds that win: 0 - 2, 1 - 3; then winners and losers among themselves; then those who have not met. */
START_TEST(swiss_pairs_those_with_equal_points)
{
    static const int pairs[6][2] = {{0, 2}, {1, 3}, {0, 1}, {2, 3}, {0, 3}, {1, 2}};
    const Schedule s = {.engines = 4, .format = FORMAT_SWISS, .repeat = true, .games = 2, .shard = 1, .shards = 1, .rounds = 5};
    Rounds r;
    int met[16] = {0};
    ck_assert(rounds_init(&r, &s));
    play_all(&r, better_seed_wins, NULL, 1);
    for (int i = 0; i < 6; i++)
        ck_assert_msg(r.matches[i].first == pairs[i][0] && r.matches[i].second == pairs[i][1], "match %d: %d - %d", i, r.matches[i].first,
                      r.matches[i].second);
    for (int round = 0; round < 5; round++) /* engines meet again in the last two rounds */
        assert_round(&r, round, 4, met);
    ck_assert_int_eq(rounds_points(&r, 0), 5 * 4);
    rounds_clear(&r);
}
END_TEST

START_TEST(games_of_a_match)
{
    const Schedule s = {.engines = 5, .format = FORMAT_KNOCKOUT, .repeat = true, .games = 4, .shard = 1, .shards = 1, .tiebreaks = 1};
    Rounds r;
    ck_assert(rounds_init(&r, &s));
    ck_assert_int_eq(schedule_total(&s), 4 * 6);
    for (int id = 0; id < 6; id++) {
        ck_assert_int_eq(rounds_state(&r, id), id < 4 ? GAME_READY : GAME_WAITS);
        const Fixture f = rounds_fixture(&r, id);
        ck_assert_msg(f.red == (id % 2 ? 4 : 3) && f.black == 7 - f.red && f.opening == id / 2 && f.round == 0, "game %d", id);
    }
    ck_assert_int_eq(rounds_state(&r, 6), GAME_WAITS);
    for (int id = 0; id < 4; id++)
        ck_assert(rounds_add(&r, id, 2)); /* Red wins */
    ck_assert_int_eq(rounds_state(&r, 4), GAME_READY);
    ck_assert_int_eq(rounds_state(&r, 5), GAME_READY);
    ck_assert(rounds_add(&r, 5, 1));
    ck_assert(rounds_add(&r, 4, 0));
    ck_assert_int_eq(r.drawn, 2);
    ck_assert_int_eq(r.matches[0].winner, 4);
    const Fixture f = rounds_fixture(&r, 6);
    ck_assert_msg(f.red == 0 && f.black == 4 && f.opening == 3 && f.round == 1, "%d - %d", f.red, f.black);
    rounds_clear(&r);
}
END_TEST

Suite *rounds_suite(void)
{
    Suite *suite = suite_create("rounds");
    TCase *tc = tcase_create("rounds");
    tcase_add_test(tc, in_a_knockout_the_best_meet_last);
    tcase_add_test(tc, a_drawn_match_is_decided);
    tcase_add_test(tc, swiss_rounds_are_sound);
    tcase_add_test(tc, swiss_pairs_those_with_equal_points);
    tcase_add_test(tc, games_of_a_match);
    suite_add_tcase(suite, tc);
    return suite;
}
