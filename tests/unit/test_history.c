/* SPDX-License-Identifier: GPL-3.0-only */
/* The histories: updates, indices, and corrections of the evaluation. */
#include <stdlib.h>
#include <string.h>

#include "engine/board/makemove.h"
#include "search/history.h"
#include "search/params.h"
#include "tests/support/support.h"

START_TEST(entries_approach_their_limit_and_never_pass_it)
{
    Rng rng = {23};
    static const int limits[] = {1024, 9493, 16384, 32000};
    for (int i = 0; i < COUNT(limits); i++) {
        int limit = limits[i];
        int16_t h = 0;
        for (int j = 0; j < 20000; j++) {
            int bonus = (int)rng_below(&rng, (uint32_t)(2 * limit + 1)) - limit;
            double want = h + bonus - (double)h * abs(bonus) / limit;
            history_add(&h, bonus, limit);
            REQUIRE(abs(h) <= limit && want - h < 1 && h - want < 1, "limit %d, bonus %d: %d, not %.1f", limit, bonus, h, want);
        }
        for (int j = 0; j < 2000; j++)
            history_add(&h, limit / 16, limit);
        ck_assert_int_gt(h, limit - limit / 16);
        int16_t before = h;
        history_add(&h, -limit / 16, limit);
        ck_assert_int_lt(h, before - limit / 16); /* an unexpected result changes the entry more than one that was repeated */
    }
}
END_TEST

START_TEST(each_piece_on_each_square_has_a_slot_of_its_own)
{
    bool taken[SLOTS] = {false};
    int count = 0;
    for (Side side = RED; side <= BLACK; side++)
        for (Kind kind = KING; kind <= PAWN; kind++)
            for (int file = 0; file < 9; file++)
                for (int rank = 0; rank < RANKS; rank++) {
                    Square square = square_make(file, rank);
                    if (!bb_has(kind_squares[side][kind], square))
                        continue;
                    int slot = history_slot(piece_make(side, kind), square);
                    ck_assert(slot >= 0 && slot < SLOTS && !taken[slot]);
                    taken[slot] = true;
                    count++;
                }
    ck_assert_int_eq(count, SLOTS);
}
END_TEST

START_TEST(part_keys_follow_moves)
{
    Rng rng = {24};
    Walk walk;
    walk_init(&walk, 25);
    for (int i = 0, n = effort(20000, 2000); i < n; i++) {
        Position pos = *walk_next(&walk);
        Move m = random_move(&rng, &pos);
        if (m == MOVE_NONE)
            continue;
        PartKeys before = part_keys(&pos), after, want;
        part_keys_after(&before, &after, &pos, m);
        Undo undo;
        position_make(&pos, m, &undo);
        want = part_keys(&pos);
        ck_assert_msg(memcmp(&after, &want, sizeof want) == 0, "%s: %s", fen_of(&pos), iccs_of(m));
    }
}
END_TEST

START_TEST(corrections_affect_their_entry_only)
{
    History *h = malloc(sizeof *h);
    ck_assert_ptr_nonnull(h);
    PartKeys here = {{1, 2, 3, 4}}, pawns_alone = {{1, 102, 103, 104}}, elsewhere = {{201, 202, 203, 204}};
    const Evidence at = {&here, 7, square_make(4, 4)}, unknown_move = {&here, 7, SQ_NONE}, pawns = {&pawns_alone, 8, square_make(1, 1)},
                   other = {&elsewhere, 8, square_make(1, 1)};
    for (int sign = -1; sign <= 1; sign += 2) {
        history_clear(h);
        ck_assert_int_eq(history_correction(h, RED, at), 0);
        int last = 0;
        for (int i = 0; i < 200; i++) {
            history_learn_correction(h, RED, at, sign * 100, 8);
            int now = sign * history_correction(h, RED, at);
            ck_assert_int_ge(now, last);
            last = now;
        }
        ck_assert_int_gt(last, 50);
        ck_assert_int_le(last, (correction_pawns + correction_guards + 2 * correction_force + correction_moves) * correction_limit /
                                   (4 * CORRECTION_GRAIN));
        ck_assert_int_gt(sign * history_correction(h, RED, pawns), 0);
        ck_assert_int_lt(sign * history_correction(h, RED, pawns), last);
        ck_assert_int_lt(sign * history_correction(h, RED, unknown_move), last);
        ck_assert_int_eq(history_correction(h, RED, other), 0);
        ck_assert_int_eq(history_correction(h, BLACK, (Evidence){&here, 7, SQ_NONE}), 0);
    }
    free(h);
}
END_TEST

START_TEST(deeper_results_weigh_more_up_to_a_depth)
{
    History *h = malloc(sizeof *h);
    ck_assert_ptr_nonnull(h);
    PartKeys here = {{1, 2, 3, 4}};
    const Evidence at = {&here, 7, SQ_NONE};
    int learnt[3];
    static const int depths[] = {1, correction_depth, correction_depth + 20};
    for (int i = 0; i < COUNT(depths); i++) {
        history_clear(h);
        history_learn_correction(h, RED, at, 100, depths[i]);
        learnt[i] = history_correction(h, RED, at);
    }
    ck_assert(learnt[0] < learnt[1] && learnt[1] == learnt[2]);
    free(h);
}
END_TEST

Suite *history_suite(void)
{
    Suite *s = suite_create("history");
    TCase *tc = tcase_create("history");
    tcase_add_test(tc, entries_approach_their_limit_and_never_pass_it);
    tcase_add_test(tc, each_piece_on_each_square_has_a_slot_of_its_own);
    tcase_add_test(tc, part_keys_follow_moves);
    tcase_add_test(tc, corrections_affect_their_entry_only);
    tcase_add_test(tc, deeper_results_weigh_more_up_to_a_depth);
    suite_add_tcase(s, tc);
    return s;
}
