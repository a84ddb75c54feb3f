/* SPDX-License-Identifier: GPL-3.0-only */
/* This file is compiled once per instruction set. TILE_SET names the struct that it defines, and the
 * compiler flags determine the vector width. */
#include "eval/train/tile.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "engine/base/cpu.h"
#include "eval/nnue/kernels.h"

#ifndef TILE_SET
#define TILE_SET  tile_base
#define TILE_BASE /* the version that also contains the common code */
#endif
#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)

#if defined(__AVX512F__)
enum { LANES = 16 };
#elif defined(__AVX__)
enum { LANES = 8 };
#else
enum { LANES = 4 };
#endif
enum { TILE_VECTORS = TILE / LANES };

typedef float Vector __attribute__((vector_size(4 * LANES), may_alias));

static inline const Vector *tile_vectors(const float *f) { return (const Vector *)f; }

static void tile_forward(const float (*table)[TILE], const TileData *w, const Chunk *chunk, float (*active)[TILE], float *part)
{
    for (int n = 0; n < chunk->count; n++) {
        float out = 0;
        for (int view = 0; view < 2; view++) {
            int slot = 2 * n + view;
            Vector sum[TILE_VECTORS]; /* kept in registers across all rows */
            for (int i = 0; i < TILE_VECTORS; i++)
                sum[i] = tile_vectors(w->bias[chunk->phase[n]])[i];
            for (uint32_t k = chunk->slot_start[slot]; k < chunk->slot_start[slot + 1]; k++) {
                const Vector *row = tile_vectors(table[chunk->rows[k]]);
                for (int i = 0; i < TILE_VECTORS; i++)
                    sum[i] += row[i];
            }
            float *to = active[slot];
            for (int i = 0; i < TILE_VECTORS; i++)
                ((Vector *)to)[i] = sum[i];
            const float *weight = w->output[chunk->bucket[n]][view];
            for (int i = 0; i < TILE; i++) {
                float x = to[i] > 0 ? to[i] : 0;
                x = x < 1 ? x : 1;
                to[i] = x;
                out += x * x * weight[i];
            }
        }
        part[n] = out;
    }
}

static void tile_backward(const TileData *w, const Chunk *chunk, const float *slope, float (*active)[TILE], TileData *gradient)
{
    for (int n = 0; n < chunk->count; n++)
        for (int view = 0; view < 2; view++) {
            float *x = active[2 * n + view];
            const float *weight = w->output[chunk->bucket[n]][view];
            float *weight_gradient = gradient->output[chunk->bucket[n]][view], *bias_gradient = gradient->bias[chunk->phase[n]],
                  d = slope[n];
            for (int i = 0; i < TILE; i++) {
                float v = x[i], inside = v > 0 && v < 1 ? 2 * d * v : 0;
                weight_gradient[i] += d * v * v;
                x[i] = inside * weight[i];
                bias_gradient[i] += x[i];
            }
        }

    for (int row = 0; row < NET_ROWS; row++) {
        uint32_t begin = chunk->row_start[row], end = chunk->row_start[row + 1];
        if (begin == end)
            continue;
        Vector *to = (Vector *)gradient->rows[row], sum[TILE_VECTORS];
        for (int i = 0; i < TILE_VECTORS; i++)
            sum[i] = to[i];
        for (uint32_t k = begin; k < end; k++) {
            const Vector *x = tile_vectors(active[chunk->slots[k]]);
            for (int i = 0; i < TILE_VECTORS; i++)
                sum[i] += x[i];
        }
        for (int i = 0; i < TILE_VECTORS; i++)
            to[i] = sum[i];
    }
}

typedef struct AdamTile { /* the numbers of a tile, each as one array */
    float *w, *m, *v, *g;
    const AdamStep *step;
} AdamTile;

/* Updates TILE numbers, starting at index `at`. */
static void tile_adam_on(const AdamTile *t, size_t at, float decay, float limit)
{
    float *restrict w = t->w + at, *restrict m = t->m + at, *restrict v = t->v + at, *restrict g = t->g + at;
    const AdamStep *step = t->step;
    const float beta1 = 0.9f, beta2 = 0.999f, epsilon = 1e-8f, untouched = step->keep_untouched ? 0 : -1;
    for (int i = 0; i < TILE; i++) {
        m[i] = beta1 * m[i] + (1 - beta1) * g[i];
        v[i] = beta2 * v[i] + (1 - beta2) * g[i] * g[i];
        float x = w[i] - step->rate * (m[i] * step->correct1 / (sqrtf(v[i] * step->correct2) + epsilon) + decay * w[i]);
        x = x > -limit ? x : -limit;
        x = x < limit ? x : limit;
        w[i] = v[i] > untouched ? x : w[i];
        g[i] = 0;
    }
}

static void tile_adam(TileData *w, TileData *m, TileData *v, TileData *g, const AdamStep *step)
{
    if (FACTORED) /* the gradient of a shared row is the sum over the buckets */
        for (int row = 0; row < NET_ROWS; row++)
            for (int i = 0; i < TILE; i++)
                g->rows[shared_row(row)][i] += g->rows[row][i];
    const AdamTile t = {(float *)w, (float *)m, (float *)v, (float *)g, step};
    for (size_t row = 0; row < TABLE_ROWS; row++)
        tile_adam_on(&t, offsetof(TileData, rows) / sizeof(float) + row * TILE, step->decay, step->row_limit);
    for (size_t i = 0; i < NET_PHASES; i++)
        tile_adam_on(&t, offsetof(TileData, bias) / sizeof(float) + i * TILE, 0, 1e9f);
    for (size_t i = 0; i < NET_OUTPUT_BUCKETS * 2; i++)
        tile_adam_on(&t, offsetof(TileData, output) / sizeof(float) + i * TILE, step->decay, step->output_limit);
}

const TileKernels TILE_SET = {TEXT(TILE_SET), CPU_USED, tile_forward, tile_backward, tile_adam};

#ifdef TILE_BASE
const TileKernels *tile_choose(void)
{
#ifdef HAVE_X86_KERNELS
    const char *set = kernels_choose()->name;
    if (cpu_has(tile_avx512.used) && strcmp(set, "avx512") == 0)
        return &tile_avx512;
    if (cpu_has(tile_avx2.used) && strcmp(set, "avx2") == 0)
        return &tile_avx2;
#endif
    return &tile_base;
}
#endif
