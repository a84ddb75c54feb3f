#include "eval/train/rounding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "eval/accumulator.h"
#include "eval/train/export.h"

enum {
    WEIGHTS = 2 * NET_HIDDEN,
    UNKNOWNS = WEIGHTS + 1, /* the bias comes first: rounded last, it takes up what is left */
    BLOCK = 32,             /* positions added to the sums at a time */
    LEAST_POSITIONS = 2 * UNKNOWNS,
};

/* Normal equations of one output bucket: sums of x x' (upper half) and of x * wanted output, x the change of the
 * output by one unit of each unknown. */
typedef struct Normal {
    double square[UNKNOWNS][UNKNOWNS], right[UNKNOWNS];
    float rows[BLOCK][UNKNOWNS], wanted[BLOCK];
    int waiting; /* rows */
    int64_t positions;
} Normal;

static void add_block(Normal *n)
{
    for (int i = 0; i < UNKNOWNS; i++)
        for (int r = 0; r < n->waiting; r++) {
            double x = (double)n->rows[r][i];
            if (x == 0)
                continue;
            n->right[i] += x * (double)n->wanted[r];
            for (int j = i; j < UNKNOWNS; j++)
                n->square[i][j] += x * (double)n->rows[r][j];
        }
    n->positions += n->waiting;
    n->waiting = 0;
}

static void add_position(Normal *n, const Network *net, const Position *pos, double wanted)
{
    _Alignas(64) int16_t views[2][NET_HIDDEN];
    float *row = n->rows[n->waiting];
    network_sums_scratch(net, pos, views);
    row[0] = 1.0f / (float)(NET_QA * net->qb);
    for (int i = 0; i < WEIGHTS; i++) {
        int v = views[i < NET_HIDDEN ? pos->side : pos->side ^ 1][i % NET_HIDDEN];
        v = v < 0 ? 0 : v > NET_QA ? NET_QA : v;
        row[1 + i] = (float)(v * v) / (float)(NET_QA * NET_QA * net->qb);
    }
    n->wanted[n->waiting++] = (float)wanted;
    if (n->waiting == BLOCK)
        add_block(n);
}

/* Where the data say little the unknowns stay near `start`: ridge of a 10000th of the mean square. */
static void pull_towards(Normal *n, const double *start)
{
    double mean = 0;
    for (int i = 1; i < UNKNOWNS; i++)
        mean += n->square[i][i] / WEIGHTS;
    for (int i = 1; i < UNKNOWNS; i++) {
        double ridge = mean * 1e-4;
        n->square[i][i] += ridge;
        n->right[i] += ridge * start[i];
    }
}

/* square = R' R in place, R in the upper half (Cholesky). False if it is not positive definite. */
static bool factor(Normal *n)
{
    for (int k = 0; k < UNKNOWNS; k++) {
        if (n->square[k][k] <= 0)
            return false;
        double pivot = sqrt(n->square[k][k]);
        for (int j = k; j < UNKNOWNS; j++)
            n->square[k][j] /= pivot;
        for (int i = k + 1; i < UNKNOWNS; i++)
            for (int j = i; j < UNKNOWNS; j++)
                n->square[i][j] -= n->square[k][i] * n->square[k][j];
    }
    return true;
}

/* From the last unknown to the first: the best real number given the integers chosen so far, rounded. With
 * R x = y the minimum of |R x - y|, y = R'^-1 right, each row settles its own unknown. */
static void nearest_plane(Normal *n, int32_t *chosen)
{
    double *y = n->right;
    for (int i = 0; i < UNKNOWNS; i++) {
        for (int k = 0; k < i; k++)
            y[i] -= n->square[k][i] * y[k];
        y[i] /= n->square[i][i];
    }
    for (int i = UNKNOWNS - 1; i >= 0; i--) {
        double best = y[i];
        for (int j = i + 1; j < UNKNOWNS; j++)
            best -= n->square[i][j] * chosen[j];
        best /= n->square[i][i];
        double most = i == 0 ? INT32_MAX / 4 : NET_WEIGHT_MAX;
        chosen[i] = (int32_t)lrint(fmax(-most, fmin(most, best)));
    }
}

static void settle(Normal *n, Network *net, int bucket)
{
    double start[UNKNOWNS];
    int32_t chosen[UNKNOWNS];
    int16_t kept[WEIGHTS];
    int32_t kept_bias = net->output_bias[bucket];
    memcpy(kept, net->output[bucket], sizeof kept);
    add_block(n);
    for (int i = 0; i < WEIGHTS; i++)
        start[1 + i] = kept[i];
    pull_towards(n, start);
    if (n->positions < LEAST_POSITIONS || !factor(n))
        return;
    nearest_plane(n, chosen);
    net->output_bias[bucket] = chosen[0];
    for (int i = 0; i < WEIGHTS; i++)
        net->output[bucket][i] = (int16_t)chosen[1 + i];
    if (network_verify(net)) { /* cannot be kept within bounds: as it was */
        net->output_bias[bucket] = kept_bias;
        memcpy(net->output[bucket], kept, sizeof kept);
    }
}

bool round_together(Model *model, Network *net, const Sample *samples, int count)
{
    Normal *normal = calloc(1, sizeof *normal);
    float *wanted = malloc(sizeof *wanted * (size_t)(count + 1));
    if (!normal || !wanted) {
        free(normal);
        free(wanted);
        return false;
    }
    for (int first = 0; first < count; first += CHUNK)
        model_outputs(model, samples + first, count - first < CHUNK ? count - first : CHUNK, 0, wanted + first);
    for (int b = 0; b < NET_OUTPUT_BUCKETS; b++) {
        memset(normal, 0, sizeof *normal);
        for (int i = 0; i < count; i++)
            if (output_bucket(samples[i].count) == b) {
                Position pos = sample_unpack(&samples[i]);
                add_position(normal, net, &pos, (double)wanted[i] / NET_SCALE);
            }
        settle(normal, net, b);
    }
    free(normal);
    free(wanted);
    return true;
}
