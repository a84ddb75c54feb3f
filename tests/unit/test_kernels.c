/* SPDX-License-Identifier: GPL-3.0-only */
#include <stdlib.h>
#include <string.h>

#include "eval/nnue/features.h"
#include "tests/support/random_net.h"
#include "tests/support/support.h"

static int16_t any_i16(Rng *rng) { return (int16_t)rng_next(rng); }

/* Columns of values at which instruction sets could differ: limits, their neighbours, and wrapping sums. */
static int16_t extreme_i16(Rng *rng)
{
    static const int16_t values[] = {INT16_MIN, -1, 0, 1, NET_QA - 1, NET_QA, NET_QA + 1, INT16_MAX};
    return values[rng_below(rng, COUNT(values))];
}

/* Results that every set must give, even on a CPU with only one: sums that wrap, and weighted squares of values clipped to 0..QA. */
static void plain_update(int16_t *to, const int16_t *from, const int16_t *const *added, int add_count, const int16_t *const *removed,
                         int remove_count)
{
    memmove(to, from, NET_HIDDEN * sizeof *to);
    for (int a = 0; a < add_count; a++)
        for (int i = 0; i < NET_HIDDEN; i++)
            to[i] = (int16_t)(to[i] + added[a][i]);
    for (int r = 0; r < remove_count; r++)
        for (int i = 0; i < NET_HIDDEN; i++)
            to[i] = (int16_t)(to[i] - removed[r][i]);
}

static int32_t plain_output(const int16_t *us, const int16_t *them, const int16_t *weights)
{
    int32_t sum = 0;
    for (int i = 0; i < 2 * NET_HIDDEN; i++) {
        int value = i < NET_HIDDEN ? us[i] : them[i - NET_HIDDEN];
        value = value < 0 ? 0 : value > NET_QA ? NET_QA : value;
        sum += value * value * weights[i];
    }
    return sum;
}

START_TEST(updates_add_and_remove)
{
    const Kernels *list[KERNEL_SETS_MAX];
    int sets = kernels_available(list);
    static _Alignas(64) int16_t rows[70][NET_HIDDEN], want[NET_HIDDEN], got[NET_HIDDEN];
    Rng rng = {11};
    for (int round = 0; round < effort(400, 100); round++) {
        for (int r = 0; r < COUNT(rows); r++)
            for (int i = 0; i < NET_HIDDEN; i++)
                rows[r][i] = round % 2 ? any_i16(&rng) : extreme_i16(&rng);
        const int16_t *added[32], *removed[32];
        int add_count = round < 9 ? round / 3 : (int)rng_below(&rng, 33), remove_count = round < 9 ? round % 3 : (int)rng_below(&rng, 33);
        for (int i = 0; i < 32; i++) {
            added[i] = rows[1 + i];
            removed[i] = rows[33 + i];
        }
        plain_update(want, rows[0], added, add_count, removed, remove_count);
        for (int s = 0; s < sets; s++) {
            list[s]->update(got, rows[0], added, add_count, removed, remove_count);
            ck_assert_msg(memcmp(want, got, sizeof got) == 0, "%s: +%d -%d rows", list[s]->name, add_count, remove_count);
            memcpy(got, rows[0], sizeof got);
            list[s]->update(got, got, added, add_count, removed, remove_count);
            ck_assert_msg(memcmp(want, got, sizeof got) == 0, "%s in place: +%d -%d rows", list[s]->name, add_count, remove_count);
        }
    }
}
END_TEST

START_TEST(scalar_update_adds_and_removes)
{
    static _Alignas(64) int16_t from[NET_HIDDEN], one[NET_HIDDEN], two[NET_HIDDEN], to[NET_HIDDEN];
    for (int i = 0; i < NET_HIDDEN; i++) {
        from[i] = (int16_t)i;
        one[i] = 100;
        two[i] = (int16_t)(3 * i);
    }
    const int16_t *added[] = {one}, *removed[] = {two};
    kernels_scalar.update(to, from, added, 1, removed, 1);
    for (int i = 0; i < NET_HIDDEN; i++)
        ck_assert_int_eq(to[i], 100 - 2 * i);
}
END_TEST

