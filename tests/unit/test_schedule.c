/* SPDX-License-Identifier: GPL-3.0-only */
/* The schedule: every pairing plays its games, pairs share an opening with colours swapped, and shards divide the games without
 * loss or overlap. */
#include <stdlib.h>
#include <string.h>

#include "bench/match/schedule.h"
#include "tests/support/support.h"

static const Schedule schedules[] = {
    {.engines = 2, .format = FORMAT_ROUND_ROBIN, .repeat = true, .games = 2, .shard = 1, .shards = 1, .seeds = 1},
    {.engines = 2, .format = FORMAT_ROUND_ROBIN, .repeat = true, .games = 40, .shard = 1, .shards = 1, .seeds = 1},
    {.engines = 2, .format = FORMAT_ROUND_ROBIN, .repeat = false, .games = 7, .shard = 1, .shards = 1, .seeds = 1},
    {.engines = 3, .format = FORMAT_ROUND_ROBIN, .repeat = true, .games = 10, .shard = 1, .shards = 1, .seeds = 1},
    {.engines = 5, .format = FORMAT_ROUND_ROBIN, .repeat = true, .games = 6, .shard = 1, .shards = 1, .seeds = 1},
    {.engines = 5, .format = FORMAT_GAUNTLET, .repeat = true, .games = 6, .shard = 1, .shards = 1, .seeds = 1},
    {.engines = 6, .format = FORMAT_GAUNTLET, .repeat = false, .games = 5, .shard = 1, .shards = 1, .seeds = 1},
    {.engines = 9, .format = FORMAT_ROUND_ROBIN, .repeat = false, .games = 3, .shard = 1, .shards = 1, .seeds = 1},
    {.engines = 2, .format = FORMAT_GAUNTLET, .repeat = true, .games = 100, .shard = 1, .shards = 1, .seeds = 1},
    {.engines = 20, .format = FORMAT_ROUND_ROBIN, .repeat = true, .games = 4, .shard = 1, .shards = 1, .seeds = 1},
    {.engines = 7, .format = FORMAT_GAUNTLET, .repeat = true, .games = 4, .shard = 1, .shards = 1, .seeds = 3},
    {.engines = 6, .format = FORMAT_GAUNTLET, .repeat = false, .games = 3, .shard = 1, .shards = 1, .seeds = 5},
};

START_TEST(every_pairing_plays_its_games)
{
    const Schedule *s = &schedules[_i];
    int n = s->engines, met[20][20] = {{0}}, reds[20][20] = {{0}};
    for (int id = 0; id < schedule_total(s); id++) {
        Fixture j = schedule_fixture(s, id);
        ck_assert_msg(j.id == id && j.red >= 0 && j.red < n && j.black >= 0 && j.black < n && j.red != j.black, "schedule %d, game %d", _i,
                      id);
        met[j.red][j.black]++;
        met[j.black][j.red]++;
        reds[j.red][j.black]++;
    }
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            const bool meet = a != b && (s->format != FORMAT_GAUNTLET || (a < s->seeds) != (b < s->seeds));
            const int want = meet ? s->games : 0;
            ck_assert_msg(met[a][b] == want, "schedule %d: %d and %d play %d times", _i, a, b, met[a][b]);
            int more = reds[a][b] - reds[b][a];
            ck_assert_msg(s->repeat ? more == 0 : more >= -1 && more <= 1, "schedule %d: %d has Red %d times more against %d", _i, a, more,
                          b);
        }
}
END_TEST

START_TEST(pairs_share_their_opening)
{
    const Schedule *s = &schedules[_i];
    int last = -1;
    for (int id = 0; id < schedule_total(s); id++) {
        Fixture j = schedule_fixture(s, id);
        ck_assert_msg(j.opening == j.round && (j.round == last || j.round == last + 1), "schedule %d, game %d: round %d", _i, id, j.round);
        last = j.round;
        if (s->repeat && id % 2) {
            Fixture first = schedule_fixture(s, id - 1);
            ck_assert_msg(first.red == j.black && first.black == j.red && first.opening == j.opening, "schedule %d, game %d", _i, id);
        }
    }
    ck_assert_int_eq(last + 1, s->repeat ? s->games / 2 : s->games);
}
END_TEST

START_TEST(pairings_are_numbered)
{
    const Schedule *s = &schedules[_i];
    for (int p = 0; p < schedule_pairings(s); p++) {
        int first, second;
        schedule_pairing(s, p, &first, &second);
        ck_assert_msg(first < second && schedule_pairing_of(s, first, second) == p, "schedule %d, pairing %d: %d and %d", _i, p, first,
                      second);
    }
}
END_TEST

START_TEST(shards_divide_the_games)
{
    for (int shards = 1; shards <= 7; shards++) {
        Schedule s = schedules[_i];
        int total = schedule_total(&s), *owner = calloc((size_t)total, sizeof *owner), sum = 0;
        ck_assert_ptr_nonnull(owner);
        s.shards = shards;
        for (s.shard = 1; s.shard <= shards; s.shard++) {
            int own = 0;
            for (int id = 0; id < total; id++)
                if (schedule_is_ours(&s, id)) {
                    ck_assert_msg(owner[id] == 0, "schedule %d: game %d is in shards %d and %d", _i, id, owner[id], s.shard);
                    owner[id] = s.shard;
                    own++;
                }
            ck_assert_msg(own == schedule_own(&s), "schedule %d, shard %d/%d: %d games, not %d", _i, s.shard, shards, own,
                          schedule_own(&s));
            sum += own;
        }
        ck_assert_int_eq(sum, total);
        for (int id = 0; s.repeat && id + 1 < total; id += 2)
            ck_assert_msg(owner[id] == owner[id + 1], "schedule %d: the pair of game %d is split", _i, id);
        free(owner);
    }
}
END_TEST

START_TEST(extending_keeps_earlier_games)
{
    Schedule longer = schedules[_i];
    longer.games *= 3;
    for (int id = 0; id < schedule_total(&schedules[_i]); id++) {
        Fixture a = schedule_fixture(&schedules[_i], id), b = schedule_fixture(&longer, id);
        ck_assert_msg(a.red == b.red && a.black == b.black && a.opening == b.opening, "schedule %d, game %d", _i, id);
    }
}
END_TEST

Suite *schedule_suite(void)
{
    Suite *suite = suite_create("schedule");
    TCase *tc = tcase_create("schedule");
    tcase_add_loop_test(tc, every_pairing_plays_its_games, 0, COUNT(schedules));
    tcase_add_loop_test(tc, pairs_share_their_opening, 0, COUNT(schedules));
    tcase_add_loop_test(tc, pairings_are_numbered, 0, COUNT(schedules));
    tcase_add_loop_test(tc, shards_divide_the_games, 0, COUNT(schedules));
    tcase_add_loop_test(tc, extending_keeps_earlier_games, 0, COUNT(schedules));
    suite_add_tcase(suite, tc);
    return suite;
}
