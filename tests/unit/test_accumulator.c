/* SPDX-License-Identifier: GPL-3.0-only */
#include <stdlib.h>

#include "engine/board/makemove.h"
#include "eval/nnue/accumulator.h"
#include "tests/support/random_net.h"
#include "tests/support/support.h"

static AccumulatorStack *stack_new(const Network *net)
{
    AccumulatorStack *stack = aligned_alloc(64, sizeof *stack);
    ck_assert_ptr_nonnull(stack);
    accumulator_init(stack, net);
    return stack;
}

/* A random walk in the tree like a search: forward and back, with null moves, evaluating only now and then so that the last
 * computed sums are several plies back; from many roots with one cache. */
START_TEST(incremental_equals_scratch)
{
    Network *net = random_network(31);
    AccumulatorStack *stack = stack_new(net);
    Walk roots;
    Rng rng = {32};
    walk_init(&roots, 33);
    int makes = 0, wanted = effort(1000000, 20000), phases_begun = 0;

    while (makes < wanted) {
        Position pos = *walk_next(&roots);
        Undo undos[ACCUMULATOR_PLIES];
        int depth = 0;
        accumulator_reset(stack, &pos);
        for (int steps = 0; steps < 400 && makes < wanted; steps++) {
            Move m = MOVE_NONE;
            bool deeper = depth < ACCUMULATOR_PLIES - 1 && (depth == 0 || rng_below(&rng, 100) < 58);
            if (deeper && rng_below(&rng, 20) == 0 && !in_check(&pos, side_to_move(&pos))) {
                position_make_null(&pos, &undos[depth]);
                accumulator_made(stack, &pos, &undos[depth++]);
            } else if (deeper && (m = random_move(&rng, &pos)) != MOVE_NONE) {
                const int before = net_phase(bb_count(occupied(&pos)));
                position_make(&pos, m, &undos[depth]);
                accumulator_made(stack, &pos, &undos[depth++]);
                makes++;
                phases_begun += net_phase(bb_count(occupied(&pos))) != before;
            } else if (depth > 0) {
                depth--;
                if (undos[depth].move == MOVE_NULL)
                    position_unmake_null(&pos, &undos[depth]);
                else
                    position_unmake(&pos, &undos[depth]);
                accumulator_unmade(stack);
            } else {
                break;
            }
            if (rng_below(&rng, 3) == 0) {
                Score got = network_evaluate(stack, &pos), want = network_evaluate_scratch(net, &pos);
                ck_assert_msg(got == want, "depth %d after %d makes: %d, not %d: %s", depth, makes, got, want, fen_of(&pos));
            }
        }
    }
    ck_assert_int_ge(phases_begun, NET_PHASES > 1 ? wanted / 10000 : 0);
    free(stack);
    network_free(net);
}
END_TEST

/* With colours swapped and the board flipped, the side to move has the same evaluation. */
START_TEST(flipped_positions_evaluate_the_same)
{
    Network *net = random_network(34);
    Walk walk;
    walk_init(&walk, 35);
    for (int n = 0; n < effort(100000, 3000); n++) {
        const Position *pos = walk_next(&walk);
        Position flipped;
        position_flip(pos, &flipped);
        Score a = network_evaluate_scratch(net, pos), b = network_evaluate_scratch(net, &flipped);
        ck_assert_msg(a == b, "%d, flipped %d: %s", a, b, fen_of(pos));
    }
    network_free(net);
}
END_TEST

/* Mirrored left to right, the evaluation is the same, wherever the kings are. */
START_TEST(mirrored_positions_evaluate_the_same)
{
    Network *net = random_network(36);
    Rng rng = {37};
    int in_the_middle = 0;
    for (int n = 0; n < effort(100000, 5000); n++) {
        Position pos, mirrored;
        random_placement(&rng, &pos);
        in_the_middle += kings_in_the_middle(&pos);
        position_mirror(&pos, &mirrored);
        Score a = network_evaluate_scratch(net, &pos), b = network_evaluate_scratch(net, &mirrored);
        ck_assert_msg(a == b, "%d, mirrored %d: %s", a, b, fen_of(&pos));
    }
    ck_assert_int_gt(in_the_middle, 300);
    network_free(net);
}
END_TEST

Suite *accumulator_suite(void)
{
    Suite *suite = suite_create("accumulator");
    TCase *tc = tcase_create("accumulator");
    tcase_add_test(tc, incremental_equals_scratch);
    tcase_add_test(tc, flipped_positions_evaluate_the_same);
    tcase_add_test(tc, mirrored_positions_evaluate_the_same);
    suite_add_tcase(suite, tc);
    return suite;
}
