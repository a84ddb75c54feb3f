/* SPDX-License-Identifier: GPL-3.0-only */
/* Code shared by all nodes: upcoming repetitions compared with all legal moves, and evaluations scaled by the number of pieces. */
#include <stdlib.h>

#include "engine/board/legal.h"
#include "engine/rules/game.h"
#include "search/alphabeta.h"
#include "tests/support/worker.h"

static Worker *worker;

static void new_worker(void) { worker = lone_worker(); }
static void free_worker(void) { lone_worker_free(worker); }

static int forbidden; /* number of repeating moves seen that the rules would penalise */

/* Returns a legal move to the position of three plies ago that the rules do not penalise, or
 * MOVE_NONE. */
static Move slow_return(const StackEntry *f)
{
    const int count = worker->undo_count;
    if (count < 3 || worker->pos.quiet_plies < 3)
        return MOVE_NONE;
    MoveList list;
    legal_moves(&worker->pos, &list);
    for (int i = 0; i < list.count; i++) {
        Position after = worker->pos;
        Undo line[2 * MAX_PLY];
        for (int j = 0; j < count; j++)
            line[j] = worker->undos[j];
        position_make(&after, list.moves[i], &line[count]);
        if (after.key != line[count - 3].key || line[count - 1].move == MOVE_NULL || line[count - 2].move == MOVE_NULL)
            continue;
        switch (rules_in_search(&worker->shared->rules, &(Path){&after, line, count + 1}, f->ply + 1)) {
        case RULE_DRAW:
        case RULE_LOSS:
        case RULE_AT_MOST_DRAW: return list.moves[i];
        case RULE_WIN:
        case RULE_AT_LEAST_DRAW: forbidden++; break;
        case RULE_NONE: break;
        }
    }
    return MOVE_NONE;
}

/* Usually takes back the side's last move, so that positions return. */
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

/* In lines with null moves, after games in which the positions may have occurred. */
START_TEST(upcoming_repetitions)
{
    enum { GAME_PLIES = 12, PLIES = 24 };
    Rng rng = {31};
    Walk walk;
    walk_init(&walk, 32);
    int returns = 0, soon = 0;
    forbidden = 0;
    for (int i = 0, n = effort(4000, 400); i < n; i++) {
        Game game;
        game_init(&game);
        game_reset(&game, walk_next(&walk));
        search_rules_init(&worker->shared->rules, &game, i % 2 ? RULES_ASIAN : RULES_CHINESE, i % 3 ? 120 : 0);
        ck_assert(worker_set_position(worker, &game));
        game_clear(&game);
        StackEntry *f = worker_root_entry(worker);
        const int past = (int)rng_below(&rng, GAME_PLIES);
        for (int ply = -past, at = 0; ply < PLIES; ply++, at++) {
            f[at].ply = ply > 0 ? ply : 0;
            REQUIRE(f[at].piece_count == bb_count(occupied(&worker->pos)), "%s: %d pieces", fen_of(&worker->pos), f[at].piece_count);
            if (ply > 0) {
                const uint64_t key = worker->pos.key;
                const Move want = slow_return(&f[at]), got = upcoming_repetition(worker, &f[at]);
                REQUIRE(got == want, "%s, ply %d: %s instead of %s", fen_of(&worker->pos), ply, iccs_of(got), iccs_of(want));
                REQUIRE(worker->pos.key == key && !position_verify(&worker->pos), "%s was changed", fen_of(&worker->pos));
                returns += want != MOVE_NONE;
                soon += want != MOVE_NONE && ply < 4;
            }
            if (ply > 0 && rng_below(&rng, 16) == 0 && !in_check(&worker->pos, side_to_move(&worker->pos)) &&
                worker->undos[worker->undo_count - 1].move != MOVE_NULL) {
                worker_make_null(worker, &f[at]);
                continue;
            }
            const Move m = any_step(&rng);
            if (m == MOVE_NONE)
                break;
            worker_make(worker, &f[at], m);
        }
    }
    ck_assert_int_gt(returns, 100);
    ck_assert_int_gt(soon, 10);
    ck_assert_int_gt(forbidden, 10);
}
END_TEST

/* Black, two rooks down, can only repeat. The table starts a singular search at the same node; the PV must still be the repetition. */
START_TEST(a_singular_search_keeps_the_repetition)
{
    static const char *const line[] = {"i9i7", "a0a1", "i7i8", "a1a0"};
    const Position pos = read_position("3k4r/9/9/9/9/9/9/9/9/R3K2R1 b");
    Game game;
    ck_assert(tt_resize(&worker->shared->tt, 1));
    game_init(&game);
    game_reset(&game, &pos);
    search_rules_init(&worker->shared->rules, &game, RULES_ASIAN, 120);
    ck_assert(worker_set_position(worker, &game));
    game_clear(&game);
    StackEntry *ss = worker_root_entry(worker);
    for (int ply = 0; ply < COUNT(line); ply++, ss++) {
        ss->ply = ply;
        worker_make(worker, ss, move_of(line[ply]));
    }
    ss->ply = COUNT(line);
    worker->root_depth = 8;
    tt_store(&worker->shared->tt, worker_key(worker), &(TtEntry){move_of("i8i6"), -300, 8, BOUND_LOWER});
    ck_assert_int_eq(alphabeta(worker, ss, -2000, 2000, 8, false), SCORE_DRAW);
    ck_assert_int_eq(ss->pv_length, 1);
    ck_assert_int_eq(ss->pv[0], move_of("i8i7"));
    tt_free(&worker->shared->tt);
}
END_TEST

/* Scaled scores are closer to 0 with more pieces on the board and keep their sign and order. Scores that are not evaluations are
 * unchanged. */
START_TEST(evaluations_are_scaled_by_pieces)
{
    for (int piece_count = 2; piece_count <= 32; piece_count++) {
        for (Score s = -SCORE_EVAL_MAX; s <= SCORE_EVAL_MAX; s += 37) {
            const Score told = score_unscaled(s, piece_count);
            REQUIRE(told == -score_unscaled(-s, piece_count), "%d with %d pieces", s, piece_count);
            REQUIRE(piece_count > 24 ? abs(told) <= abs(s) : abs(told) >= abs(s), "%d with %d pieces is scaled to %d", s, piece_count,
                    told);
            REQUIRE(s == -SCORE_EVAL_MAX || told >= score_unscaled(s - 37, piece_count), "%d with %d pieces is scaled to %d", s,
                    piece_count, told);
            REQUIRE(abs(told) <= SCORE_EVAL_MAX, "%d with %d pieces is scaled to %d", s, piece_count, told);
            REQUIRE(abs(s) > 10000 || abs(score_unscaled(eval_scaled(s, piece_count), piece_count) - s) <= 2, "%d with %d pieces", s,
                    piece_count);
        }
        ck_assert_int_eq(score_unscaled(mate_in(5), piece_count), mate_in(5));
        ck_assert_int_eq(score_unscaled(-SCORE_INFINITE, piece_count), -SCORE_INFINITE);
        ck_assert_int_eq(score_unscaled(SCORE_DRAW, piece_count), SCORE_DRAW);
    }
}
END_TEST

Suite *node_suite(void)
{
    Suite *s = suite_create("node");
    TCase *tc = tcase_create("node");
    tcase_add_checked_fixture(tc, new_worker, free_worker);
    tcase_add_test(tc, upcoming_repetitions);
    tcase_add_test(tc, a_singular_search_keeps_the_repetition);
    tcase_add_test(tc, evaluations_are_scaled_by_pieces);
    suite_add_tcase(s, tc);
    return s;
}
