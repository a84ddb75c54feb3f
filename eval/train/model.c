/* SPDX-License-Identifier: GPL-3.0-only */
#include "eval/train/model.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/platform.h"
#include "engine/base/minmax.h"
#include "engine/base/pool.h"
#include "engine/base/rng.h"
#include "eval/train/chunk.h"

typedef struct OutputBias {
    float w[NET_OUTPUT_BUCKETS], m[NET_OUTPUT_BUCKETS], v[NET_OUTPUT_BUCKETS], g[NET_OUTPUT_BUCKETS];
} OutputBias;

typedef struct Tile { /* all data of one tile of columns */
    TileData w, m, v, g;
    float effective[NET_ROWS][TILE]; /* rows plus shared rows; unused if there are none */
    _Alignas(64) float active[SLOTS_MAX][TILE];
    float part[2][CHUNK]; /* share of the outputs; one half is read while the other is written */
} Tile;

typedef struct ModelTask { /* current task of all threads */
    const Sample *samples;
    const uint32_t *order;
    int count;
    bool train;
    StepOptions options;
    float *centipawns;
} ModelTask;

struct Model {
    Tile *tiles; /* TILES elements */
    OutputBias bias;
    int64_t steps;
    const TileKernels *kernels;
    Chunk *chunks; /* chunks of a whole batch */
    int batch_max;
    ModelTask work;
    int threads, crew; /* threads: number requested; crew: number actually working, including the caller */
    pthread_barrier_t barrier;
    double loss;
};

static void model_meet(Model *model) { pthread_barrier_wait(&model->barrier); }

static const float (*tile_rows(const Tile *t))[TILE] { return FACTORED ? t->effective : t->w.rows; }

/* Computes output, loss, and d loss / d output of a chunk, summing the tiles' parts in a fixed
 * order. */
static double model_slopes(const Model *model, const Chunk *chunk, int turn, float scale, float *slope, float *centipawns)
{
    double loss = 0;
    for (int n = 0; n < chunk->count; n++) {
        float out = model->bias.w[chunk->bucket[n]];
        for (int t = 0; t < TILES; t++)
            out += model->tiles[t].part[turn][n];
        float expected = 1 / (1 + expf(-out)), error = expected - chunk->target[n];
        loss += (double)error * (double)error;
        slope[n] = 2 * error * expected * (1 - expected) * scale;
        if (centipawns)
            centipawns[n] = out * NET_SCALE;
    }
    return loss;
}

static void tile_share_rows(Tile *t)
{
    for (int row = 0; row < NET_ROWS && FACTORED; row++)
        for (int i = 0; i < TILE; i++)
            t->effective[row][i] = t->w.rows[row][i] + t->w.rows[shared_row(row)][i];
}

/* Keeps QB at 128. With a few larger output weights, QB would have to be smaller, and all other weights
 * would lose half of their precision. */
static const float output_limit = NET_WEIGHT_MAX / 128.0f;
static const float row_limit = FACTORED ? 0.99f : 1.98f; /* two tables are added */

static AdamStep adam_step(const Model *model)
{
    double n = (double)(model->steps + 1);
    return (AdamStep){
        .rate = model->work.options.rate,
        .decay = model->work.options.decay,
        .correct1 = (float)(1 / (1 - pow(0.9, n))),
        .correct2 = (float)(1 / (1 - pow(0.999, n))),
        .row_limit = row_limit,
        .keep_untouched = model->work.options.keep_untouched,
        .output_limit = output_limit,
    };
}

static void output_bias_step(OutputBias *b, const AdamStep *step)
{
    for (int i = 0; i < NET_OUTPUT_BUCKETS; i++) {
        b->m[i] = 0.9f * b->m[i] + 0.1f * b->g[i];
        b->v[i] = 0.999f * b->v[i] + 0.001f * b->g[i] * b->g[i];
        b->w[i] -= step->rate * b->m[i] * step->correct1 / (sqrtf(b->v[i] * step->correct2) + 1e-8f);
        b->g[i] = 0;
    }
}

/* Performs one thread's share of a batch. The threads divide first the chunks of inputs, then the
 * tiles. */
