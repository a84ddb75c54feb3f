#include "eval/train/trainer.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"
#include "engine/base/text.h"
#include "eval/train/rounding.h"

Trainer *trainer_new(const TrainOptions *options, Dataset *data, char *error)
{
    Trainer *t = calloc(1, sizeof *t);
    size_t n = data->training.count;
    const char *why = !t ? "no memory" : n == 0 ? "no positions to train on" : n > UINT32_MAX ? "more than 2^32 positions" : NULL;
    if (t) {
        t->data = *data;
        *data = (Dataset){0};
    } else {
        dataset_clear(data);
    }
    if (!why) {
        TrainOptions *o = &t->o;
        *o = *options;
        t->batches = (int64_t)((n + (size_t)o->batch - 1) / (size_t)o->batch);
        t->steps = (int64_t)ceil((double)t->batches * o->epochs);
        if (o->warmup > (double)t->steps / 5)
            o->warmup = floor((double)t->steps / 5);
        /* Measured: the product of decay and steps is what matters, and 2000 to 3000 is best. */
        if (o->decay < 0)
            o->decay = fmin(2500 / (double)t->steps, 5);
        t->pass = -1;
        t->state.best = INFINITY;
        t->order = malloc(n * sizeof *t->order);
        t->model = t->order ? model_new((int)o->threads, (int)o->batch, o->seed) : NULL;
        if (!t->model)
            why = "no memory";
        else if (o->start)
            model_start_from(t->model, o->start);
    }
    if (!why)
        return t;
    snprintf(error, FILE_ERROR_SIZE, "%s", why);
    trainer_free(t);
    return NULL;
}

void trainer_free(Trainer *t)
{
    if (!t)
        return;
    model_free(t->model);
    dataset_clear(&t->data);
    free(t->order);
    free(t);
}

double trainer_rate(const Trainer *t, int64_t step)
{
    if ((double)step < t->o.warmup)
        return t->o.rate * ((double)step + 1) / t->o.warmup;
    double done = ((double)step - t->o.warmup) / fmax(1, (double)t->steps - t->o.warmup);
    return t->o.rate_end + (t->o.rate - t->o.rate_end) * (1 + cos(3.14159265358979323846 * done)) / 2;
}

int64_t trainer_taken(const Trainer *t) { return model_steps(t->model); }

bool trainer_pass_ended(const Trainer *t) { return trainer_taken(t) % t->batches == 0 || trainer_taken(t) == t->steps; }

double trainer_loss(const Trainer *t)
{
    const RunState *s = &t->state;
    return s->seen ? s->loss / (double)s->seen : s->curve.count ? s->curve.points[s->curve.count - 1].training : 0;
}

void trainer_measure(Trainer *t)
{
    const Samples *v = &t->data.validation;
    double loss = 0;
    for (size_t first = 0; first < v->count; first += (size_t)t->o.batch) {
        size_t left = v->count - first, n = left < (size_t)t->o.batch ? left : (size_t)t->o.batch;
        loss += model_outputs(t->model, v->items + first, (int)n, (float)t->o.lambda, NULL);
    }
    t->validation = v->count ? loss / (double)v->count : 0;
}

/* The order of a pass: always the same for the same seed. */
static void shuffle(Trainer *t, int64_t pass)
{
    if (t->pass == pass)
        return;
    size_t count = t->data.training.count;
    Rng rng = {t->o.seed * 0x9E3779B97F4A7C15u + (uint64_t)pass};
    for (size_t i = 0; i < count; i++)
        t->order[i] = (uint32_t)i;
    for (size_t i = count; i > 1; i--) {
        uint32_t j = rng_below(&rng, (uint32_t)i), kept = t->order[i - 1];
        t->order[i - 1] = t->order[j];
        t->order[j] = kept;
    }
    t->pass = pass;
}

/* The next batch in the order of the pass it falls into. */
static void take_step(Trainer *t)
{
    int64_t step = trainer_taken(t), pass = step / t->batches, first = step % t->batches * t->o.batch;
    size_t left = t->data.training.count - (size_t)first;
    int count = left < (size_t)t->o.batch ? (int)left : (int)t->o.batch;
    shuffle(t, pass);
    StepOptions options = {
        .lambda = (float)t->o.lambda,
        .rate = (float)trainer_rate(t, step),
        .decay = (float)t->o.decay,
        .mirror_seed = t->o.seed * 0xD1342543DE82EF95u + (uint64_t)pass + 1,
    };
    t->state.loss += model_train(t->model, t->data.training.items, t->order + first, count, &options);
    t->state.seen += count;
}

