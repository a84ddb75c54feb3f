/* rounding.h - the weights as integers, chosen together.
 *
 * Each weight rounded by itself is off by up to half a unit, and as inputs go together the errors add up
 * instead of averaging out. Here every weight is rounded knowing what those before it did to the sums:
 * Babai's nearest plane on the covariance of the inputs, which for a layer of a network is GPTQ (Frantar et
 * al., ICLR 2023). First the first layer, whose inputs are pieces on squares, then the output layer, whose
 * inputs are the player's own activations, so that it makes good what the first could not. */
#pragma once

#include "eval/train/model.h"

/* Sets all weights of `net`, the exported model, so that its outputs are nearest to the model's on
 * samples[0..count), some ten thousand for each output bucket; a bucket with few keeps its weights, as
 * does QB. False if there is no memory. */
bool round_together(Model *model, Network *net, const Sample *samples, int count) __attribute__((warn_unused_result));
