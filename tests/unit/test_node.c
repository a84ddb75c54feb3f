/* SPDX-License-Identifier: GPL-3.0-only */
/* What may end a node: positions that could be brought back, against all legal moves and the rules. */
#include <stdlib.h>

#include "engine/rules/game.h"
#include "search/node.h"
#include "tests/support/support.h"

static Shared *shared;
static Worker *worker;

static void new_worker(void)
{
    shared = calloc(1, sizeof *shared);
    shared->clock = steady_clock;
    worker = worker_new(shared, 0);
    ck_assert_ptr_nonnull(worker);
}

static void free_worker(void)
{
    worker_free(worker);
    free(shared);
}

/* Is there a legal move to the position of three plies ago that the rules do not count against its side? */
static bool returns_unpunished(const Frame *f)
{
    const int count = worker->undo_count;
    if (f->ply < 4 || worker->pos.quiet_plies < 3)
        return false; /* a return to the root is no matter of the rules yet */
    MoveList list;
    legal_moves(&worker->pos, &list);
    for (int i = 0; i < list.count; i++) {
        Position after = worker->pos;
        Undo line[MAX_PLY + 8];
        for (int j = 0; j < count; j++)
            line[j] = worker->undos[j];
        position_make(&after, list.moves[i], &line[count]);
        if (after.key != line[count - 3].key)
            continue;
        RuleOutcome theirs = rules_in_search(&shared->rules, &(Path){&after, line, count + 1}, f->ply + 1);
        if (theirs == RULE_DRAW || theirs == RULE_LOSS || theirs == RULE_AT_MOST_DRAW)
            return true;
    }
    return false;
}

/* Mostly takes back what the side played last, so that positions return. */
static Move any_step(Rng *rng)
{
    MoveList list;
    legal_moves(&worker->pos, &list);
    if (list.count == 0)
        return MOVE_NONE;
    if (worker->undo_count >= 2 && rng_below(rng, 4))
        for (int i = 0; i < list.count; i++)
            if (list.moves[i] == move_back(worker->undos[worker->undo_count - 2].move))
                return list.moves[i];
    return list.moves[rng_below(rng, (uint32_t)list.count)];
}

START_TEST(what_may_be_repeated)
{
    enum { PLIES = 24 };
    Rng rng = {31};
    Walk walk;
    walk_init(&walk, 32);
    int repeats = 0, punished = 0;
    for (int i = 0, n = effort(4000, 400); i < n; i++) {
        Game game;
        game_init(&game);
        game_reset(&game, walk_next(&walk));
        search_rules_init(&shared->rules, &game, i % 2 ? RULES_ASIAN : RULES_CHINESE, i % 3 ? 120 : 0);
        ck_assert(worker_place(worker, &game));
        game_clear(&game);
        Frame *f = worker_root_frame(worker);
        for (int ply = 0; ply < PLIES; ply++) {
            f[ply].ply = ply;
            const bool want = returns_unpunished(&f[ply]);
            const uint64_t key = worker->pos.key;
            REQUIRE(may_repeat(worker, &f[ply]) == want, "%s, ply %d", fen_of(&worker->pos), ply);
            REQUIRE(worker->pos.key == key && !position_verify(&worker->pos), "%s is not as it was", fen_of(&worker->pos));
            repeats += want;
            punished += ply > 3 && !want && worker->pos.quiet_plies > 3;
            Move m = any_step(&rng);
            if (m == MOVE_NONE)
                break;
            worker_make(worker, &f[ply], m);
        }
    }
    ck_assert_int_gt(repeats, 100);
    ck_assert_int_gt(punished, 100);
}
END_TEST

Suite *node_suite(void)
{
    Suite *s = suite_create("node");
    TCase *tc = tcase_create("node");
    tcase_add_checked_fixture(tc, new_worker, free_worker);
    tcase_add_test(tc, what_may_be_repeated);
    suite_add_tcase(s, tc);
    return s;
}
