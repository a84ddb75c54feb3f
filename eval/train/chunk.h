/* SPDX-License-Identifier: GPL-3.0-only */
/* chunk.h - converts samples to lists of inputs, by position and by row (tile.h). */
#pragma once

#include <stdbool.h>

#include "eval/train/target.h"
#include "eval/train/tile.h"

typedef struct ChunkSource {
    const Sample *samples;
    const uint32_t *order; /* order of the samples; NULL for the stored order */
    TargetOptions target;
    uint64_t mirror_seed; /* seed of the mirroring, as in StepOptions (model.h) */
    bool by_row;          /* true if the lists by row are needed too */
} ChunkSource;

/* Fills the chunk from samples[order[first .. first + count)]. */
void chunk_fill(Chunk *chunk, const ChunkSource *source, int first, int count);
