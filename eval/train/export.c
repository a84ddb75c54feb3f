#include "eval/train/export.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/position.h"
#include "eval/nnue/accumulator.h"
#include "eval/nnue/features.h"

static int16_t to_i16(double x) { return (int16_t)(x > INT16_MAX ? INT16_MAX : x > INT16_MIN ? lrint(x) : INT16_MIN); }

Network *export_network(const Model *model, const char *description, Text *why)
{
    Network *net = network_new(description);
    if (!net) {
        text_fail(why, "no memory for the net");
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
        text_fail(why, "the trained weights are out of range: %s", fault);
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

/* -- the weights as integers, chosen together ---------------------------------------------------- */

enum {
    /* A bias comes first: rounded last, it takes up what is left. */
    ROW_UNKNOWNS = 1 + NET_ROWS,
    OUTPUT_UNKNOWNS = 1 + 2 * NET_HIDDEN,
    BLOCK = 32, /* positions added to the output layer's sums at a time */
    LEAST_POSITIONS = 2 * OUTPUT_UNKNOWNS,
};

/* Sum of x x' over the positions, x the inputs of a layer: size * size, the upper half used. */
typedef struct Gram {
    int size;
    double *square;
} Gram;

static double *gram_row(const Gram *g, int i) { return g->square + (size_t)i * (size_t)g->size; }

static bool gram_new(Gram *g, int size)
{
    *g = (Gram){size, calloc((size_t)size * (size_t)size, sizeof(double))};
    return g->square != NULL;
}

static void add_ridge(Gram *g, double ridge)
{
    for (int i = 0; i < g->size; i++)
        gram_row(g, i)[i] += ridge;
}

/* square = R' R in place (Cholesky). False if it is not positive definite. */
static bool factor(Gram *g)
{
    for (int k = 0; k < g->size; k++) {
        double *top = gram_row(g, k);
        if (top[k] <= 0)
            return false;
        double pivot = sqrt(top[k]);
        for (int j = k; j < g->size; j++)
            top[j] /= pivot;
        for (int i = k + 1; i < g->size; i++) {
            double *row = gram_row(g, i), times = top[i];
            for (int j = i; j < g->size && times != 0; j++)
                row[j] -= times * top[j];
        }
    }
    return true;
}

/* right becomes the x of R' R x = right. */
static void solve(const Gram *g, double *right)
{
    for (int i = 0; i < g->size; i++) {
        right[i] /= gram_row(g, i)[i];
        for (int j = i + 1; j < g->size; j++)
            right[j] -= gram_row(g, i)[j] * right[i];
    }
    for (int i = g->size - 1; i >= 0; i--) {
        const double *row = gram_row(g, i);
        for (int j = i + 1; j < g->size; j++)
            right[i] -= row[j] * right[j];
        right[i] /= row[i];
    }
}

/* Integers near `wanted` with little |R (wanted - chosen)|, from the last unknown to the first: each the best
 * real number given those chosen before, rounded. `wanted` becomes what was missed. */
static void nearest_plane(const Gram *g, double *wanted, int32_t most_first, int32_t most, int32_t *chosen)
{
    for (int i = g->size - 1; i >= 0; i--) {
        const double *row = gram_row(g, i);
        double missed = 0, limit = i ? most : most_first;
        for (int j = i + 1; j < g->size; j++)
            missed += row[j] * wanted[j];
        chosen[i] = (int32_t)lrint(fmax(-limit, fmin(limit, wanted[i] + missed / row[i])));
        wanted[i] -= chosen[i];
    }
}

static void count_pairs(Gram *g, const Position *pos)
{
    for (int view = RED; view <= BLACK; view++) {
        uint16_t rows[NET_ACTIVE_MAX];
        int count = feature_rows(pos, (Side)view, orientation_of(pos, (Side)view), rows);
        gram_row(g, 0)[0]++;
        for (int a = 0; a < count; a++) {
            gram_row(g, 0)[1 + rows[a]]++;
            for (int b = 0; b < count; b++)
                if (rows[a] <= rows[b])
                    gram_row(g, 1 + rows[a])[1 + rows[b]]++;
        }
    }
}

/* All columns have the same inputs, so one factor serves them all. */
static bool round_rows(const Model *model, Network *net, const Sample *samples, int count)
{
    Gram g;
    Network *before = network_new("");
    double *wanted = malloc(sizeof *wanted * ROW_UNKNOWNS);
    int32_t *chosen = malloc(sizeof *chosen * ROW_UNKNOWNS);
    bool good = gram_new(&g, ROW_UNKNOWNS) && before && wanted && chosen;
    for (int i = 0; i < count && good; i++) {
        Position pos = sample_unpack(&samples[i]);
        count_pairs(&g, &pos);
    }
    if (good) {
        add_ridge(&g, 1); /* rows that were not seen are rounded by themselves */
        good = factor(&g);
    }
    for (int column = 0; column < NET_HIDDEN && good; column++) {
        wanted[0] = (double)model_bias(model, column) * NET_QA;
        for (int row = 0; row < NET_ROWS; row++)
            wanted[1 + row] = (double)model_row(model, row, column) * NET_QA;
        nearest_plane(&g, wanted, INT16_MAX, INT16_MAX, chosen);
        before->bias[column] = (int16_t)chosen[0];
        for (int row = 0; row < NET_ROWS; row++)
            before->rows[row][column] = (int16_t)chosen[1 + row];
    }
    if (good && !network_verify(before)) { /* else it stays as it is */
        memcpy(net->rows, before->rows, sizeof net->rows);
        memcpy(net->bias, before->bias, sizeof net->bias);
    }
    free(g.square);
    free(wanted);
    free(chosen);
    network_free(before);
    return good;
}

/* The normal equations of one bucket; an input is the change of the output by one unit of its weight. */
typedef struct Normal {
    Gram gram;
    double right[OUTPUT_UNKNOWNS]; /* sum of x * the model's output */
    float rows[BLOCK][OUTPUT_UNKNOWNS], outputs[BLOCK];
    int waiting; /* rows */
    int64_t positions;
} Normal;

static void add_block(Normal *n)
{
    for (int i = 0; i < OUTPUT_UNKNOWNS; i++)
        for (int r = 0; r < n->waiting; r++) {
            double x = (double)n->rows[r][i], *sums = gram_row(&n->gram, i);
            if (x == 0)
                continue;
            n->right[i] += x * (double)n->outputs[r];
            for (int j = i; j < OUTPUT_UNKNOWNS; j++)
                sums[j] += x * (double)n->rows[r][j];
        }
    n->positions += n->waiting;
    n->waiting = 0;
}

static void add_position(Normal *n, const Network *net, const Position *pos, double output)
{
    _Alignas(64) int16_t views[2][NET_HIDDEN];
    float *row = n->rows[n->waiting];
    network_sums_scratch(net, pos, views);
    row[0] = 1.0f / (float)(NET_QA * net->qb);
    for (int i = 0; i < 2 * NET_HIDDEN; i++) {
        int v = views[i < NET_HIDDEN ? pos->side : pos->side ^ 1][i % NET_HIDDEN];
        v = v < 0 ? 0 : v > NET_QA ? NET_QA : v;
        row[1 + i] = (float)(v * v) / (float)(NET_QA * NET_QA * net->qb);
    }
    n->outputs[n->waiting++] = (float)output;
    if (n->waiting == BLOCK)
        add_block(n);
}

/* Where the data say little the weights stay near the model's own. */
static void pull_towards(Normal *n, const double *own)
{
    double mean = 0;
    for (int i = 1; i < OUTPUT_UNKNOWNS; i++)
        mean += gram_row(&n->gram, i)[i] / (OUTPUT_UNKNOWNS - 1);
    add_ridge(&n->gram, mean * 1e-4);
    for (int i = 0; i < OUTPUT_UNKNOWNS; i++)
        n->right[i] += mean * 1e-4 * own[i];
}

static void settle(Normal *n, const Model *model, Network *net, int bucket)
{
    double own[OUTPUT_UNKNOWNS];
    int32_t chosen[OUTPUT_UNKNOWNS];
    int16_t kept[2 * NET_HIDDEN];
    int32_t kept_bias = net->output_bias[bucket];
    memcpy(kept, net->output[bucket], sizeof kept);
    add_block(n);
    own[0] = (double)model_output_bias(model, bucket) * NET_QA * net->qb;
    for (int i = 0; i < 2 * NET_HIDDEN; i++)
        own[1 + i] = (double)model_output_weight(model, bucket, i / NET_HIDDEN, i % NET_HIDDEN) * net->qb;
    pull_towards(n, own);
    if (n->positions < LEAST_POSITIONS || !factor(&n->gram))
        return;
    solve(&n->gram, n->right);
    nearest_plane(&n->gram, n->right, INT32_MAX / 4, NET_WEIGHT_MAX, chosen);
    net->output_bias[bucket] = chosen[0];
    for (int i = 0; i < 2 * NET_HIDDEN; i++)
        net->output[bucket][i] = (int16_t)chosen[1 + i];
    if (network_verify(net)) { /* cannot be kept within bounds: as it was */
        net->output_bias[bucket] = kept_bias;
        memcpy(net->output[bucket], kept, sizeof kept);
    }
}

static bool round_outputs(Model *model, Network *net, const Sample *samples, int count)
{
    Normal *normal = calloc(1, sizeof *normal);
    float *outputs = malloc(sizeof *outputs * (size_t)(count + 1));
    bool good = normal && outputs && gram_new(&normal->gram, OUTPUT_UNKNOWNS);
    for (int first = 0; first < count && good; first += CHUNK)
        model_outputs(model, samples + first, count - first < CHUNK ? count - first : CHUNK, 0, outputs + first);
    for (int b = 0; b < NET_OUTPUT_BUCKETS && good; b++) {
        double *square = normal->gram.square;
        *normal = (Normal){.gram = {OUTPUT_UNKNOWNS, square}};
        memset(square, 0, sizeof *square * OUTPUT_UNKNOWNS * OUTPUT_UNKNOWNS);
        for (int i = 0; i < count; i++)
            if (output_bucket(samples[i].count) == b) {
                Position pos = sample_unpack(&samples[i]);
                add_position(normal, net, &pos, (double)outputs[i] / NET_SCALE);
            }
        settle(normal, model, net, b);
    }
    if (normal)
        free(normal->gram.square);
    free(normal);
    free(outputs);
    return good;
}

bool round_together(Model *model, Network *net, const Sample *samples, int count)
{
    return round_rows(model, net, samples, count) && round_outputs(model, net, samples, count);
}
