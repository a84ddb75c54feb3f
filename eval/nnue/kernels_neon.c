/* NEON (AArch64): eight columns at a time. */
#include "eval/nnue/kernels.h"

#include "engine/base/cpu.h"

#include <arm_neon.h>

enum { LANES = 8, TILE = NET_HIDDEN % 128 == 0 ? 128 : 64, VECTORS = TILE / LANES };

static void update(int16_t *to, const int16_t *from, const int16_t *const *added, int add_count, const int16_t *const *removed,
                   int remove_count)
{
    for (int column = 0; column < NET_HIDDEN; column += TILE) {
        int16x8_t sum[VECTORS]; /* registers, across all rows */
        for (int i = 0; i < VECTORS; i++)
            sum[i] = vld1q_s16(from + column + i * LANES);
        for (int n = 0; n < add_count; n++)
            for (int i = 0; i < VECTORS; i++)
                sum[i] = vaddq_s16(sum[i], vld1q_s16(added[n] + column + i * LANES));
        for (int n = 0; n < remove_count; n++)
            for (int i = 0; i < VECTORS; i++)
                sum[i] = vsubq_s16(sum[i], vld1q_s16(removed[n] + column + i * LANES));
        for (int i = 0; i < VECTORS; i++)
            vst1q_s16(to + column + i * LANES, sum[i]);
    }
}

/* v * w fits int16 (arch.h), so v^2 * w is one multiplication and two widening multiply-adds. */
static int32x4_t output_view(int32x4_t sum, const int16_t *view, const int16_t *weights)
{
    const int16x8_t zero = vdupq_n_s16(0), one = vdupq_n_s16(NET_QA);
    for (int i = 0; i < NET_HIDDEN; i += LANES) {
        int16x8_t v = vminq_s16(vmaxq_s16(vld1q_s16(view + i), zero), one);
        int16x8_t vw = vmulq_s16(v, vld1q_s16(weights + i));
        sum = vmlal_s16(sum, vget_low_s16(vw), vget_low_s16(v));
        sum = vmlal_high_s16(sum, vw, v);
    }
    return sum;
}

static int32_t output(const int16_t *us, const int16_t *them, const int16_t *weights)
{
    int32x4_t sum = output_view(vdupq_n_s32(0), us, weights);
    return vaddvq_s32(output_view(sum, them, weights + NET_HIDDEN));
}

const Kernels kernels_neon = {"neon", CPU_USED, update, output};
