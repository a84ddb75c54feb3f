/* SPDX-License-Identifier: GPL-3.0-only */
#include "eval/train/export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/platform.h"
#include "engine/board/position.h"
#include "eval/nnue/accumulator.h"
#include "eval/nnue/features.h"

/* Rounds each number separately, in units of 1 / `one`. */
static void rounding_round_alone(int16_t *to, const float *from, int count, int one)
{
    assert(count >= 0 && one > 0);
    for (int i = 0; i < count; i++) {
        double x = from[i] * (float)one;
        to[i] = (int16_t)(x > INT16_MAX ? INT16_MAX : x > INT16_MIN ? lrint(x) : INT16_MIN);
    }
}

Network *export_network(const Model *model, const char *description, Text *why)
{
    Network *net = network_new(description);
    FloatNet *from = malloc(sizeof *from);
    const char *fault = net && from ? NULL : "out of memory";
    if (!fault) {
        float largest = 0;
        model_weights(model, from);
        for (int b = 0; b < NET_OUTPUT_BUCKETS; b++)
            for (int i = 0; i < 2 * NET_HIDDEN; i++)
                largest = fmaxf(largest, fabsf(from->output[b][i]));
        while (net->qb > 1 && lrint(largest * net->qb) > NET_WEIGHT_MAX)
            net->qb /= 2;
        rounding_round_alone(net->rows[0], from->rows[0], NET_ROWS * NET_HIDDEN, NET_QA);
        rounding_round_alone(net->bias[0], from->bias[0], NET_PHASES * NET_HIDDEN, NET_QA);
        rounding_round_alone(net->output[0], from->output[0], NET_OUTPUT_BUCKETS * 2 * NET_HIDDEN, net->qb);
        for (int b = 0; b < NET_OUTPUT_BUCKETS; b++) {
            double bias = (double)from->output_bias[b] * NET_QA * net->qb;
            net->output_bias[b] = fabs(bias) < INT32_MAX ? (int32_t)lrint(bias) : INT32_MAX; /* network_verify() rejects INT32_MAX */
        }
        fault = network_verify(net);
        if (fault)
            text_fail(why, "trained weights out of range: ");
    }
    free(from);
    if (!fault)
        return net;
    text_fail(why, "%s", fault);
    network_free(net);
    return NULL;
}

ExportLoss export_compare(Model *model, const Network *net, const Sample *samples, int count)
{
    assert(count >= 0);
    ExportLoss loss = {.positions = count};
    float outputs[CHUNK];
    double squares = 0, sum = 0;
    int positions[NET_OUTPUT_BUCKETS] = {0};
    for (int i = 0; i < count; i++) {
        if (i % CHUNK == 0)
            model_outputs(model, samples + i, count - i < CHUNK ? count - i : CHUNK, NULL, outputs);
        Position pos = sample_unpack(&samples[i]);
        double difference = network_evaluate_scratch(net, &pos) - (double)outputs[i % CHUNK];
        int bucket = output_bucket(samples[i].count);
        positions[bucket]++;
        loss.means[bucket] += difference;
        sum += difference;
        squares += difference * difference;
        loss.most = fmax(loss.most, fabs(difference));
    }
    for (int b = 0; b < NET_OUTPUT_BUCKETS; b++)
        loss.means[b] /= positions[b] ? positions[b] : 1;
    loss.mean = sum / (count ? count : 1);
    loss.rms = sqrt(squares / (count ? count : 1));
    return loss;
}

void export_centre(Network *net, const ExportLoss *loss)
{
    for (int b = 0; b < NET_OUTPUT_BUCKETS; b++) /* both are far below 2^30, because evaluations are bounded */
        net->output_bias[b] -= (int32_t)lrint(loss->means[b] * NET_QA * net->qb / NET_SCALE);
}

/* -- joint rounding of the weights --------------------------------------------------------------- */

enum {
    /* The bias comes first: it is rounded last and compensates for the errors of the weights. */
    ROW_UNKNOWNS = 1 + NET_PHASE_ROWS,
    OUTPUT_UNKNOWNS = 1 + 2 * NET_HIDDEN,
    UNKNOWNS_MAX = ROW_UNKNOWNS > OUTPUT_UNKNOWNS ? ROW_UNKNOWNS : OUTPUT_UNKNOWNS,
    BLOCK = 32, /* number of positions added to the sums of the output layer at a time */
    LEAST_POSITIONS = 2 * OUTPUT_UNKNOWNS,
    MOST_POSITIONS = 40000 * NET_OUTPUT_BUCKETS,
};

