/* SPDX-License-Identifier: GPL-3.0-only */
/* trainer.h - a training run: the model, the data and the state of the run.
 *
 * Every random choice follows from the seed and the number of the step, so a run repeats exactly on
 * the same kind of machine, and continues from a checkpoint without any difference. A checkpoint is
 * in the machine's native format and should be read where it was written:
 *      .  CheckpointHead (trainer.c): settings and data that it belongs to
 *      .  int64_t steps taken; OutputBias; for each tile of columns three TileData: weights and
 *         both moments (model.c, tile.h)
 *      .  RunState
 *      .  u32     CRC-32 of all preceding bytes */
#pragma once

#include "eval/train/curve.h"
#include "eval/train/export.h"

typedef struct TrainOptions {
    int64_t batch, threads;
    uint64_t seed;
    double epochs;                 /* number of passes over the data */
    double rate, rate_end, warmup; /* warmup in steps, at most a fifth of the run */
    double decay;                  /* negative for 2500 / steps, at most 5 */
    TargetOptions target;          /* at the start of the run; the validation loss is measured with those at its end */
    double lambda_end;             /* target.lambda and target.lambda_won change evenly to this value; negative: they do not change */
    const Network *start;          /* borrowed; NULL for random weights */
    Network *const *average;       /* borrowed; the finished net is the mean of the trained weights and these nets */
    int average_count;
    const char *description; /* text for the net file; may be "" */
} TrainOptions;

typedef struct RunState {
    Curve curve;
    double loss; /* sum since the curve's last point, over `seen` positions */
    int64_t seen;
    double best; /* lowest validation loss at the end of a pass (by best_net); INFINITY before the first pass */
    int64_t best_step;
    /* Checksum of the best net, and of a net that is about to replace it or has replaced it. */
    uint32_t best_net, best_next;
} RunState;

typedef struct Trainer {
    TrainOptions o;      /* options with the effective warm-up and decay */
    const Dataset *data; /* borrowed */
    Model *model;
    uint32_t *order; /* order of the samples in one pass */
    int64_t pass;    /* pass for which `order` was computed; -1 for none */
    int64_t batches; /* number of batches per pass */
    int64_t steps;   /* number of steps of the whole run */
    RunState state;
    double validation; /* last measured validation loss */
    bool averaged;     /* the model is already the mean */
} Trainer;

/* Creates a trainer. Returns NULL with the reason if there are no positions or an allocation fails. */
Trainer *trainer_new(const TrainOptions *options, const Dataset *data, Text *why);
void trainer_free(Trainer *t);

/* Trains one batch. Measures the validation loss at the end of a pass and of the run. Returns false
 * if the loss is not finite. */
bool trainer_step(Trainer *t) __attribute__((warn_unused_result));

/* Returns true if the last step ended a pass or the run. */
bool trainer_pass_ended(const Trainer *t);

/* Returns the mean training loss since the curve's last point, or at that point if it was just
 * added. */
double trainer_loss(const Trainer *t);

void trainer_measure(Trainer *t); /* measures the validation loss */

/* Returns the learning rate of a step: linear warm-up, then half a cosine down to the final
 * rate. */
double trainer_rate(const Trainer *t, int64_t step);

/* Writes a checkpoint. Returns false if writing failed (errno) or an allocation fails. */
bool trainer_save(const Trainer *t, FILE *file) __attribute__((warn_unused_result));

/* Reads the state of the run from a checkpoint. If the file is missing or empty, *state is
 * unchanged. Returns false with the reason if it is not a complete checkpoint of this program. */
bool checkpoint_look(const char *path, RunState *state, Text *why) __attribute__((warn_unused_result));

/* Continues from a checkpoint. If the file is missing or empty, nothing changes. Returns false with
 * the reason if it is not a checkpoint, is damaged, belongs to other settings or data, or contains
 * impossible numbers; the trainer is then unusable. */
bool trainer_load(Trainer *t, const char *path, Text *why) __attribute__((warn_unused_result));

enum { TRAINER_TEXT_SIZE = 2048 };

/* Writes the description for the net file to text[TRAINER_TEXT_SIZE] and returns it. */
char *trainer_describe(const Trainer *t, char *text);

/* Replaces the weights by the mean of them and those of the nets in the options, and measures the
 * validation loss; called after the last step and its checkpoint. Runs from the same start that
 * learned from different games, or in a different order, complement each other, and their errors
 * average out ("model soups", Wortsman et al., ICML 2022). Does nothing if there are no such
 * nets. */
void trainer_average(Trainer *t);

/* Returns the model as a net whose weights are rounded separately. On failure returns NULL with the
 * reason. */
Network *trainer_export(const Trainer *t, Text *why);

typedef struct FinishedNet {
    Network *net;               /* weights rounded jointly, or separately if an allocation fails; NULL on failure */
    ExportLoss alone, together; /* loss by separate rounding, and by the rounding that was used */
} FinishedNet;

/* Exports the model with joint rounding, which may take minutes. *why also receives a reason if the
 * weights were rounded separately. */
FinishedNet trainer_finish(const Trainer *t, Text *why);
