/* The reference: plain C, what every other set must equal. */
#include "eval/nnue/kernels.h"

#include "engine/base/cpu.h"

#include <string.h>

enum { COLUMNS = 16 }; /* columns kept across all rows: few enough for registers */

/* One row in, one out, as most moves are: all at once, without going over the columns three times. */
static void update_quiet(int16_t *to, const int16_t *from, const int16_t *added, const int16_t *removed)
{
    enum { AT_ONCE = 8 }; /* read before written: compilers need not fear that rows overlap sums */
    for (int column = 0; column < NET_HIDDEN; column += AT_ONCE) {
        uint16_t sum[AT_ONCE];
        for (int i = 0; i < AT_ONCE; i++)
            sum[i] = (uint16_t)((uint16_t)from[column + i] + (uint16_t)added[column + i] - (uint16_t)removed[column + i]);
        memcpy(to + column, sum, sizeof sum);
    }
}

static void scalar_update(int16_t *to, const int16_t *from, const int16_t *const *added, int add_count, const int16_t *const *removed,
                          int remove_count)
{
    if (add_count == 1 && remove_count == 1) {
        update_quiet(to, from, added[0], removed[0]);
        return;
    }
    for (int column = 0; column < NET_HIDDEN; column += COLUMNS) {
        uint16_t sum[COLUMNS]; /* unsigned: wrapping is defined */
        for (int i = 0; i < COLUMNS; i++)
            sum[i] = (uint16_t)from[column + i];
        for (int n = 0; n < add_count; n++)
            for (int i = 0; i < COLUMNS; i++)
                sum[i] = (uint16_t)(sum[i] + (uint16_t)added[n][column + i]);
        for (int n = 0; n < remove_count; n++)
            for (int i = 0; i < COLUMNS; i++)
                sum[i] = (uint16_t)(sum[i] - (uint16_t)removed[n][column + i]);
        memcpy(to + column, sum, sizeof sum);
    }
}

static int32_t view_sum(const int16_t *view, const int16_t *weights)
{
    int32_t sum = 0;
    for (int i = 0; i < NET_HIDDEN; i++) {
        int32_t v = view[i] < 0 ? 0 : view[i] > NET_QA ? NET_QA : view[i];
        sum += v * v * weights[i];
    }
    return sum;
}

static int32_t output(const int16_t *us, const int16_t *them, const int16_t *weights)
{
    return view_sum(us, weights) + view_sum(them, weights + NET_HIDDEN);
}

const Kernels kernels_scalar = {"scalar", CPU_USED, scalar_update, output};
