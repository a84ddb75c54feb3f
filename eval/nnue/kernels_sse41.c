/* SSE4.1: eight columns at a time. */
#include "eval/nnue/kernels.h"

#include "engine/base/cpu.h"

#include <immintrin.h>

enum { LANES = 8, TILE = NET_HIDDEN % 64 == 0 ? 64 : 64, VECTORS = TILE / LANES };

static void update(int16_t *to, const int16_t *from, const int16_t *const *added, int add_count, const int16_t *const *removed,
                   int remove_count)
{
    for (int column = 0; column < NET_HIDDEN; column += TILE) {
        __m128i sum[VECTORS]; /* registers, across all rows */
        for (int i = 0; i < VECTORS; i++)
            sum[i] = _mm_load_si128((const __m128i *)(from + column + i * LANES));
        for (int n = 0; n < add_count; n++)
            for (int i = 0; i < VECTORS; i++)
                sum[i] = _mm_add_epi16(sum[i], _mm_load_si128((const __m128i *)(added[n] + column + i * LANES)));
        for (int n = 0; n < remove_count; n++)
            for (int i = 0; i < VECTORS; i++)
                sum[i] = _mm_sub_epi16(sum[i], _mm_load_si128((const __m128i *)(removed[n] + column + i * LANES)));
        for (int i = 0; i < VECTORS; i++)
            _mm_store_si128((__m128i *)(to + column + i * LANES), sum[i]);
    }
}

/* v * w fits int16 (arch.h), so v^2 * w is one multiplication and one multiply-add of pairs. */
static __m128i output_view(__m128i sum, const int16_t *view, const int16_t *weights)
{
    const __m128i zero = _mm_setzero_si128(), one = _mm_set1_epi16(NET_QA);
    for (int i = 0; i < NET_HIDDEN; i += LANES) {
        __m128i v = _mm_min_epi16(_mm_max_epi16(_mm_load_si128((const __m128i *)(view + i)), zero), one);
        __m128i vw = _mm_mullo_epi16(v, _mm_load_si128((const __m128i *)(weights + i)));
        sum = _mm_add_epi32(sum, _mm_madd_epi16(vw, v));
    }
    return sum;
}

static int32_t output(const int16_t *us, const int16_t *them, const int16_t *weights)
{
    __m128i sum = output_view(_mm_setzero_si128(), us, weights);
    sum = output_view(sum, them, weights + NET_HIDDEN);
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4E));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xB1));
    return _mm_cvtsi128_si32(sum);
}

const Kernels kernels_sse41 = {"sse41", CPU_USED, update, output};
