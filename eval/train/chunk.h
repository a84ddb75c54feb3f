/* chunk.h - from samples to lists of inputs, by position and by row (tile.h). */
#ifndef HANXIN_EVAL_TRAIN_CHUNK_H
#define HANXIN_EVAL_TRAIN_CHUNK_H

#include <stdbool.h>

#include "eval/train/dataset.h"
#include "eval/train/tile.h"

/* Look-up tables; freed with free(). NULL if there is no memory. */
typedef struct ChunkTables ChunkTables;
ChunkTables *chunk_tables_new(void);

/* Fills the chunk from samples[order[first .. first + count)] (order NULL: as they lie); the lists by row
 * only if asked for. mirror_seed as in model.h. */
void chunk_fill(Chunk *chunk, const ChunkTables *tables, const Sample *samples, const uint32_t *order, int first, int count, float lambda,
                uint64_t mirror_seed, bool by_row);

#endif