static void model_do_batch(void *self, int id)
{
    Model *model = self;
    const ModelTask *work = &model->work;
    const ChunkSource source = {work->samples, work->order, work->options.target, work->options.mirror_seed, work->train};
    int chunks = (work->count + CHUNK - 1) / CHUNK, crew = model->crew;
    for (int c = id; c < chunks; c += crew) {
        int first = c * CHUNK, count = work->count - first < CHUNK ? work->count - first : CHUNK;
        chunk_fill(&model->chunks[c], &source, first, count);
    }
    for (int t = id; t < TILES; t += crew)
        tile_share_rows(&model->tiles[t]);
    model_meet(model);

    float slope[CHUNK];
    double loss = 0;
    for (int c = 0; c < chunks; c++) {
        const Chunk *chunk = &model->chunks[c];
        for (int t = id; t < TILES; t += crew) {
            Tile *tile = &model->tiles[t];
            model->kernels->forward(tile_rows(tile), &tile->w, chunk, tile->active, tile->part[c & 1]);
        }
        model_meet(model);
        if (work->train || id == 0)
            loss +=
                model_slopes(model, chunk, c & 1, 1.0f / (float)work->count, slope, work->centipawns ? work->centipawns + c * CHUNK : NULL);
        for (int t = id; t < TILES && work->train; t += crew) {
            Tile *tile = &model->tiles[t];
            model->kernels->backward(&tile->w, chunk, slope, tile->active, &tile->g);
        }
        for (int n = 0; n < chunk->count && id == 0 && work->train; n++)
            model->bias.g[chunk->bucket[n]] += slope[n];
    }
    if (work->train) {
        AdamStep step = adam_step(model);
        for (int t = id; t < TILES; t += crew)
            model->kernels->adam(&model->tiles[t].w, &model->tiles[t].m, &model->tiles[t].v, &model->tiles[t].g, &step);
        model_meet(model); /* all threads have read steps and output bias */
        if (id == 0) {
            output_bias_step(&model->bias, &step);
            model->steps++;
        }
    }
    if (id == 0)
        model->loss = loss;
}

/* Runs a batch with threads created for it, which takes a small part of its time. The sums are the
 * same if fewer threads can be created. */
static double model_do_work(Model *model, const ModelTask *work)
{
    Pool pool;
    model->work = *work;
    model->crew = pool_begin(&pool, model->threads, 0, model_do_batch, model);
    pthread_barrier_init(&model->barrier, NULL, (unsigned)model->crew);
    pool_run(&pool);
    pthread_barrier_destroy(&model->barrier);
    return model->loss;
}

double model_train(Model *model, const Sample *samples, const uint32_t *order, int count, const StepOptions *options)
{
    assert(in_range(count, 1, model->batch_max));
    return model_do_work(model, &(ModelTask){.samples = samples, .order = order, .count = count, .train = true, .options = *options});
}

double model_outputs(Model *model, const Sample *samples, int count, const TargetOptions *target, float *centipawns)
{
    assert(in_range(count, 0, max_int(model->batch_max, CHUNK)));
    return model_do_work(model, &(ModelTask){.samples = samples,
                                             .count = count,
                                             .options = {.target = target ? *target : (TargetOptions){0}},
                                             .centipawns = centipawns});
}

static float model_uniform(Rng *rng, float most) { return (float)(2 * rng_unit(rng) - 1) * most; }

/* Sets random weights. Sums of some thirty rows then cover both sides of the clipping range.
 * Randomness makes the columns differ. Shared rows start at zero. */
static void model_randomise(Model *model, uint64_t seed)
{
    Rng rng = {seed};
    for (int t = 0; t < TILES; t++) {
        TileData *w = &model->tiles[t].w;
        for (int row = 0; row < NET_ROWS; row++)
            for (int i = 0; i < TILE; i++)
                w->rows[row][i] = model_uniform(&rng, 0.1f);
        for (int i = 0; i < NET_PHASES * TILE; i++)
            w->bias[i / TILE][i % TILE] = 0.3f;
        for (int b = 0; b < NET_OUTPUT_BUCKETS; b++)
            for (int view = 0; view < 2; view++)
                for (int i = 0; i < TILE; i++)
                    w->output[b][view][i] = model_uniform(&rng, 1 / sqrtf(2 * NET_HIDDEN));
    }
}

Model *model_new(int threads, int batch_max, uint64_t seed)
{
    assert(threads >= 1 && batch_max >= 1);
    Model *model = calloc(1, sizeof *model);
    if (!model)
        return NULL;
    size_t chunks = (size_t)(batch_max + CHUNK - 1) / CHUNK;
    model->batch_max = batch_max;
    model->kernels = tile_choose();
    model->tiles = big_alloc(sizeof *model->tiles * TILES);
    model->chunks = big_alloc(sizeof *model->chunks * chunks);
    model->threads = threads < TILES ? threads : TILES;
    if (!model->tiles || !model->chunks) {
        model_free(model);
        return NULL;
    }
    model_randomise(model, seed);
    return model;
}

void model_free(Model *model)
{
    if (!model)
        return;
    big_free(model->tiles, sizeof *model->tiles * TILES);
    big_free(model->chunks, sizeof *model->chunks * ((size_t)(model->batch_max + CHUNK - 1) / CHUNK));
    free(model);
}

const char *model_kernels(const Model *model) { return model->kernels->name; }
int64_t model_steps(const Model *model) { return model->steps; }

