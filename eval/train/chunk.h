/* SPDX-License-Identifier: GPL-3.0-only */
/* chunk.h - converts samples to lists of inputs, by position and by row (tile.h). */
#pragma once

#include <stdbool.h>

#include "eval/train/target.h"
#include "eval/train/tile.h"

typedef struct ChunkSource {
    const Sample *samples;
    const uint32_t *order; /* NULL: the stored order */
    TargetOptions target;
    uint64_t mirror_seed; /* as in StepOptions (model.h) */
    bool by_row;          /* also fill the lists by row */
} ChunkSource;

/* Fills the chunk from samples[order[first .. first + count)]. */
void chunk_fill(Chunk *chunk, const ChunkSource *source, int first, int count);
