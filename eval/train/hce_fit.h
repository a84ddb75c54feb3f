/* hce_fit.h - fits the weights of the handcrafted evaluation to self-play games.
 *
 * Logistic regression (Texel's tuning method, P. Österlund 2014, with all weights at once by gradient descent): the
 * evaluation is linear in its weights, so a position is a short list of (term, count) and a phase. Minimised is the mean
 * of (sigmoid(eval / 400) - target)^2 with target = lambda * result + (1 - lambda) * sigmoid(score / 400), by Adam, with
 * a pull towards the weights it began with. One game in twenty validates. */
#pragma once

#include <stddef.h>

#include "eval/hce/hce_params.h"
#include "eval/train/record.h"

typedef struct HceFitOptions {
    double lambda, rate, pull;
    int64_t passes;
    bool captures; /* also positions whose played move is a capture */
} HceFitOptions;

typedef struct HceFit HceFit;

typedef struct HcePass {
    double training, validation; /* mean losses, the first while the weights moved */
} HcePass;

/* The weights begin as the player's own (hce_params.h). NULL: no memory. */
HceFit *hce_fit_new(const HceFitOptions *options);
void hce_fit_free(HceFit *fit);

typedef enum HceAdded { HCE_ADDED, HCE_CUT, HCE_NO_MEMORY } HceAdded;

/* Takes in the quiet positions of a game. HCE_CUT if it holds an illegal move: those before it are taken. */
HceAdded hce_fit_add(HceFit *fit, const Record *game);

size_t hce_fit_positions(const HceFit *fit);

/* Mean loss of the games kept for validation. */
double hce_fit_validation(const HceFit *fit);

/* One of the passes over all positions. */
HcePass hce_fit_pass(HceFit *fit);

/* The weights as they are now, as integers. */
void hce_fit_weights(const HceFit *fit, HceWeight weights[TERMS]);
