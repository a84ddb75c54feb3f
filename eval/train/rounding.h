/* rounding.h - the output weights as integers, chosen together.
 *
 * Each weight rounded by itself is off by up to half a unit, and as activations go together the errors add
 * up instead of averaging out. Here every weight is rounded knowing what those before it did to the
 * outputs: Babai's nearest plane on the covariance of the player's own activations, which for a layer of a
 * network is GPTQ (Frantar et al., ICLR 2023). What rounding the first layer does is made good with it. */
#ifndef HANXIN_EVAL_TRAIN_ROUNDING_H
#define HANXIN_EVAL_TRAIN_ROUNDING_H

#include "eval/train/model.h"

/* Sets output weights and output bias of `net`, the exported model, so that its outputs are nearest to the
 * model's on samples[0..count), some ten thousand for each output bucket; a bucket with few keeps its
 * weights. Its first layer and QB stay. False if there is no memory, net unchanged. */
bool round_together(Model *model, Network *net, const Sample *samples, int count) __attribute__((warn_unused_result));

#endif