typedef struct Rounding {
    FloatNet from;
    Network trial; /* candidate for the net, used only if its weights are safe */
    Sample samples[MOST_POSITIONS];
    float outputs[MOST_POSITIONS]; /* outputs of the model; 1.0 is NET_SCALE centipawns */
    int count;                     /* number of samples */

    int size; /* number of unknowns of the current layer */
    /* Sum of x x' over the positions, where x is the layer's inputs; only the upper half is used. */
    double gram[UNKNOWNS_MAX * UNKNOWNS_MAX];
    /* Weights; for the output layer, initially the sum of x * the model's output. */
    double wanted[UNKNOWNS_MAX];
    int32_t chosen[UNKNOWNS_MAX];
    float inputs[BLOCK][OUTPUT_UNKNOWNS];
} Rounding;

static double *rounding_gram_row(Rounding *r, int i) { return r->gram + (size_t)i * (size_t)r->size; }

static void rounding_begin_layer(Rounding *r, int size)
{
    r->size = size;
    memset(r->gram, 0, sizeof *r->gram * (size_t)size * (size_t)size);
    memset(r->wanted, 0, sizeof r->wanted);
}

static void rounding_add_ridge(Rounding *r, double ridge)
{
    for (int i = 0; i < r->size; i++)
        rounding_gram_row(r, i)[i] += ridge;
}

/* Factors gram = R' R in place (Cholesky). Returns false if it is not positive definite. */
static bool rounding_factor(Rounding *r)
{
    for (int k = 0; k < r->size; k++) {
        double *top = rounding_gram_row(r, k);
        if (top[k] <= 0)
            return false;
        double pivot = sqrt(top[k]);
        for (int j = k; j < r->size; j++)
            top[j] /= pivot;
        for (int i = k + 1; i < r->size; i++) {
            double *row = rounding_gram_row(r, i), times = top[i];
            for (int j = i; j < r->size && times != 0; j++)
                row[j] -= times * top[j];
        }
    }
    return true;
}

/* Solves R' R x = wanted; the solution replaces `wanted`. */
static void rounding_solve(Rounding *r)
{
    double *right = r->wanted;
    for (int i = 0; i < r->size; i++) {
        right[i] /= rounding_gram_row(r, i)[i];
        for (int j = i + 1; j < r->size; j++)
            right[j] -= rounding_gram_row(r, i)[j] * right[i];
    }
    for (int i = r->size - 1; i >= 0; i--) {
        const double *row = rounding_gram_row(r, i);
        for (int j = i + 1; j < r->size; j++)
            right[i] -= row[j] * right[j];
        right[i] /= row[i];
    }
}

/* Finds integers near `wanted` with a small |R (wanted - chosen)|, from the last unknown to the
 * first: each is the rounded optimum given those chosen before. `wanted` becomes the remaining
 * error. */
static void rounding_nearest_plane(Rounding *r, int32_t most_first, int32_t most)
{
    for (int i = r->size - 1; i >= 0; i--) {
        const double *row = rounding_gram_row(r, i);
        double missed = 0, limit = i ? most : most_first;
        for (int j = i + 1; j < r->size; j++)
            missed += row[j] * r->wanted[j];
        r->chosen[i] = (int32_t)lrint(fmax(-limit, fmin(limit, r->wanted[i] + missed / row[i])));
        r->wanted[i] -= r->chosen[i];
    }
}

static void rounding_count_pairs(Rounding *r, const Position *pos)
{
    for (int view = RED; view <= BLACK; view++) {
        uint16_t rows[NET_ACTIVE_MAX];
        const Orientation o = orientation_of(pos, (Side)view);
        const int count = feature_rows(pos, (Side)view, o, rows), before = orientation_phase(o) * NET_PHASE_ROWS - 1;
        rounding_gram_row(r, 0)[0]++;
        for (int a = 0; a < count; a++) {
            rounding_gram_row(r, 0)[rows[a] - before]++;
            for (int b = 0; b < count; b++)
                if (rows[a] <= rows[b])
                    rounding_gram_row(r, rows[a] - before)[rows[b] - before]++;
        }
    }
}

/* Rounds the rows of a phase. All columns have the same inputs, so one factorisation serves them
 * all. */
static void rounding_round_rows(Rounding *r, Network *net, int phase)
{
    const int first = phase * NET_PHASE_ROWS;
    rounding_begin_layer(r, ROW_UNKNOWNS);
    for (int i = 0; i < r->count; i++)
        if (net_phase(r->samples[i].count) == phase) {
            Position pos = sample_unpack(&r->samples[i]);
            rounding_count_pairs(r, &pos);
        }
    rounding_add_ridge(r, 1); /* rows that do not occur in the positions are rounded separately */
    if (!rounding_factor(r))
        return;
    r->trial = *net;
    for (int column = 0; column < NET_HIDDEN; column++) {
        r->wanted[0] = (double)r->from.bias[phase][column] * NET_QA;
        for (int row = 0; row < NET_PHASE_ROWS; row++)
            r->wanted[1 + row] = (double)r->from.rows[first + row][column] * NET_QA;
        rounding_nearest_plane(r, INT16_MAX, INT16_MAX);
        r->trial.bias[phase][column] = (int16_t)r->chosen[0];
        for (int row = 0; row < NET_PHASE_ROWS; row++)
            r->trial.rows[first + row][column] = (int16_t)r->chosen[1 + row];
    }
    if (!network_verify(&r->trial))
        *net = r->trial;
}

