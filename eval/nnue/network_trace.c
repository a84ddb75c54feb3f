/* SPDX-License-Identifier: GPL-3.0-only */
#include "eval/nnue/network_trace.h"

#include "eval/nnue/accumulator.h"

void network_trace(const Network *net, const Position *pos, NetworkTrace *trace)
{
    _Alignas(64) static const int16_t nothing[NET_HIDDEN];
    _Alignas(64) int16_t views[2][NET_HIDDEN];
    const int16_t *us = views[pos->side], *them = views[pos->side ^ 1];
    const double unit = (double)NET_SCALE / ((double)NET_QA * net->qb); /* centipawns per unit of a bias */
    network_sums_scratch(net, pos, views);
    *trace = (NetworkTrace){.used = output_bucket(bb_count(occupied(pos)))};
    for (int bucket = 0; bucket < NET_OUTPUT_BUCKETS; bucket++) {
        const int16_t *weights = net->output[bucket];
        trace->parts[bucket] = (NetworkPart){
            .us = (double)net->kernels->output(us, nothing, weights) / NET_QA * unit,
            .them = (double)net->kernels->output(nothing, them, weights) / NET_QA * unit,
            .bias = (double)net->output_bias[bucket] * unit,
            .total = network_output_by(net, us, them, bucket),
        };
    }
    for (int pieces = NET_ACTIVE_MAX; pieces >= 2; pieces--) { /* from all pieces down to the two kings */
        NetworkPart *part = &trace->parts[output_bucket(pieces)];
        part->least = pieces;
        part->most = part->most ? part->most : pieces;
    }
}
