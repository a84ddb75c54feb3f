/* checkpoint.h - a training run in a file: settings and data it belongs to, the model, how far it has come.
 *
 * In the machine's own format, to be read where it was written:
 *      .  CheckpointHead
 *      .  int64_t steps taken; OutputBias; for each tile of columns three TileData: weights, both moments (model.c, tile.h)
 *      .  RunState
 *      .  u32     CRC-32 of all before it
 * It appears whole or not at all; while a run holds it open, a second run is told so. */
#pragma once

#include "engine/base/outfile.h"
#include "eval/train/curve.h"
#include "eval/train/model.h"

typedef struct CheckpointHead { /* all must agree for a run to continue */
    char magic[8];              /* "HXCKPT3" */
    uint64_t fingerprint, seed, start;
    int64_t steps, batch;
    double rate, rate_end, warmup, decay, lambda;
    char architecture[96];
} CheckpointHead;

_Static_assert(sizeof(CheckpointHead) == 8 + 10 * 8 + 96, "compared and written whole: no padding");

typedef struct RunState {
    Curve curve;
    double loss; /* summed since the curve's last point, over `seen` positions */
    int64_t seen;
    double best; /* lowest validation loss at a pass's end, INFINITY before the first; of the net `best_net` */
    int64_t best_step;
    uint32_t best_net;
} RunState;

/* Fills in magic and architecture. */
void checkpoint_head_init(CheckpointHead *head);

/* Writes all of it to the stream. False if that failed (errno) or memory is short. */
bool checkpoint_write(FILE *file, const CheckpointHead *head, const Model *model, const RunState *state)
    __attribute__((warn_unused_result));

typedef enum CheckpointFound { CHECKPOINT_NONE, CHECKPOINT_READ, CHECKPOINT_WRONG } CheckpointFound;

/* NONE if there is no such file, or an empty one. WRONG with the reason in error[FILE_ERROR_SIZE]: no checkpoint,
 * damaged, of other settings or data, or with numbers that cannot be; then model and state are of no use. */
CheckpointFound checkpoint_read(const char *path, const CheckpointHead *own, Model *model, RunState *state, char *error);
