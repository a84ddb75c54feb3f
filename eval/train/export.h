/* SPDX-License-Identifier: GPL-3.0-only */
/* export.h - from the float model to the player's net, and how much is lost on the way.
 *
 * Each weight rounded by itself is off by up to half a unit, and as inputs go together the errors add up
 * instead of averaging out. Here every weight is rounded knowing what those before it did to the sums:
 * Babai's nearest plane on the covariance of the inputs, which for a layer of a network is GPTQ (Frantar et
 * al., ICLR 2023). First the first layer, whose inputs are pieces on squares, then the output layer, whose
 * inputs are the player's own activations, so that it makes good what the first could not. */
#pragma once

#include "eval/nnue/network.h"
#include "eval/train/model.h"

/* Rounds the weights: QB is the largest power of two that keeps output weights within bounds. NULL with
 * the reason if the result would not be safe (network_verify) or memory is short. */
Network *export_network(const Model *model, const char *description, Text *why);

typedef struct ExportLoss { /* centipawns, net minus float model */
    int positions;
    double mean, rms, most;
    double means[NET_OUTPUT_BUCKETS];
} ExportLoss;

/* Compares on samples[0..count). */
ExportLoss export_compare(Model *model, const Network *net, const Sample *samples, int count);

/* Takes the mean differences out of the output biases. Rounding errors of the output weights do not average out: the
 * same ones are added up in every position. */
void export_centre(Network *net, const ExportLoss *loss);

/* Sets all weights of `net`, the exported model, so that its outputs are nearest to the model's on samples from all over
 * the data, some ten thousand for each output bucket; a bucket with few keeps its weights, as does QB. False if there is
 * no memory. */
bool round_together(Model *model, Network *net, const Samples *data) __attribute__((warn_unused_result));
