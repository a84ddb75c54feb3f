/* The network's inner loops in vector registers: compiled once for each instruction set, with its flags and its KERNELS_...
 * (Makefile). A set says what its registers hold and what can be done with them:
 *
 *     Vec, LANES, COLUMNS   a register of int16, how many it holds, the columns kept in registers across all rows
 *     load, store           64-byte aligned
 *     clip                  to 0..NET_QA
 *     Sum, multiply_add     sums of int32: sum + v^2 * w. v * w fits int16 (arch.h), so it is one multiplication and a
 *                           multiply-add of pairs
 *     total                 of the int32 in a Sum */
#include "eval/nnue/kernels.h"

#include "engine/base/cpu.h"

#ifdef KERNELS_NEON
#include <arm_neon.h>
#else
#include <immintrin.h>
#endif

#if defined KERNELS_SSE41
#define KERNELS kernels_sse41
#define NAME    "sse41"
enum { LANES = 8, COLUMNS = 64 };
typedef __m128i Vec, Sum;
static inline Vec load(const int16_t *from) { return _mm_load_si128((const __m128i *)from); }
static inline void store(int16_t *to, Vec v) { _mm_store_si128((__m128i *)to, v); }
static inline Vec add(Vec a, Vec b) { return _mm_add_epi16(a, b); }
static inline Vec sub(Vec a, Vec b) { return _mm_sub_epi16(a, b); }
static inline Vec clip(Vec v) { return _mm_min_epi16(_mm_max_epi16(v, _mm_setzero_si128()), _mm_set1_epi16(NET_QA)); }
static inline Sum multiply_add(Sum sum, Vec v, Vec w) { return _mm_add_epi32(sum, _mm_madd_epi16(_mm_mullo_epi16(v, w), v)); }
static inline int32_t total(Sum sum)
{
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4E));
    return _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xB1)));
}

#elif defined KERNELS_AVX2
#define KERNELS kernels_avx2
#define NAME    "avx2"
enum { LANES = 16, COLUMNS = NET_HIDDEN % 128 == 0 ? 128 : 64 };
typedef __m256i Vec, Sum;
static inline Vec load(const int16_t *from) { return _mm256_load_si256((const __m256i *)from); }
static inline void store(int16_t *to, Vec v) { _mm256_store_si256((__m256i *)to, v); }
static inline Vec add(Vec a, Vec b) { return _mm256_add_epi16(a, b); }
static inline Vec sub(Vec a, Vec b) { return _mm256_sub_epi16(a, b); }
static inline Vec clip(Vec v) { return _mm256_min_epi16(_mm256_max_epi16(v, _mm256_setzero_si256()), _mm256_set1_epi16(NET_QA)); }
static inline Sum multiply_add(Sum sum, Vec v, Vec w) { return _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_mullo_epi16(v, w), v)); }
static inline int32_t total(Sum sum)
{
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E));
    return _mm_cvtsi128_si32(_mm_add_epi32(half, _mm_shuffle_epi32(half, 0xB1)));
}

#elif defined KERNELS_AVX512 /* F and BW */
#define KERNELS kernels_avx512
#define NAME    "avx512"
enum { LANES = 32, COLUMNS = NET_HIDDEN % 256 == 0 ? 256 : 64 };
typedef __m512i Vec, Sum;
static inline Vec load(const int16_t *from) { return _mm512_load_si512((const void *)from); }
static inline void store(int16_t *to, Vec v) { _mm512_store_si512((void *)to, v); }
static inline Vec add(Vec a, Vec b) { return _mm512_add_epi16(a, b); }
static inline Vec sub(Vec a, Vec b) { return _mm512_sub_epi16(a, b); }
static inline Vec clip(Vec v) { return _mm512_min_epi16(_mm512_max_epi16(v, _mm512_setzero_si512()), _mm512_set1_epi16(NET_QA)); }
static inline Sum multiply_add(Sum sum, Vec v, Vec w) { return _mm512_add_epi32(sum, _mm512_madd_epi16(_mm512_mullo_epi16(v, w), v)); }
static inline int32_t total(Sum sum) { return _mm512_reduce_add_epi32(sum); }

#elif defined KERNELS_NEON /* AArch64 */
#define KERNELS kernels_neon
#define NAME    "neon"
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
    return vmlal_high_s16(vmlal_s16(sum, vget_low_s16(vw), vget_low_s16(v)), vw, v);
}
static inline int32_t total(Sum sum) { return vaddvq_s32(sum); }
#endif

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

static int32_t output(const int16_t *us, const int16_t *them, const int16_t *weights)
{
    return total(output_view(output_view((Sum){0}, us, weights), them, weights + NET_HIDDEN));
}

const Kernels KERNELS = {NAME, CPU_USED, update, output};
