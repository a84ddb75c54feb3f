/* AVX2: sixteen columns at a time. */
#include "eval/nnue/kernels.h"

#include "engine/base/cpu.h"

#include <immintrin.h>

enum { LANES = 16, TILE = NET_HIDDEN % 128 == 0 ? 128 : 64, VECTORS = TILE / LANES };

static void update(int16_t *to, const int16_t *from, const int16_t *const *added, int add_count, const int16_t *const *removed,
                   int remove_count)
{
    for (int column = 0; column < NET_HIDDEN; column += TILE) {
        __m256i sum[VECTORS]; /* registers, across all rows */
        for (int i = 0; i < VECTORS; i++)
            sum[i] = _mm256_load_si256((const __m256i *)(from + column + i * LANES));
        for (int n = 0; n < add_count; n++)
            for (int i = 0; i < VECTORS; i++)
                sum[i] = _mm256_add_epi16(sum[i], _mm256_load_si256((const __m256i *)(added[n] + column + i * LANES)));
        for (int n = 0; n < remove_count; n++)
            for (int i = 0; i < VECTORS; i++)
                sum[i] = _mm256_sub_epi16(sum[i], _mm256_load_si256((const __m256i *)(removed[n] + column + i * LANES)));
        for (int i = 0; i < VECTORS; i++)
            _mm256_store_si256((__m256i *)(to + column + i * LANES), sum[i]);
    }
}

/* v * w fits int16 (arch.h), so v^2 * w is one multiplication and one multiply-add of pairs. */
static __m256i output_view(__m256i sum, const int16_t *view, const int16_t *weights)
{
    const __m256i zero = _mm256_setzero_si256(), one = _mm256_set1_epi16(NET_QA);
    for (int i = 0; i < NET_HIDDEN; i += LANES) {
        __m256i v = _mm256_min_epi16(_mm256_max_epi16(_mm256_load_si256((const __m256i *)(view + i)), zero), one);
        __m256i vw = _mm256_mullo_epi16(v, _mm256_load_si256((const __m256i *)(weights + i)));
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(vw, v));
    }
    return sum;
}

static int32_t output(const int16_t *us, const int16_t *them, const int16_t *weights)
{
    __m256i sum = output_view(_mm256_setzero_si256(), us, weights);
    sum = output_view(sum, them, weights + NET_HIDDEN);
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xB1));
    return _mm_cvtsi128_si32(half);
}

const Kernels kernels_avx2 = {"avx2", CPU_USED, update, output};
