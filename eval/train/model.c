#include "eval/train/model.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/platform.h"
#include "engine/base/rng.h"
#include "eval/train/chunk.h"

typedef struct OutputBias {
    float w[NET_OUTPUT_BUCKETS], m[NET_OUTPUT_BUCKETS], v[NET_OUTPUT_BUCKETS], g[NET_OUTPUT_BUCKETS];
} OutputBias;

typedef struct Tile { /* all that one thread needs for its columns */
    TileData w, m, v, g;
    float effective[NET_ROWS][TILE]; /* rows with the shared ones added; unused if nothing is shared */
    _Alignas(64) float active[SLOTS_MAX][TILE];
    float part[2][CHUNK]; /* of the outputs, in turn: one is read while the next is written */
} Tile;

typedef struct Crew { /* threads that meet at barriers */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int size, waiting;
    unsigned generation;
} Crew;

typedef struct Work { /* what all threads do next */
    const Sample *samples;
    const uint32_t *order;
    int count;
    bool train, quit;
    StepOptions options;
    float *centipawns;
} Work;

struct Model {
    Tile *tiles; /* TILES of them */
    OutputBias bias;
    int64_t steps;
    const TileKernels *kernels;
    Chunk *chunks; /* of a whole batch */
    int batch_max;
    Work work;
    Crew crew;
    struct Member *members; /* crew.size - 1: the caller is one too */
    double loss;
};

typedef struct Member {
    Model *model;
    int id;
    pthread_t handle;
} Member;

