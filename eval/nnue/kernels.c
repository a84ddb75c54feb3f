/* The reference in plain C, what every other set must equal, and the choice among the sets. */
#include "eval/nnue/kernels.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/cpu.h"

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

static int32_t scalar_output(const int16_t *us, const int16_t *them, const int16_t *weights)
{
    return view_sum(us, weights) + view_sum(them, weights + NET_HIDDEN);
}

const Kernels kernels_scalar = {"scalar", CPU_USED, scalar_update, scalar_output};

int kernels_available(const Kernels **list)
{
    int count = 0;
    list[count++] = &kernels_scalar;
#ifdef HAVE_X86_KERNELS
    static const Kernels *const sets[] = {&kernels_sse41, &kernels_avx2, &kernels_avx512};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        if (cpu_has(sets[i]->used))
            list[count++] = sets[i];
#endif
#ifdef HAVE_NEON_KERNELS
    list[count++] = &kernels_neon; /* every 64-bit ARM has it */
#endif
    return count;
}

const Kernels *kernels_choose(void)
{
    static const char *const order[] = {"scalar", "sse41", "avx2", "avx512"};
    const Kernels *list[KERNEL_SETS_MAX];
    int count = kernels_available(list);
    const char *wish = getenv("HANXIN_SIMD");
    if (!wish)
        return list[count - 1];

    for (int i = 0; i < count; i++)
        if (strcmp(wish, list[i]->name) == 0)
            return list[i];
    /* Known but absent here: the best there is lies below it. */
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (strcmp(wish, order[i]) == 0)
            return list[count - 1 < (int)i ? count - 1 : (int)i];
    return list[count - 1];
}
