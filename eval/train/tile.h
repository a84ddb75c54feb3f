/* SPDX-License-Identifier: GPL-3.0-only */
/* tile.h - the trainer's inner loops over one tile: some columns of the first layer and their
 * output weights.
 *
 * A tile of one phase's table fits the second-level cache, and each tile belongs to one thread:
 * there are no locks and no sums across threads, and the result does not depend on the number of
 * threads. The same source is compiled once per instruction set, which is chosen at run time. Fused
 * multiplications make the sets differ in the last bits, so a run can be repeated exactly only on
 * the same kind of machine. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/contract.h"
#include "eval/nnue/arch.h"

enum {
    TILE = 64,                 /* number of columns */
    TILES = NET_HIDDEN / TILE, /* number of tiles of the net */
    /* Number of positions handled together, such that their activations stay in the second-level
     * cache. */
    CHUNK = 512,
    SLOTS_MAX = 2 * CHUNK,           /* a slot is a view of a position: 2 * number + (0 for the mover's view, 1 for the opponent's) */
    FACTORED = NET_KING_BUCKETS > 1, /* if true, rows NET_ROWS and up are shared by all buckets of a phase */
    TABLE_ROWS = NET_ROWS + (FACTORED ? NET_PHASES * NET_PIECE_SQUARES : 0),
};

/* Returns the row that all buckets of its phase share with this row. */
static inline int shared_row(int row)
{
    assert(in_range(row, 0, NET_ROWS - 1));
    return NET_ROWS % TABLE_ROWS + row / NET_PHASE_ROWS * NET_PIECE_SQUARES + row % NET_PIECE_SQUARES;
}

/* Numbers of one tile: weights, gradients, or the optimiser's moments. */
typedef struct TileData {
    _Alignas(64) float rows[TABLE_ROWS][TILE];
    _Alignas(64) float bias[NET_PHASES][TILE];
    _Alignas(64) float output[NET_OUTPUT_BUCKETS][2][TILE];
} TileData;

/* The inputs of a chunk, by slot and by row. */
typedef struct Chunk {
    int count;                          /* number of positions */
    uint8_t bucket[CHUNK];              /* output bucket */
    uint8_t phase[CHUNK];               /* phase, which selects the bias */
    uint32_t slot_start[SLOTS_MAX + 1]; /* slot s has rows[slot_start[s] .. slot_start[s + 1]) */
    uint16_t rows[SLOTS_MAX * NET_ACTIVE_MAX];
    uint32_t row_start[NET_ROWS + 1]; /* row r is in slots[row_start[r] .. row_start[r + 1]) */
    uint16_t slots[SLOTS_MAX * NET_ACTIVE_MAX];
    float target[CHUNK];
} Chunk;

typedef struct AdamStep {
    float rate, decay;             /* learning rate; decoupled weight decay per unit of it */
    float correct1, correct2;      /* 1 / (1 - beta^step) */
    float row_limit, output_limit; /* weights are clipped to this range */
    bool keep_untouched;           /* weights that never had a gradient are neither decayed nor clipped */
} AdamStep;

typedef struct TileKernels {
    const char *name;
    unsigned used; /* CPU_USED of its compilation (engine/base/cpu.h) */
    /* Computes the activations of every slot, and for each position this tile's part of the output.
     * `table` contains the effective rows, w all other weights. */
    void (*forward)(const float (*table)[TILE], const TileData *w, const Chunk *chunk, float (*active)[TILE], float *part);
    /* Adds to the gradient, given d loss / d output for each position. Overwrites the activations. */
    void (*backward)(const TileData *w, const Chunk *chunk, const float *slope, float (*active)[TILE], TileData *gradient);
    /* Performs a step of AdamW (Loshchilov and Hutter, ICLR 2019) on the whole tile and clears the
     * gradient. */
    void (*adam)(TileData *w, TileData *m, TileData *v, TileData *gradient, const AdamStep *step);
} TileKernels;

extern const TileKernels tile_base;
#ifdef HAVE_X86_KERNELS
extern const TileKernels tile_avx2, tile_avx512;
#endif

/* Returns the fastest version for this machine; HANXIN_SIMD (kernels.h) can select a lower one. */
const TileKernels *tile_choose(void);