static void meet(Crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    unsigned generation = crew->generation;
    if (++crew->waiting == crew->size) {
        crew->waiting = 0;
        crew->generation++;
        pthread_cond_broadcast(&crew->changed);
    }
    while (generation == crew->generation)
        pthread_cond_wait(&crew->changed, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
}

static const float (*table_of(const Tile *t))[TILE] { return FACTORED ? t->effective : t->w.rows; }

/* Output, loss, and d loss / d output of a chunk, from the tiles' parts in a fixed order. */
static double slopes(const Model *model, const Chunk *chunk, int turn, float scale, float *slope, float *centipawns)
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

static void share_rows(Tile *t)
{
    for (int row = 0; row < NET_ROWS && FACTORED; row++)
        for (int i = 0; i < TILE; i++)
            t->effective[row][i] = t->w.rows[row][i] + t->w.rows[NET_ROWS % TABLE_ROWS + row % NET_PIECE_SQUARES][i];
}

static AdamStep adam_step(const Model *model)
{
    double n = (double)(model->steps + 1);
    return (AdamStep){
        .rate = model->work.options.rate,
        .decay = model->work.options.decay,
        .correct1 = (float)(1 / (1 - pow(0.9, n))),
        .correct2 = (float)(1 / (1 - pow(0.999, n))),
        .row_limit = FACTORED ? 0.99f : 1.98f,   /* two tables add up */
        .output_limit = NET_WEIGHT_MAX / 128.0f, /* so that QB is 128: a few larger weights cost all others half their precision */
    };
}

static void step_output_bias(OutputBias *b, const AdamStep *step)
{
    for (int i = 0; i < NET_OUTPUT_BUCKETS; i++) {
        b->m[i] = 0.9f * b->m[i] + 0.1f * b->g[i];
        b->v[i] = 0.999f * b->v[i] + 0.001f * b->g[i] * b->g[i];
        b->w[i] -= step->rate * b->m[i] * step->correct1 / (sqrtf(b->v[i] * step->correct2) + 1e-8f);
        b->g[i] = 0;
    }
}

/* One thread's share of a batch. Chunks of inputs are shared out, then tiles. */
static void do_batch(Model *model, int id)
{
    const Work *work = &model->work;
    const ChunkSource source = {work->samples, work->order, work->options.lambda, work->options.mirror_seed, work->train};
    int chunks = (work->count + CHUNK - 1) / CHUNK, crew = model->crew.size;
    for (int c = id; c < chunks; c += crew) {
        int first = c * CHUNK, count = work->count - first < CHUNK ? work->count - first : CHUNK;
        chunk_fill(&model->chunks[c], &source, first, count);
    }
    for (int t = id; t < TILES; t += crew)
        share_rows(&model->tiles[t]);
    meet(&model->crew);

    float slope[CHUNK];
    double loss = 0;
    for (int c = 0; c < chunks; c++) {
        const Chunk *chunk = &model->chunks[c];
        for (int t = id; t < TILES; t += crew) {
            Tile *tile = &model->tiles[t];
            model->kernels->forward(table_of(tile), &tile->w, chunk, tile->active, tile->part[c & 1]);
        }
        meet(&model->crew);
        if (work->train || id == 0)
            loss += slopes(model, chunk, c & 1, 1.0f / (float)work->count, slope, work->centipawns ? work->centipawns + c * CHUNK : NULL);
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
        meet(&model->crew); /* all have read steps and output bias */
        if (id == 0) {
            step_output_bias(&model->bias, &step);
            model->steps++;
        }
    }
    if (id == 0)
        model->loss = loss;
}

static void *member_main(void *self)
{
    Member *member = self;
    for (;;) {
        meet(&member->model->crew); /* work is there */
        if (member->model->work.quit)
            return NULL;
        do_batch(member->model, member->id);
        meet(&member->model->crew); /* and done */
    }
}

static double do_work(Model *model, const Work *work)
{
    model->work = *work;
    meet(&model->crew);
    do_batch(model, 0);
    meet(&model->crew);
    return model->loss;
}

double model_train(Model *model, const Sample *samples, const uint32_t *order, int count, const StepOptions *options)
{
    return do_work(model, &(Work){.samples = samples, .order = order, .count = count, .train = true, .options = *options});
}

double model_outputs(Model *model, const Sample *samples, int count, float lambda, float *centipawns)
{
    return do_work(model, &(Work){.samples = samples, .count = count, .options = {.lambda = lambda}, .centipawns = centipawns});
}

static float uniform(Rng *rng, float most) { return (float)(2 * rng_unit(rng) - 1) * most; }

/* Sums of some thirty rows then spread over both sides of the clipping range; a random start is what
 * makes columns differ. Shared rows begin at zero. */
static void randomise(Model *model, uint64_t seed)
{
    Rng rng = {seed};
    for (int t = 0; t < TILES; t++) {
        TileData *w = &model->tiles[t].w;
        for (int row = 0; row < NET_ROWS; row++)
            for (int i = 0; i < TILE; i++)
                w->rows[row][i] = uniform(&rng, 0.1f);
        for (int i = 0; i < TILE; i++)
            w->bias[i] = 0.3f;
        for (int b = 0; b < NET_OUTPUT_BUCKETS; b++)
            for (int view = 0; view < 2; view++)
                for (int i = 0; i < TILE; i++)
                    w->output[b][view][i] = uniform(&rng, 1 / sqrtf(2 * NET_HIDDEN));
    }
}

Model *model_new(int threads, int batch_max, uint64_t seed)
{
    Model *model = calloc(1, sizeof *model);
    if (!model)
        return NULL;
    size_t chunks = (size_t)(batch_max + CHUNK - 1) / CHUNK;
    model->batch_max = batch_max;
    model->kernels = tile_choose();
    model->tiles = big_alloc(sizeof *model->tiles * TILES);
    model->chunks = big_alloc(sizeof *model->chunks * chunks);
    model->members = calloc((size_t)threads, sizeof *model->members);
    model->crew.size = 1;
    pthread_mutex_init(&model->crew.lock, NULL);
    pthread_cond_init(&model->crew.changed, NULL);
    if (!model->tiles || !model->chunks || !model->members) {
        model_free(model);
        return NULL;
    }
    randomise(model, seed);

    /* Members start to wait only once the crew has its size: they begin by locking. */
    pthread_mutex_lock(&model->crew.lock);
    for (int id = 1; id < threads && id < TILES; id++) {
        Member *member = &model->members[id - 1];
        *member = (Member){.model = model, .id = id};
        if (pthread_create(&member->handle, NULL, member_main, member) != 0)
            break;
        model->crew.size++;
    }
    pthread_mutex_unlock(&model->crew.lock);
    return model;
}

void model_free(Model *model)
{
    if (!model)
        return;
    if (model->crew.size > 1) {
        model->work.quit = true;
        meet(&model->crew);
        for (int i = 0; i < model->crew.size - 1; i++)
            pthread_join(model->members[i].handle, NULL);
    }
    pthread_mutex_destroy(&model->crew.lock);
    pthread_cond_destroy(&model->crew.changed);
    big_free(model->tiles, sizeof *model->tiles * TILES);
    big_free(model->chunks, sizeof *model->chunks * ((size_t)(model->batch_max + CHUNK - 1) / CHUNK));
    free(model->members);
    free(model);
}

const char *model_kernels(const Model *model) { return model->kernels->name; }
int64_t model_steps(const Model *model) { return model->steps; }

/* What all tables have in common goes to the shared rows, as training would have it. */
void model_start_from(Model *model, const Network *net)
{
    for (int column = 0; column < NET_HIDDEN; column++) {
        int i = column % TILE;
        TileData *w = &model->tiles[column / TILE].w;
        for (int row = 0; row < NET_ROWS; row++)
            w->rows[row][i] = (float)net->rows[row][column] / NET_QA;
        for (int row = 0; row < NET_PIECE_SQUARES && FACTORED; row++) {
            float mean = 0;
            for (int table = 0; table < NET_KING_BUCKETS; table++)
                mean += w->rows[table * NET_PIECE_SQUARES + row][i] / NET_KING_BUCKETS;
            for (int table = 0; table < NET_KING_BUCKETS; table++)
                w->rows[table * NET_PIECE_SQUARES + row][i] -= mean;
            w->rows[NET_ROWS % TABLE_ROWS + row][i] = mean;
        }
        w->bias[i] = (float)net->bias[column] / NET_QA;
        for (int b = 0; b < NET_OUTPUT_BUCKETS; b++)
            for (int view = 0; view < 2; view++)
                w->output[b][view][i] = (float)net->output[b][view * NET_HIDDEN + column] / (float)net->qb;
    }
    for (int b = 0; b < NET_OUTPUT_BUCKETS; b++)
        model->bias.w[b] = (float)net->output_bias[b] / (float)(NET_QA * net->qb);
}

float model_row(const Model *model, int row, int column)
{
    const TileData *w = &model->tiles[column / TILE].w;
    float shared = FACTORED ? w->rows[NET_ROWS % TABLE_ROWS + row % NET_PIECE_SQUARES][column % TILE] : 0;
    return w->rows[row][column % TILE] + shared;
}

float model_bias(const Model *model, int column) { return model->tiles[column / TILE].w.bias[column % TILE]; }

float model_output_weight(const Model *model, int bucket, int view, int column)
{
    return model->tiles[column / TILE].w.output[bucket][view][column % TILE];
}

float model_output_bias(const Model *model, int bucket) { return model->bias.w[bucket]; }

bool model_write(const Model *model, FILE *file)
{
    bool good = fwrite(&model->steps, sizeof model->steps, 1, file) == 1 && fwrite(&model->bias, sizeof model->bias, 1, file) == 1;
    for (int t = 0; t < TILES && good; t++)
        good = fwrite(&model->tiles[t], 3 * sizeof(TileData), 1, file) == 1; /* w, m, v */
    return good;
}

bool model_read(Model *model, FILE *file)
{
    bool good = fread(&model->steps, sizeof model->steps, 1, file) == 1 && fread(&model->bias, sizeof model->bias, 1, file) == 1;
    for (int t = 0; t < TILES && good; t++)
        good = fread(&model->tiles[t], 3 * sizeof(TileData), 1, file) == 1;
    return good;
}
