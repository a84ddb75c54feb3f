/* kernels_simd.h - the loops that all vector sets share. Each set's file defines, and then includes this:
 *
 *     Vec, LANES, COLUMNS      a register of int16, how many it holds, the columns kept in registers across all rows
 *     load, store           64-byte aligned
 *     add, sub, clip        clip to 0..NET_QA
 *     Sum, multiply_add     sums of int32: sum + v^2 * w. v * w fits int16 (arch.h), so it is one multiplication and a
 *                           multiply-add of pairs
 */
#pragma once

enum { REGISTERS = COLUMNS / LANES };

static void update(int16_t *to, const int16_t *from, const int16_t *const *added, int add_count, const int16_t *const *removed,
                   int remove_count)
{
    for (int column = 0; column < NET_HIDDEN; column += COLUMNS) {
        Vec sum[REGISTERS];
        for (int i = 0; i < REGISTERS; i++)
            sum[i] = load(from + column + i * LANES);
        for (int n = 0; n < add_count; n++)
            for (int i = 0; i < REGISTERS; i++)
                sum[i] = add(sum[i], load(added[n] + column + i * LANES));
        for (int n = 0; n < remove_count; n++)
            for (int i = 0; i < REGISTERS; i++)
                sum[i] = sub(sum[i], load(removed[n] + column + i * LANES));
        for (int i = 0; i < REGISTERS; i++)
            store(to + column + i * LANES, sum[i]);
    }
}

static inline Sum output_view(Sum sum, const int16_t *view, const int16_t *weights)
{
    for (int i = 0; i < NET_HIDDEN; i += LANES)
        sum = multiply_add(sum, clip(load(view + i)), load(weights + i));
    return sum;
}
