/* SPDX-License-Identifier: GPL-3.0-only */
/* The network's inner loops in vector registers. The Makefile compiles this file once for each
 * instruction set, with its own flags and KERNELS_... macro. Each set defines operations that the
 * compiler's vector operators do not express well:
 *
 *     Register              a register with numbers of any width
 *     clip                  int16 to 0..NET_QA
 *     multiply_add          int32 sums + v^2 * w. v * w fits int16 (arch.h), so this takes one
 *                           multiplication and one multiply-add of pairs */
#include "eval/nnue/kernels.h"

#include "engine/base/cpu.h"

#if defined KERNELS_NEON
#include <arm_neon.h>
#elif defined KERNELS_WASM
#include <wasm_simd128.h>
#elif !defined KERNELS_SCALAR && !defined KERNELS_WASM_PLAIN
#include <immintrin.h>
#endif

/* For every machine: the compiler uses the instructions of the target. */
#if defined KERNELS_SCALAR || defined KERNELS_WASM_PLAIN
#ifdef KERNELS_SCALAR
#define KERNELS kernels_scalar
#define NAME    "scalar"
#else /* replaces the vectors of WebAssembly where they are missing (protocol/web/web.mk) */
#define KERNELS kernels_wasm
#define NAME    "wasm"
#endif
typedef int16_t Register __attribute__((vector_size(16)));
typedef int32_t Sums32 __attribute__((vector_size(16)));
static inline Register kernel_clip(Register v)
{
    Register over = v > NET_QA;
    return (v & ~over & (v > 0)) | (over & NET_QA);
}
static inline Register kernel_multiply_add(Register sum, Register v, Register w)
{
    Sums32 two = (Sums32)v, weighted = (Sums32)(v * w), odd = weighted >> 16;
    Sums32 even = ((weighted & 0xFFFF) ^ 0x8000) - 0x8000; /* sign-extended */
    return (Register)((Sums32)sum + (two & 0xFFFF) * even + (two >> 16) * odd);
}

#elif defined KERNELS_SSE41
#define KERNELS kernels_sse41
#define NAME    "sse41"
typedef __m128i Register;
static inline Register kernel_clip(Register v) { return _mm_min_epi16(_mm_max_epi16(v, _mm_setzero_si128()), _mm_set1_epi16(NET_QA)); }
static inline Register kernel_multiply_add(Register sum, Register v, Register w)
{
    return _mm_add_epi32(sum, _mm_madd_epi16(_mm_mullo_epi16(v, w), v));
}

#elif defined KERNELS_AVX2
#define KERNELS kernels_avx2
#define NAME    "avx2"
typedef __m256i Register;
static inline Register kernel_clip(Register v)
{
    return _mm256_min_epi16(_mm256_max_epi16(v, _mm256_setzero_si256()), _mm256_set1_epi16(NET_QA));
}
static inline Register kernel_multiply_add(Register sum, Register v, Register w)
{
    return _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_mullo_epi16(v, w), v));
}

#elif defined KERNELS_AVX512 /* F and BW */
#define KERNELS kernels_avx512
#define NAME    "avx512"
typedef __m512i Register;
static inline Register kernel_clip(Register v)
{
    return _mm512_min_epi16(_mm512_max_epi16(v, _mm512_setzero_si512()), _mm512_set1_epi16(NET_QA));
}
static inline Register kernel_multiply_add(Register sum, Register v, Register w)
{
    return _mm512_add_epi32(sum, _mm512_madd_epi16(_mm512_mullo_epi16(v, w), v));
}

#elif defined KERNELS_NEON /* AArch64 */
#define KERNELS kernels_neon
#define NAME    "neon"
typedef int16x8_t Register;
static inline Register kernel_clip(Register v) { return vminq_s16(vmaxq_s16(v, vdupq_n_s16(0)), vdupq_n_s16(NET_QA)); }
static inline Register kernel_multiply_add(Register sum, Register v, Register w)
{
    int16x8_t vw = vmulq_s16(v, w);
    return (Register)vmlal_high_s16(vmlal_s16((int32x4_t)sum, vget_low_s16(vw), vget_low_s16(v)), vw, v);
}

#elif defined KERNELS_WASM /* the fixed-width vectors of WebAssembly */
#define KERNELS kernels_wasm
#define NAME    "wasm"
typedef v128_t Register;
static inline Register kernel_clip(Register v)
{
    return wasm_i16x8_min(wasm_i16x8_max(v, wasm_i16x8_const_splat(0)), wasm_i16x8_const_splat(NET_QA));
}
static inline Register kernel_multiply_add(Register sum, Register v, Register w)
{
    return wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(wasm_i16x8_mul(v, w), v));
}
#endif

typedef uint16_t Columns __attribute__((vector_size(sizeof(Register)), may_alias)); /* unsigned, so that wrapping is defined */
typedef int32_t Sums __attribute__((vector_size(sizeof(Register))));

enum {
    LANES = sizeof(Columns) / sizeof(int16_t),
    REGISTERS = NET_HIDDEN % (8 * LANES) == 0 ? 8 : 64 / LANES, /* number of sums kept in registers across all rows */
};

static inline const Columns *kernel_columns(const int16_t *aligned) { return (const Columns *)aligned; }

static void kernel_update(int16_t *to, const int16_t *from, const int16_t *const *added, int add_count, const int16_t *const *removed,
                          int remove_count)
{
    for (int first = 0; first < NET_HIDDEN; first += REGISTERS * LANES) {
        Columns sum[REGISTERS];
        for (int i = 0; i < REGISTERS; i++)
            sum[i] = kernel_columns(from + first)[i];
        for (int n = 0; n < add_count; n++)
            for (int i = 0; i < REGISTERS; i++)
                sum[i] += kernel_columns(added[n] + first)[i];
        for (int n = 0; n < remove_count; n++)
            for (int i = 0; i < REGISTERS; i++)
                sum[i] -= kernel_columns(removed[n] + first)[i];
        for (int i = 0; i < REGISTERS; i++)
            ((Columns *)(to + first))[i] = sum[i];
    }
}

static int32_t kernel_output(const int16_t *us, const int16_t *them, const int16_t *weights)
{
    const int16_t *views[2] = {us, them};
    Register sum = {0};
    for (int view = 0; view < 2; view++, weights += NET_HIDDEN)
        for (int i = 0; i < NET_HIDDEN / LANES; i++)
            sum = kernel_multiply_add(sum, kernel_clip((Register)kernel_columns(views[view])[i]), (Register)kernel_columns(weights)[i]);
    int32_t total = 0;
    for (int i = 0; i < LANES / 2; i++)
        total += ((Sums)sum)[i];
    return total;
}

const Kernels KERNELS = {NAME, CPU_USED, kernel_update, kernel_output};
