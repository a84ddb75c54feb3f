/* AVX-512 F and BW: thirty-two columns at a time. */
#include "eval/nnue/kernels.h"

#include "engine/base/cpu.h"

#include <immintrin.h>

enum { LANES = 32, TILE = NET_HIDDEN % 256 == 0 ? 256 : 64, VECTORS = TILE / LANES };

static void update(int16_t *to, const int16_t *from, const int16_t *const *added, int add_count, const int16_t *const *removed,
                   int remove_count)
{
    for (int column = 0; column < NET_HIDDEN; column += TILE) {
        __m512i sum[VECTORS]; /* registers, across all rows */
        for (int i = 0; i < VECTORS; i++)
            sum[i] = _mm512_load_si512((const void *)(from + column + i * LANES));
        for (int n = 0; n < add_count; n++)
            for (int i = 0; i < VECTORS; i++)
                sum[i] = _mm512_add_epi16(sum[i], _mm512_load_si512((const void *)(added[n] + column + i * LANES)));
        for (int n = 0; n < remove_count; n++)
            for (int i = 0; i < VECTORS; i++)
                sum[i] = _mm512_sub_epi16(sum[i], _mm512_load_si512((const void *)(removed[n] + column + i * LANES)));
        for (int i = 0; i < VECTORS; i++)
            _mm512_store_si512((__m512i *)(to + column + i * LANES), sum[i]);
    }
}

/* v * w fits int16 (arch.h), so v^2 * w is one multiplication and one multiply-add of pairs. */
static __m512i output_view(__m512i sum, const int16_t *view, const int16_t *weights)
{
    const __m512i zero = _mm512_setzero_si512(), one = _mm512_set1_epi16(NET_QA);
    for (int i = 0; i < NET_HIDDEN; i += LANES) {
        __m512i v = _mm512_min_epi16(_mm512_max_epi16(_mm512_load_si512((const void *)(view + i)), zero), one);
        __m512i vw = _mm512_mullo_epi16(v, _mm512_load_si512((const void *)(weights + i)));
        sum = _mm512_add_epi32(sum, _mm512_madd_epi16(vw, v));
    }
    return sum;
}

static int32_t output(const int16_t *us, const int16_t *them, const int16_t *weights)
{
    __m512i sum = output_view(_mm512_setzero_si512(), us, weights);
    sum = output_view(sum, them, weights + NET_HIDDEN);
    return _mm512_reduce_add_epi32(sum);
}

const Kernels kernels_avx512 = {"avx512", CPU_USED, update, output};
