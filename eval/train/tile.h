/* SPDX-License-Identifier: GPL-3.0-only */
/* tile.h - the trainer's inner loops over one tile: some columns of the first layer and their output
 * weights.
 *
 * A tile of a phase's table fits the processor's second cache, and a thread owns whole tiles: nothing is
 * locked, nothing added up across threads, and the result does not depend on their number. The same
 * source is compiled once per instruction set and chosen at run time; fused multiplications make the
 * sets differ in the last bits, so a run repeats exactly only on the same kind of machine. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "eval/nnue/arch.h"

enum {
    TILE = 64,                       /* columns */
    TILES = NET_HIDDEN / TILE,       /* of the net */
    CHUNK = 512,                     /* positions handled at a time: their activations stay in the second cache */
    SLOTS_MAX = 2 * CHUNK,           /* a slot is a view of a position: 2 * number + (0 own, 1 opponent's) */
    FACTORED = NET_KING_BUCKETS > 1, /* then rows NET_ROWS and up are shared by all buckets of a phase */
    TABLE_ROWS = NET_ROWS + (FACTORED ? NET_PHASES * NET_PIECE_SQUARES : 0),
};

/* The row that all buckets of its phase share with this one. */
static inline int shared_row(int row) { return NET_ROWS % TABLE_ROWS + row / NET_PHASE_ROWS * NET_PIECE_SQUARES + row % NET_PIECE_SQUARES; }

/* One tile's numbers: weights, gradients, or the optimiser's moments. */
typedef struct TileData {
    _Alignas(64) float rows[TABLE_ROWS][TILE];
    _Alignas(64) float bias[NET_PHASES][TILE];
    _Alignas(64) float output[NET_OUTPUT_BUCKETS][2][TILE];
} TileData;

/* The inputs of a chunk, by slot and by row. */
typedef struct Chunk {
    int count;                          /* positions */
    uint8_t bucket[CHUNK];              /* output bucket */
    uint8_t phase[CHUNK];               /* whose bias counts */
    uint32_t slot_start[SLOTS_MAX + 1]; /* slot s has rows[slot_start[s] .. slot_start[s + 1]) */
    uint16_t rows[SLOTS_MAX * NET_ACTIVE_MAX];
    uint32_t row_start[NET_ROWS + 1]; /* row r is in slots[row_start[r] .. row_start[r + 1]) */
    uint16_t slots[SLOTS_MAX * NET_ACTIVE_MAX];
    float target[CHUNK];
} Chunk;

typedef struct AdamStep {
    float rate, decay;             /* learning rate, decoupled weight decay per unit of it */
    float correct1, correct2;      /* 1 / (1 - beta^step) */
    float row_limit, output_limit; /* weights are clipped to this */
    bool keep_untouched;           /* what no gradient has reached neither decays nor is clipped */
} AdamStep;

typedef struct TileKernels {
    const char *name;
    unsigned used; /* CPU_USED of its compilation (engine/base/cpu.h) */
    /* Activations of every slot, and per position this tile's part of the output. `table` holds the
     * effective rows, w the rest. */
    void (*forward)(const float (*table)[TILE], const TileData *w, const Chunk *chunk, float (*active)[TILE], float *part);
    /* Adds to the gradient, from d loss / d output per position; destroys the activations. */
    void (*backward)(const TileData *w, const Chunk *chunk, const float *slope, float (*active)[TILE], TileData *gradient);
    /* AdamW (Loshchilov and Hutter, ICLR 2019) on the whole tile; clears the gradient. */
    void (*adam)(TileData *w, TileData *m, TileData *v, TileData *gradient, const AdamStep *step);
} TileKernels;

extern const TileKernels tile_base;
#ifdef HAVE_X86_KERNELS
extern const TileKernels tile_avx2, tile_avx512;
#endif

/* The fastest this machine can run; HANXIN_SIMD (kernels.h) lowers it. */
const TileKernels *tile_choose(void);
