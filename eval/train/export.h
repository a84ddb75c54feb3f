/* SPDX-License-Identifier: GPL-3.0-only */
/* export.h - converts the floating-point model to the player's net, and measures the loss of
 * precision.
 *
 * If every weight is rounded alone, each is off by up to half a unit. Inputs are correlated, so these
 * errors add up instead of averaging out. Here each weight is rounded so that it compensates for the
 * rounding errors of the weights before it. This is Babai's nearest plane algorithm on the covariance
 * of the inputs, known as GPTQ for a layer of a network (Frantar et al., ICLR 2023). The first layer,
 * whose inputs are pieces on squares, is rounded first. The output layer follows; its inputs are the
 * rounded first layer's activations, so that it also corrects errors of that layer. */
#pragma once

#include "eval/nnue/network.h"
#include "eval/train/model.h"

/* Rounds each weight separately. QB is the largest power of two that keeps the output weights in
 * range. Returns NULL with the reason if the result would be unsafe (network_verify()) or an
 * allocation fails. */
Network *export_network(const Model *model, const char *description, Text *why);

typedef struct ExportLoss { /* in centipawns, net minus model */
    int positions;
    double mean, rms, most;
    double means[NET_OUTPUT_BUCKETS];
} ExportLoss;

/* Compares net and model on samples[0..count). */
ExportLoss export_compare(Model *model, const Network *net, const Sample *samples, int count);

/* Subtracts the mean differences from the output biases. Rounding errors of output weights do not
 * average out, because the same ones are added in every position. */
void export_centre(Network *net, const ExportLoss *loss);

/* Sets all weights of `net`, the exported model, so that its outputs are as close as possible to
 * the model's on samples from all parts of the data, some ten thousand for each output bucket. A
 * bucket with few samples keeps its weights; QB is unchanged. Returns false if an allocation fails. */
bool round_together(Model *model, Network *net, const Samples *data) __attribute__((warn_unused_result));