/* Moves the mean of the buckets' tables to the shared rows, as training would. */
void model_start_from(Model *model, const Network *net)
{
    assert(model->steps == 0);
    for (int column = 0; column < NET_HIDDEN; column++) {
        int i = column % TILE;
        TileData *w = &model->tiles[column / TILE].w;
        for (int row = 0; row < NET_ROWS; row++)
            w->rows[row][i] = (float)net->rows[row][column] / NET_QA;
        for (int n = 0; n < NET_PHASES * NET_PIECE_SQUARES && FACTORED; n++) {
            const int row = n / NET_PIECE_SQUARES * NET_PHASE_ROWS + n % NET_PIECE_SQUARES;
            float mean = 0;
            for (int table = 0; table < NET_KING_BUCKETS; table++)
                mean += w->rows[table * NET_PIECE_SQUARES + row][i] / NET_KING_BUCKETS;
            /* The excess remains in each table; otherwise the first step would clip it. */
            mean = fminf(row_limit, fmaxf(-row_limit, mean));
            for (int table = 0; table < NET_KING_BUCKETS; table++)
                w->rows[table * NET_PIECE_SQUARES + row][i] -= mean;
            w->rows[shared_row(row)][i] = mean;
        }
        for (int phase = 0; phase < NET_PHASES; phase++)
            w->bias[phase][i] = (float)net->bias[phase][column] / NET_QA;
        for (int b = 0; b < NET_OUTPUT_BUCKETS; b++)
            for (int view = 0; view < 2; view++)
                w->output[b][view][i] = (float)net->output[b][view * NET_HIDDEN + column] / (float)net->qb;
    }
    for (int b = 0; b < NET_OUTPUT_BUCKETS; b++)
        model->bias.w[b] = (float)net->output_bias[b] / (float)(NET_QA * net->qb);
}

static void model_mix_weight(float *w, double to, float part) { *w += part * ((float)to - *w); }

void model_mix(Model *model, const Network *net, float part)
{
    assert(part >= 0 && part <= 1);
    const double qb = net->qb;
    for (int column = 0; column < NET_HIDDEN; column++) {
        int i = column % TILE;
        TileData *w = &model->tiles[column / TILE].w;
        for (int row = 0; row < NET_ROWS; row++)
            model_mix_weight(&w->rows[row][i], (double)net->rows[row][column] / NET_QA, part);
        for (int row = NET_ROWS; row < TABLE_ROWS; row++)
            model_mix_weight(&w->rows[row][i], 0, part);
        for (int phase = 0; phase < NET_PHASES; phase++)
            model_mix_weight(&w->bias[phase][i], (double)net->bias[phase][column] / NET_QA, part);
        for (int b = 0; b < NET_OUTPUT_BUCKETS; b++)
            for (int view = 0; view < 2; view++)
                model_mix_weight(&w->output[b][view][i], net->output[b][view * NET_HIDDEN + column] / qb, part);
    }
    for (int b = 0; b < NET_OUTPUT_BUCKETS; b++)
        model_mix_weight(&model->bias.w[b], net->output_bias[b] / (NET_QA * qb), part);
}

void model_limit(Model *model)
{
    for (int t = 0; t < TILES; t++)
        for (int b = 0; b < NET_OUTPUT_BUCKETS; b++)
            for (int view = 0; view < 2; view++)
                for (int i = 0; i < TILE; i++) {
                    float *w = &model->tiles[t].w.output[b][view][i];
                    *w = fminf(output_limit, fmaxf(-output_limit, *w));
                }
}

void model_weights(const Model *model, FloatNet *to)
{
    for (int column = 0; column < NET_HIDDEN; column++) {
        int i = column % TILE;
        const TileData *w = &model->tiles[column / TILE].w;
        for (int row = 0; row < NET_ROWS; row++)
            to->rows[row][column] = w->rows[row][i] + (FACTORED ? w->rows[shared_row(row)][i] : 0);
        for (int phase = 0; phase < NET_PHASES; phase++)
            to->bias[phase][column] = w->bias[phase][i];
        for (int b = 0; b < NET_OUTPUT_BUCKETS; b++)
            for (int view = 0; view < 2; view++)
                to->output[b][view * NET_HIDDEN + column] = w->output[b][view][i];
    }
    memcpy(to->output_bias, model->bias.w, sizeof to->output_bias);
}

/* Saved part of a tile: weights, first moments, second moments. */
enum { KEPT_OF_TILE = 3 * sizeof(TileData) };

size_t model_size(void) { return sizeof(int64_t) + sizeof(OutputBias) + (size_t)TILES * KEPT_OF_TILE; }

void model_save(const Model *model, char *bytes)
{
    memcpy(bytes, &model->steps, sizeof model->steps);
    memcpy(bytes += sizeof model->steps, &model->bias, sizeof model->bias);
    bytes += sizeof model->bias;
    for (int t = 0; t < TILES; t++)
        memcpy(bytes + (size_t)t * KEPT_OF_TILE, &model->tiles[t], KEPT_OF_TILE);
}

void model_restore(Model *model, const char *bytes)
{
    memcpy(&model->steps, bytes, sizeof model->steps);
    memcpy(&model->bias, bytes += sizeof model->steps, sizeof model->bias);
    bytes += sizeof model->bias;
    for (int t = 0; t < TILES; t++)
        memcpy(&model->tiles[t], bytes + (size_t)t * KEPT_OF_TILE, KEPT_OF_TILE);
}
