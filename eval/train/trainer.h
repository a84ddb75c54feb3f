/* SPDX-License-Identifier: GPL-3.0-only */
/* trainer.h - a training run: a model, the data, and how far the run has come.
 *
 * Every random choice follows from the seed and the number of the step, so a run repeats exactly on the same kind of
 * machine, and goes on from a checkpoint as if nothing had happened. A checkpoint is a file in the machine's own format, to
 * be read where it was written:
 *      .  CheckpointHead (trainer.c): settings and data it belongs to
 *      .  int64_t steps taken; OutputBias; for each tile of columns three TileData: weights, both moments (model.c, tile.h)
 *      .  RunState
 *      .  u32     CRC-32 of all before it */
#pragma once

#include "eval/train/curve.h"
#include "eval/train/export.h"

typedef struct TrainOptions {
    int64_t batch, threads;
    uint64_t seed;
    double epochs;                 /* passes over the data */
    double rate, rate_end, warmup; /* steps of warm-up: at most a fifth of the run */
    double decay;                  /* negative: 2500 / steps, at most 5 */
    TargetOptions target;
    const Network *start;    /* borrowed; NULL: random weights */
    Network *const *average; /* borrowed: the finished net is the mean of the trained weights and these nets' */
    int average_count;
    const char *description; /* for the net file; "" if there is nothing to say */
} TrainOptions;

typedef struct RunState {
    Curve curve;
    double loss; /* summed since the curve's last point, over `seen` positions */
    int64_t seen;
    double best; /* lowest validation loss at a pass's end, INFINITY before the first; of the net `best_net` */
    int64_t best_step;
    uint32_t best_net, best_next; /* the latter is to be written in its place, or was */
} RunState;

typedef struct Trainer {
    TrainOptions o;      /* warm-up and decay as they are used */
    const Dataset *data; /* borrowed */
    Model *model;
    uint32_t *order; /* of one pass */
    int64_t pass;    /* that `order` is for, -1: none */
    int64_t batches; /* of a pass */
    int64_t steps;   /* of the whole run */
    RunState state;
    double validation; /* loss when it was measured last */
    bool averaged;     /* the model is the mean by now */
} Trainer;

/* NULL with the reason: no positions, no memory. */
Trainer *trainer_new(const TrainOptions *options, const Dataset *data, Text *why);
void trainer_free(Trainer *t);

/* One batch. At the end of a pass and of the run the validation loss is measured. False if the loss is not finite. */
bool trainer_step(Trainer *t) __attribute__((warn_unused_result));

/* Did the last step end a pass or the run? */
bool trainer_pass_ended(const Trainer *t);

/* Mean training loss since the curve's last point, or at it. */
double trainer_loss(const Trainer *t);

void trainer_measure(Trainer *t); /* the validation loss, anew */

/* The learning rate of a step: linear warm-up, then half a cosine down to the final rate. */
double trainer_rate(const Trainer *t, int64_t step);

/* Writes a checkpoint. False if that failed (errno) or memory is short. */
bool trainer_save(const Trainer *t, FILE *file) __attribute__((warn_unused_result));

/* How far the run of a checkpoint has come; one that is not there or empty leaves *state. False with the reason: it is no whole
 * checkpoint of this program. */
bool checkpoint_look(const char *path, RunState *state, Text *why) __attribute__((warn_unused_result));

/* Goes on where a checkpoint stopped; one that is not there or empty changes nothing. False with the reason: no checkpoint,
 * damaged, of other settings or data, or with numbers that cannot be; then the trainer is of no use. */
bool trainer_load(Trainer *t, const char *path, Text *why) __attribute__((warn_unused_result));

enum { TRAINER_TEXT_SIZE = 2048 };

/* What the net file tells of its making. Returns text[TRAINER_TEXT_SIZE]. */
char *trainer_describe(const Trainer *t, char *text);

/* After the last step, and after it was saved: takes the mean of the weights and those of the nets of the options, and measures the
 * validation loss anew. What runs from the same start have learned from different games, or in another order, adds up, and their errors
 * average out ("model soups", Wortsman et al., ICML 2022). Nothing where there are none. */
void trainer_average(Trainer *t);

/* The model as a net whose weights are rounded one by one. NULL with the reason. */
Network *trainer_export(const Trainer *t, Text *why);

typedef struct FinishedNet {
    Network *net;               /* its weights rounded together, or one by one where memory is short; NULL: none */
    ExportLoss alone, together; /* what rounding costs, each weight by itself and as it was done */
} FinishedNet;

/* As above; *why has a reason too where the weights were rounded one by one. Takes up to some minutes. */
FinishedNet trainer_finish(const Trainer *t, Text *why);
