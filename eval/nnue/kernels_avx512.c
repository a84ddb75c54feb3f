/* AVX-512 F and BW: thirty-two columns at a time. */
#include "eval/nnue/kernels.h"

#include "engine/base/cpu.h"

#include <immintrin.h>

enum { LANES = 32, COLUMNS = NET_HIDDEN % 256 == 0 ? 256 : 64 };
typedef __m512i Vec, Sum;

static inline Vec load(const int16_t *from) { return _mm512_load_si512((const void *)from); }
static inline void store(int16_t *to, Vec v) { _mm512_store_si512((void *)to, v); }
static inline Vec add(Vec a, Vec b) { return _mm512_add_epi16(a, b); }
static inline Vec sub(Vec a, Vec b) { return _mm512_sub_epi16(a, b); }
static inline Vec clip(Vec v) { return _mm512_min_epi16(_mm512_max_epi16(v, _mm512_setzero_si512()), _mm512_set1_epi16(NET_QA)); }
static inline Sum multiply_add(Sum sum, Vec v, Vec w) { return _mm512_add_epi32(sum, _mm512_madd_epi16(_mm512_mullo_epi16(v, w), v)); }

#include "eval/nnue/kernels_simd.h"

static int32_t output(const int16_t *us, const int16_t *them, const int16_t *weights)
{
    Sum sum = output_view(_mm512_setzero_si512(), us, weights);
    sum = output_view(sum, them, weights + NET_HIDDEN);
    return _mm512_reduce_add_epi32(sum);
}

const Kernels kernels_avx512 = {"avx512", CPU_USED, update, output};