/* Computes the inputs of the output layer: the change of the output per unit of each weight. */
static void rounding_take_inputs(const Network *net, const Sample *sample, float *inputs)
{
    _Alignas(64) int16_t views[2][NET_HIDDEN];
    Position pos = sample_unpack(sample);
    network_sums_scratch(net, &pos, views);
    inputs[0] = 1.0f / (float)(NET_QA * net->qb);
    for (int i = 0; i < 2 * NET_HIDDEN; i++) {
        int v = views[i < NET_HIDDEN ? pos.side : pos.side ^ 1][i % NET_HIDDEN];
        v = v < 0 ? 0 : v > NET_QA ? NET_QA : v;
        inputs[1 + i] = (float)(v * v) / (float)(NET_QA * NET_QA * net->qb);
    }
}

static void rounding_add_block(Rounding *r, const float *outputs, int count)
{
    for (int i = 0; i < OUTPUT_UNKNOWNS; i++)
        for (int n = 0; n < count; n++) {
            double x = (double)r->inputs[n][i], *sums = rounding_gram_row(r, i);
            if (x == 0)
                continue;
            r->wanted[i] += x * (double)outputs[n];
            for (int j = i; j < OUTPUT_UNKNOWNS; j++)
                sums[j] += x * (double)r->inputs[n][j];
        }
}

/* Solves and rounds the normal equations of one bucket. Weights about which the data contain little
 * information stay near those of the model. */
static void rounding_round_bucket(Rounding *r, Network *net, int bucket)
{
    float outputs[BLOCK];
    int positions = 0;
    double mean = 0;
    rounding_begin_layer(r, OUTPUT_UNKNOWNS);
    for (int i = 0; i < r->count;) {
        int waiting = 0;
        for (; i < r->count && waiting < BLOCK; i++)
            if (output_bucket(r->samples[i].count) == bucket) {
                rounding_take_inputs(net, &r->samples[i], r->inputs[waiting]);
                outputs[waiting++] = r->outputs[i];
            }
        rounding_add_block(r, outputs, waiting);
        positions += waiting;
    }
    for (int i = 1; i < OUTPUT_UNKNOWNS; i++)
        mean += rounding_gram_row(r, i)[i] / (OUTPUT_UNKNOWNS - 1);
    double pull = mean * 1e-4;
    rounding_add_ridge(r, pull);
    if (positions < LEAST_POSITIONS || !rounding_factor(r))
        return;
    r->wanted[0] += pull * ((double)r->from.output_bias[bucket] * NET_QA * net->qb);
    for (int i = 0; i < 2 * NET_HIDDEN; i++)
        r->wanted[1 + i] += pull * ((double)r->from.output[bucket][i] * net->qb);
    rounding_solve(r);
    rounding_nearest_plane(r, INT32_MAX / 4, NET_WEIGHT_MAX);
    r->trial = *net;
    r->trial.output_bias[bucket] = r->chosen[0];
    for (int i = 0; i < 2 * NET_HIDDEN; i++)
        r->trial.output[bucket][i] = (int16_t)r->chosen[1 + i];
    if (!network_verify(&r->trial))
        *net = r->trial;
}

bool round_together(Model *model, Network *net, const Samples *data)
{
    Rounding *r = big_alloc(sizeof *r);
    if (!r)
        return false;
    r->count = data->count < MOST_POSITIONS ? (int)data->count : MOST_POSITIONS;
    for (int i = 0; i < r->count; i++)
        r->samples[i] = data->items[(uint64_t)i * data->count / (uint64_t)r->count]; /* takes samples from all parts of the data */
    for (int first = 0; first < r->count; first += CHUNK)
        model_outputs(model, r->samples + first, r->count - first < CHUNK ? r->count - first : CHUNK, NULL, r->outputs + first);
    for (int i = 0; i < r->count; i++)
        r->outputs[i] = (float)((double)r->outputs[i] / NET_SCALE);
    model_weights(model, &r->from);
    for (int phase = 0; phase < NET_PHASES; phase++)
        rounding_round_rows(r, net, phase);
    for (int b = 0; b < NET_OUTPUT_BUCKETS; b++)
        rounding_round_bucket(r, net, b);
    big_free(r, sizeof *r);
    return true;
}
