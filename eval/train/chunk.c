/* SPDX-License-Identifier: GPL-3.0-only */
#include "eval/train/chunk.h"

#include <string.h>

#include "engine/base/contract.h"
#include "eval/nnue/features.h"

/* Returns one fair bit for each position of each pass (the finisher of splitmix). */
static bool chunk_mirror_bit(uint64_t seed, uint64_t number)
{
    uint64_t z = seed + number * 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    return (z ^ z >> 27) >> 40 & 1;
}

/* Sorts all (slot, row) pairs by row (counting sort). */
static void chunk_sort_by_row(Chunk *chunk)
{
    int slots = 2 * chunk->count;
    uint32_t total = chunk->slot_start[slots], *start = chunk->row_start;
    memset(start, 0, sizeof chunk->row_start);
    for (uint32_t k = 0; k < total; k++)
        start[chunk->rows[k] + 1]++;
    for (int row = 0; row < NET_ROWS; row++)
        start[row + 1] += start[row];
    for (int s = slots - 1; s >= 0; s--) /* backwards, so that start[] ends up at the first entry of each row */
        for (uint32_t k = chunk->slot_start[s]; k < chunk->slot_start[s + 1]; k++)
            chunk->slots[--start[chunk->rows[k] + 1]] = (uint16_t)s;
    memmove(start, start + 1, sizeof *start * NET_ROWS);
    start[NET_ROWS] = total;
}

void chunk_fill(Chunk *chunk, const ChunkSource *source, int first, int count)
{
    assert(in_range(count, 0, CHUNK) && first >= 0);
    enum { AHEAD = 16 };
    uint32_t used = 0;
    chunk->count = count;
    chunk->slot_start[0] = 0;
    for (int n = 0; n < count; n++) {
        const uint32_t *order = source->order;
        size_t number = order ? order[first + n] : (size_t)(first + n);
        if (order && n + AHEAD < count)
            __builtin_prefetch(&source->samples[order[first + n + AHEAD]]);
        const Sample *sample = &source->samples[number];
        PlacedPiece pieces[NET_ACTIVE_MAX];
        Square kings[2] = {0, 0};
        Lean lean = 0;
        int placed = board_pieces(&sample->board, BOARD_BY_FILE, pieces);
        for (int i = 0; i < placed; i++) {
            lean += lean_weight[pieces[i].piece][pieces[i].square];
            if (piece_kind(pieces[i].piece) == KING)
                kings[piece_side(pieces[i].piece)] = pieces[i].square;
        }
        if (source->mirror_seed) /* where only the lean decides, training sees both orientations equally often */
            lean = chunk_mirror_bit(source->mirror_seed, number) ? (Lean)1 << 32 | 1 : 0;
        for (Side view = RED; view <= BLACK; view++) {
            Orientation o = orientation_by(kings[view], kings[opponent(view)], view, lean, placed);
            for (int i = 0; i < placed; i++)
                chunk->rows[used++] = (uint16_t)feature_row(view, o, pieces[i].piece, pieces[i].square);
            chunk->slot_start[2 * n + (int)view + 1] = used;
        }
        chunk->bucket[n] = (uint8_t)output_bucket(sample->count);
        chunk->phase[n] = (uint8_t)net_phase(sample->count);
        chunk->target[n] = target_of(sample, &source->target);
    }
    if (source->by_row)
        chunk_sort_by_row(chunk);
}
