/* SPDX-License-Identifier: GPL-3.0-only */
/* model.h - the network in floating point: outputs, loss, and steps of AdamW, on several threads.
 *
 * Loss is (sigmoid(output) - target)^2, averaged. 1.0 of the first layer is NET_QA in the player. */
#pragma once

#include "eval/nnue/network.h"
#include "eval/train/target.h"
#include "eval/train/tile.h"

typedef struct Model Model;

typedef struct StepOptions {
    TargetOptions target;
    float rate, decay;
    bool keep_untouched; /* weights that no gradient has reached stay as they are: for a run from a finished net on some of all positions */
    uint64_t mirror_seed; /* decides which positions with both kings in the middle are mirrored; 0: none */
} StepOptions;

/* Random weights by seed. NULL if there is no memory. batch_max is the most model_train
 * and model_outputs take at once. */
Model *model_new(int threads, int batch_max, uint64_t seed);
void model_free(Model *model);

/* A finished net's weights instead of random ones, before the first step: exported at once, they give that net again. */
void model_start_from(Model *model, const Network *net);

/* Moves the weights by `part` of the way to the net's; moments stay. */
void model_mix(Model *model, const Network *net, float part);

/* Clips the output weights as every step does: a net from elsewhere may have had larger ones. */
void model_limit(Model *model);

/* The name of the instruction set in use. */
const char *model_kernels(const Model *model);

/* One step on samples[order[0..count)]; order NULL: the first `count`. Returns the sum of their losses. */
double model_train(Model *model, const Sample *samples, const uint32_t *order, int count, const StepOptions *options);

/* Outputs in centipawns; returns the sum of losses, `target` NULL: against the scores alone. `centipawns` may be NULL. The model does not
 * change. */
double model_outputs(Model *model, const Sample *samples, int count, const TargetOptions *target, float *centipawns);

/* The weights of the player's net: first-layer rows with what buckets share added, in units of 1.0. */
typedef struct FloatNet {
    float rows[NET_ROWS][NET_HIDDEN], bias[NET_PHASES][NET_HIDDEN];
    float output[NET_OUTPUT_BUCKETS][2 * NET_HIDDEN], output_bias[NET_OUTPUT_BUCKETS];
} FloatNet;
void model_weights(const Model *model, FloatNet *weights);

/* Steps taken so far. */
int64_t model_steps(const Model *model);

/* Steps, weights and moments, to continue elsewhere: so many bytes, written or taken over. */
size_t model_size(void);
void model_exchange(Model *model, char *bytes, bool write);
