/* SPDX-License-Identifier: GPL-3.0-only */
/* hce_fit.h - fits the weights of the handcrafted evaluation to self-play games.
 *
 * Logistic regression (Texel's tuning method, P. Österlund 2014, with all weights at once by
 * gradient descent). The evaluation is linear in its weights, so a position is a short list of
 * (term, count) and a phase. Adam minimises the mean of (sigmoid(eval / 400) - target)^2, with the
 * target of target.h and a pull towards the initial weights. */
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
    double training, validation; /* mean losses; the training loss is measured while the weights change */
} HcePass;

/* Creates a fit that starts with the player's weights (hce_params.h). The data are borrowed. NULL
 * if an allocation fails. */
HceFit *hce_fit_new(const HceFitOptions *options, const Dataset *data);
void hce_fit_free(HceFit *fit);

/* Returns the mean loss of the validation games. */
double hce_fit_validation(const HceFit *fit);

/* Performs one pass over all training positions. */
HcePass hce_fit_pass(HceFit *fit);

/* Returns the current weights, rounded to integers. */
void hce_fit_weights(const HceFit *fit, HceWeight weights[TERMS]);

typedef struct HceTable { /* a copy of eval/hce/hce_params.h */
    /* `text` is owned and ends where the table of weights begins. `behind` points to the text that
     * follows the table. */
    char *text, *behind;
} HceTable;

/* Reads such a file. Returns false with the reason if it cannot be read or does not contain the
 * table. Must be freed in either case. */
bool hce_table_read(HceTable *table, const char *path, Text *why) __attribute__((warn_unused_result));
void hce_table_free(HceTable *table);

/* Writes the file again with these weights in its table and no other change. Returns false with the
 * reason on failure. */
bool hce_table_write(const HceTable *table, const HceWeight weights[TERMS], const char *path, Text *why)
    __attribute__((warn_unused_result));
