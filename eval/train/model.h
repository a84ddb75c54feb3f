/* SPDX-License-Identifier: GPL-3.0-only */
/* model.h - the network in floating point: outputs, loss, and AdamW steps, with several threads.
 *
 * The loss is the mean of (sigmoid(output) - target)^2. 1.0 of the first layer is NET_QA in the
 * player. */
#pragma once

#include "eval/nnue/network.h"
#include "eval/train/target.h"
#include "eval/train/tile.h"

typedef struct Model Model;

typedef struct StepOptions {
    TargetOptions target;
    float rate, decay;
    /* Weights that never had a gradient do not change: for a run that starts from a finished net
     * and uses only some kinds of positions. */
    bool keep_untouched;
    /* Determines which positions with both kings in the middle are mirrored; 0 for none. */
    uint64_t mirror_seed;
} StepOptions;

/* Creates a model with random weights, for 1 or more threads. batch_max is the largest count for
 * model_train(); model_outputs() always accepts at least CHUNK samples. Returns NULL if an allocation
 * fails. */
Model *model_new(int threads, int batch_max, uint64_t seed);
void model_free(Model *model);

/* Replaces the random weights with those of a finished net. To be called before the first step.
 * Exporting the model at once gives the same net again. */
void model_start_from(Model *model, const Network *net);

/* Moves the weights by the fraction `part` towards those of the net; moments are unchanged. */
void model_mix(Model *model, const Network *net, float part);

/* Clips the output weights as every step does, because those of another net may be larger. */
void model_limit(Model *model);

/* Returns the name of the instruction set in use. */
const char *model_kernels(const Model *model);

/* Performs one step on samples[order[0..count)], or on the first `count` samples if order is NULL.
 * Returns the sum of their losses. */
double model_train(Model *model, const Sample *samples, const uint32_t *order, int count, const StepOptions *options);

/* Computes outputs in centipawns, unless `centipawns` is NULL. Returns the sum of losses; if
 * `target` is NULL, against the scores alone. Does not change the model. */
double model_outputs(Model *model, const Sample *samples, int count, const TargetOptions *target, float *centipawns);

/* Returns the weights in the form of the player's net: shared rows are added to the rows of all
 * buckets. In units of 1.0. */
typedef struct FloatNet {
    float rows[NET_ROWS][NET_HIDDEN], bias[NET_PHASES][NET_HIDDEN];
    float output[NET_OUTPUT_BUCKETS][2 * NET_HIDDEN], output_bias[NET_OUTPUT_BUCKETS];
} FloatNet;
void model_weights(const Model *model, FloatNet *weights);

/* Returns the number of steps taken. */
int64_t model_steps(const Model *model);

/* Copy steps, weights and moments to and from a buffer of model_size() bytes. */
size_t model_size(void);
void model_save(const Model *model, char *bytes);
void model_restore(Model *model, const char *bytes);
