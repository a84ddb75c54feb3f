#include "eval/train/export.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/position.h"
#include "eval/nnue/accumulator.h"

static int16_t to_i16(double x) { return (int16_t)(x > INT16_MAX ? INT16_MAX : x > INT16_MIN ? lrint(x) : INT16_MIN); }

Network *export_network(const Model *model, const char *description, char *error)
{
    Network *net = network_new(description);
    if (!net) {
        snprintf(error, FILE_ERROR_SIZE, "no memory for the net");
        return NULL;
    }
    double largest = 0;
    for (int b = 0; b < NET_OUTPUT_BUCKETS; b++)
        for (int i = 0; i < 2 * NET_HIDDEN; i++)
            largest = fmax(largest, fabs(model_output_weight(model, b, i / NET_HIDDEN, i % NET_HIDDEN)));
    while (net->qb > 1 && lrint(largest * net->qb) > NET_WEIGHT_MAX)
        net->qb /= 2;

    for (int row = 0; row < NET_ROWS; row++)
        for (int i = 0; i < NET_HIDDEN; i++)
            net->rows[row][i] = to_i16(model_row(model, row, i) * NET_QA);
    for (int i = 0; i < NET_HIDDEN; i++)
        net->bias[i] = to_i16(model_bias(model, i) * NET_QA);
    for (int b = 0; b < NET_OUTPUT_BUCKETS; b++) {
        for (int i = 0; i < 2 * NET_HIDDEN; i++)
            net->output[b][i] = to_i16(model_output_weight(model, b, i / NET_HIDDEN, i % NET_HIDDEN) * net->qb);
        double bias = (double)model_output_bias(model, b) * NET_QA * net->qb;
        net->output_bias[b] = fabs(bias) < INT32_MAX ? (int32_t)lrint(bias) : INT32_MAX; /* which network_verify refuses */
    }
    const char *fault = network_verify(net);
    if (fault) {
        snprintf(error, FILE_ERROR_SIZE, "the trained weights are out of range: %s", fault);
        network_free(net);
        return NULL;
    }
    return net;
}

/* Over the samples of one output bucket, or of all if `bucket` is negative. */
static ExportLoss compare(Model *model, const Network *net, const Sample *samples, int count, int bucket)
{
    enum { AT_ONCE = CHUNK };
    ExportLoss loss = {0};
    float outputs[AT_ONCE];
    double squares = 0, sum = 0;
    for (int first = 0; first < count; first += AT_ONCE) {
        int n = count - first < AT_ONCE ? count - first : AT_ONCE;
        model_outputs(model, samples + first, n, 0, outputs);
        for (int i = 0; i < n; i++) {
            if (bucket >= 0 && output_bucket(samples[first + i].count) != bucket)
                continue;
            Position pos = sample_unpack(&samples[first + i]);
            double difference = network_evaluate_scratch(net, &pos) - (double)outputs[i];
            loss.positions++;
            sum += difference;
            squares += difference * difference;
            loss.most = fmax(loss.most, fabs(difference));
        }
    }
    if (loss.positions) {
        loss.mean = sum / loss.positions;
        loss.rms = sqrt(squares / loss.positions);
    }
    return loss;
}

ExportLoss export_compare(Model *model, const Network *net, const Sample *samples, int count)
{
    return compare(model, net, samples, count, -1);
}

void export_centre(Model *model, Network *net, const Sample *samples, int count)
{
    for (int b = 0; b < NET_OUTPUT_BUCKETS; b++) {
        double mean = compare(model, net, samples, count, b).mean;
        net->output_bias[b] -= (int32_t)lrint(mean * NET_QA * net->qb / NET_SCALE); /* both far below 2^30: evaluations are bounded */
    }
}
