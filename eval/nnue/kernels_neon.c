/* NEON (AArch64): eight columns at a time. */
#include "eval/nnue/kernels.h"

#include "engine/base/cpu.h"

#include <arm_neon.h>

enum { LANES = 8, COLUMNS = NET_HIDDEN % 128 == 0 ? 128 : 64 };
typedef int16x8_t Vec;
typedef int32x4_t Sum;

static inline Vec load(const int16_t *from) { return vld1q_s16(from); }
static inline void store(int16_t *to, Vec v) { vst1q_s16(to, v); }
static inline Vec add(Vec a, Vec b) { return vaddq_s16(a, b); }
static inline Vec sub(Vec a, Vec b) { return vsubq_s16(a, b); }
static inline Vec clip(Vec v) { return vminq_s16(vmaxq_s16(v, vdupq_n_s16(0)), vdupq_n_s16(NET_QA)); }
static inline Sum multiply_add(Sum sum, Vec v, Vec w)
{
    int16x8_t vw = vmulq_s16(v, w);
    sum = vmlal_s16(sum, vget_low_s16(vw), vget_low_s16(v));
    return vmlal_high_s16(sum, vw, v);
}

#include "eval/nnue/kernels_simd.h"

static int32_t output(const int16_t *us, const int16_t *them, const int16_t *weights)
{
    Sum sum = output_view(vdupq_n_s32(0), us, weights);
    return vaddvq_s32(output_view(sum, them, weights + NET_HIDDEN));
}

const Kernels kernels_neon = {"neon", CPU_USED, update, output};
