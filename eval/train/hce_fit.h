/* SPDX-License-Identifier: GPL-3.0-only */
/* hce_fit.h - fits the weights of the handcrafted evaluation to self-play games, and writes them down.
 *
 * Logistic regression (Texel's tuning method, P. Österlund 2014, with all weights at once by gradient descent): the
 * evaluation is linear in its weights, so a position is a short list of (term, count) and a phase. Minimised is the mean
 * of (sigmoid(eval / 400) - target)^2 with the target of target.h, by Adam, with a pull towards the
 * weights it began with. */
#pragma once

#include "engine/base/outfile.h"
#include "eval/hce/hce_params.h"
#include "eval/train/dataset.h"

typedef struct HceFitOptions {
    double lambda, rate, pull;
    int64_t passes;
} HceFitOptions;

typedef struct HceFit HceFit;

typedef struct HcePass {
    double training, validation; /* mean losses, the first while the weights moved */
} HcePass;

/* The weights begin as the player's own (hce_params.h). The data are borrowed. NULL: no memory. */
HceFit *hce_fit_new(const HceFitOptions *options, const Dataset *data);
void hce_fit_free(HceFit *fit);

/* Mean loss of the games kept for validation. */
double hce_fit_validation(const HceFit *fit);

/* One of the passes over all positions. */
HcePass hce_fit_pass(HceFit *fit);

/* The weights as they are now, as integers. */
void hce_fit_weights(const HceFit *fit, HceWeight weights[TERMS]);

typedef struct HceTable { /* a copy of eval/hce/hce_params.h */
    char *text, *behind;  /* text owned; ends where the table of weights begins */
} HceTable;

/* False with the reason if the file cannot be read or holds no such table; to be freed either way. */
bool hce_table_read(HceTable *table, const char *path, Text *why) __attribute__((warn_unused_result));
void hce_table_free(HceTable *table);

/* The file again, with these weights in its table and nothing else changed. False with the reason. */
bool hce_table_write(const HceTable *table, const HceWeight weights[TERMS], const char *path, Text *why)
    __attribute__((warn_unused_result));