bool trainer_step(Trainer *t)
{
    take_step(t);
    bool pass_ended = trainer_pass_ended(t);
    int64_t step = trainer_taken(t), per_point = t->steps / 400 + 1;
    if (pass_ended)
        trainer_measure(t);
    if (!isfinite(t->state.loss))
        return false;
    if (pass_ended || step % per_point == 0) {
        CurvePoint point = {(double)step / (double)t->batches, trainer_loss(t), pass_ended ? t->validation : -1, trainer_rate(t, step)};
        curve_add(&t->state.curve, &point);
        t->state.loss = 0;
        t->state.seen = 0;
    }
    return true;
}

CheckpointHead trainer_head(const Trainer *t)
{
    CheckpointHead head;
    checkpoint_head_init(&head);
    head.fingerprint = t->data.fingerprint;
    head.seed = t->o.seed;
    head.start = t->o.start ? t->o.start->checksum : 0;
    head.steps = t->steps;
    head.batch = t->o.batch;
    head.rate = t->o.rate;
    head.rate_end = t->o.rate_end;
    head.warmup = t->o.warmup;
    head.decay = t->o.decay;
    head.lambda = t->o.lambda;
    return head;
}

char *trainer_describe(const Trainer *t, char *text)
{
    Text line = text_over(text, TRAINER_TEXT_SIZE);
    const TrainOptions *o = &t->o;
    const Curve *curve = &t->state.curve;
    int64_t step = trainer_taken(t);
    text_addf(&line, "%s%s%s; ", network_architecture(), *o->description ? "; " : "", o->description);
    if (o->start)
        text_addf(&line, "from net %08" PRIx32 "; ", o->start->checksum);
    text_addf(&line, "%" PRIu64 " games, %zu training and %zu validation positions; ", t->data.games, t->data.training.count,
              t->data.validation.count);
    if (step < t->steps)
        text_addf(&line, "%g of ", (double)step / (double)t->batches);
    text_addf(&line, "%g passes, batch %" PRId64 ", rate %g to %g, decay %g, lambda %g, seed %" PRIu64, o->epochs, o->batch, o->rate,
              o->rate_end, o->decay, o->lambda, o->seed);
    text_addf(&line, "; training loss %.6f, validation loss %.6f", curve->count ? curve->points[curve->count - 1].training : 0,
              t->validation);
    return text;
}

Network *trainer_export(const Trainer *t, char *error)
{
    char text[TRAINER_TEXT_SIZE];
    return export_network(t->model, trainer_describe(t, text), error);
}

/* Chooses the weights' integers on training positions from all over the data. */
static bool round_weights(Trainer *t, Network *net)
{
    enum { POSITIONS = 40000 * NET_OUTPUT_BUCKETS };
    size_t all = t->data.training.count, count = all < POSITIONS ? all : POSITIONS;
    Sample *some = malloc(sizeof *some * count);
    for (size_t i = 0; i < count && some; i++)
        some[i] = t->data.training.items[i * (all / count)];
    bool good = some && round_together(t->model, net, some, (int)count);
    free(some);
    return good;
}

FinishedNet trainer_finish(Trainer *t, char *error)
{
    const Samples *v = t->data.validation.count ? &t->data.validation : &t->data.training;
    int count = v->count < 50000 ? (int)v->count : 50000;
    FinishedNet done = {.net = trainer_export(t, error)};
    if (!done.net)
        return done;
    done.alone = export_compare(t->model, done.net, v->items, count);
    if (!round_weights(t, done.net)) {
        snprintf(error, NETWORK_ERROR_SIZE, "no memory to round the weights");
        network_free(done.net);
        return (FinishedNet){.net = NULL};
    }
    export_centre(t->model, done.net, v->items, count);
    done.together = export_compare(t->model, done.net, v->items, count);
    return done;
}