START_TEST(outputs_clip_square_and_weigh)
{
    const Kernels *list[KERNEL_SETS_MAX];
    int sets = kernels_available(list);
    static _Alignas(64) int16_t us[NET_HIDDEN], them[NET_HIDDEN];
    Network *net = random_network(12);
    Rng rng = {13};
    for (int round = 0; round < effort(4000, 500); round++) {
        for (int i = 0; i < NET_HIDDEN; i++) {
            us[i] = round % 2 ? (int16_t)(rng_below(&rng, 512) - 128) : extreme_i16(&rng);
            them[i] = round % 3 ? (int16_t)(rng_below(&rng, 512) - 128) : extreme_i16(&rng);
        }
        int32_t want = plain_output(us, them, net->output[0]);
        for (int s = 0; s < sets; s++)
            ck_assert_msg(list[s]->output(us, them, net->output[0]) == want, "%s, round %d", list[s]->name, round);
    }
    network_free(net);
}
END_TEST

START_TEST(scalar_output_clips_squares_and_weighs)
{
    static _Alignas(64) int16_t us[NET_HIDDEN], them[NET_HIDDEN], weights[2 * NET_HIDDEN];
    us[0] = 10, weights[0] = 3;                                  /* 300 */
    us[1] = 1000, weights[1] = -1;                               /* -65025 */
    us[2] = -5, weights[2] = 100;                                /* 0 */
    them[NET_HIDDEN - 1] = 2, weights[2 * NET_HIDDEN - 1] = 127; /* 508 */
    ck_assert_int_eq(kernels_scalar.output(us, them, weights), 300 - 65025 + 508);
}
END_TEST

/* Whole evaluations: all sets on the same positions. */
START_TEST(evaluations_are_equal)
{
    const Kernels *list[KERNEL_SETS_MAX];
    int sets = kernels_available(list);
    Network *net = random_network(14);
    Walk walk;
    walk_init(&walk, 15);
    for (int n = 0; n < effort(20000, 2000); n++) {
        const Position *pos = walk_next(&walk);
        _Alignas(64) int16_t views[2][NET_HIDDEN], plain[NET_HIDDEN];
        Score want = 0;
        for (int s = 0; s < sets; s++) {
            net->kernels = list[s];
            for (int view = RED; view <= BLACK; view++) {
                uint16_t rows[NET_ACTIVE_MAX];
                const int16_t *added[NET_ACTIVE_MAX];
                const Orientation o = orientation_of(pos, (Side)view);
                const int16_t *bias = net->bias[orientation_phase(o)];
                int count = feature_rows(pos, (Side)view, o, rows);
                for (int i = 0; i < count; i++)
                    added[i] = net->rows[rows[i]];
                list[s]->update(views[view], bias, added, count, NULL, 0);
                plain_update(plain, bias, added, count, NULL, 0);
                REQUIRE(memcmp(views[view], plain, sizeof plain) == 0, "%s, view %d: %s", list[s]->name, view, fen_of(pos));
            }
            Score got = network_output(net, views[pos->side], views[pos->side ^ 1], bb_count(occupied(pos)));
            if (s == 0)
                want = got;
            REQUIRE(got == want, "%s gives %d, scalar %d: %s", list[s]->name, got, want, fen_of(pos));
        }
    }
    network_free(net);
}
END_TEST

START_TEST(environment_forces_a_lower_set)
{
    const Kernels *list[KERNEL_SETS_MAX];
    int sets = kernels_available(list);
    if (sets == 1)
        skipped("this CPU has only the scalar kernels: there is no lower set to force");
    for (int s = 0; s < sets; s++) {
        setenv("HANXIN_SIMD", list[s]->name, 1);
        ck_assert_str_eq(kernels_choose()->name, list[s]->name);
    }
    setenv("HANXIN_SIMD", "mmx", 1);
    ck_assert_str_eq(kernels_choose()->name, list[sets - 1]->name);
    unsetenv("HANXIN_SIMD");
    ck_assert_str_eq(kernels_choose()->name, list[sets - 1]->name);
}
END_TEST

Suite *kernels_suite(void)
{
    Suite *suite = suite_create("kernels");
    TCase *tc = tcase_create("kernels");
    tcase_add_test(tc, scalar_update_adds_and_removes);
    tcase_add_test(tc, updates_add_and_remove);
    tcase_add_test(tc, scalar_output_clips_squares_and_weighs);
    tcase_add_test(tc, outputs_clip_square_and_weigh);
    tcase_add_test(tc, evaluations_are_equal);
    tcase_add_test(tc, environment_forces_a_lower_set);
    suite_add_tcase(suite, tc);
    return suite;
}
