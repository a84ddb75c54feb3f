/* export.h - from the float model to the player's net, and how much is lost on the way. */
#pragma once

#include "eval/nnue/network.h"
#include "eval/train/model.h"

/* Rounds the weights: QB is the largest power of two that keeps output weights within bounds. NULL and one
 * line in error[FILE_ERROR_SIZE] if the result would not be safe (network_verify) or memory is short. */
Network *export_network(const Model *model, const char *description, char *error);

typedef struct ExportLoss {
    int positions;
    double mean, rms, most; /* centipawns, net minus float model */
} ExportLoss;

/* Takes the mean difference on samples[0..count) out of the output bias. Rounding errors of the output weights
 * do not average out: the same ones are added up in every position. */
void export_centre(Model *model, Network *net, const Sample *samples, int count);

/* Compares on samples[0..count). */
ExportLoss export_compare(Model *model, const Network *net, const Sample *samples, int count);
