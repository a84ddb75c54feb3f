/* SSE4.1: eight columns at a time. */
#include "eval/nnue/kernels.h"

#include "engine/base/cpu.h"

#include <immintrin.h>

enum { LANES = 8, COLUMNS = 64 };
typedef __m128i Vec, Sum;

static inline Vec load(const int16_t *from) { return _mm_load_si128((const __m128i *)from); }
static inline void store(int16_t *to, Vec v) { _mm_store_si128((__m128i *)to, v); }
static inline Vec add(Vec a, Vec b) { return _mm_add_epi16(a, b); }
static inline Vec sub(Vec a, Vec b) { return _mm_sub_epi16(a, b); }
static inline Vec clip(Vec v) { return _mm_min_epi16(_mm_max_epi16(v, _mm_setzero_si128()), _mm_set1_epi16(NET_QA)); }
static inline Sum multiply_add(Sum sum, Vec v, Vec w) { return _mm_add_epi32(sum, _mm_madd_epi16(_mm_mullo_epi16(v, w), v)); }

#include "eval/nnue/kernels_simd.h"

static int32_t output(const int16_t *us, const int16_t *them, const int16_t *weights)
{
    Sum sum = output_view(_mm_setzero_si128(), us, weights);
    sum = output_view(sum, them, weights + NET_HIDDEN);
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4E));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xB1));
    return _mm_cvtsi128_si32(sum);
}

const Kernels kernels_sse41 = {"sse41", CPU_USED, update, output};
