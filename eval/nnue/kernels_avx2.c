/* AVX2: sixteen columns at a time. */
#include "eval/nnue/kernels.h"

#include "engine/base/cpu.h"

#include <immintrin.h>

enum { LANES = 16, COLUMNS = NET_HIDDEN % 128 == 0 ? 128 : 64 };
typedef __m256i Vec, Sum;

static inline Vec load(const int16_t *from) { return _mm256_load_si256((const __m256i *)from); }
static inline void store(int16_t *to, Vec v) { _mm256_store_si256((__m256i *)to, v); }
static inline Vec add(Vec a, Vec b) { return _mm256_add_epi16(a, b); }
static inline Vec sub(Vec a, Vec b) { return _mm256_sub_epi16(a, b); }
static inline Vec clip(Vec v) { return _mm256_min_epi16(_mm256_max_epi16(v, _mm256_setzero_si256()), _mm256_set1_epi16(NET_QA)); }
static inline Sum multiply_add(Sum sum, Vec v, Vec w) { return _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_mullo_epi16(v, w), v)); }

#include "eval/nnue/kernels_simd.h"

static int32_t output(const int16_t *us, const int16_t *them, const int16_t *weights)
{
    Sum sum = output_view(_mm256_setzero_si256(), us, weights);
    sum = output_view(sum, them, weights + NET_HIDDEN);
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xB1));
    return _mm_cvtsi128_si32(half);
}

const Kernels kernels_avx2 = {"avx2", CPU_USED, update, output};
