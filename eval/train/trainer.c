/* SPDX-License-Identifier: GPL-3.0-only */
#include "eval/train/trainer.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/crc32.h"
#include "engine/base/platform.h"
#include "engine/base/rng.h"
#include "engine/base/text.h"

Trainer *trainer_new(const TrainOptions *options, const Dataset *data, Text *why)
{
    assert(options->batch >= 1 && options->threads >= 1);
    assert(options->description && options->average_count >= 0);
    size_t n = data->training.count;
    Trainer *t = n == 0 || n > UINT32_MAX ? NULL : calloc(1, sizeof *t);
    if (t) {
        TrainOptions *o = &t->o;
        *o = *options;
        t->data = data;
        t->batches = (int64_t)((n + (size_t)o->batch - 1) / (size_t)o->batch);
        t->steps = (int64_t)ceil((double)t->batches * o->epochs);
        /* An integer, so that the rate never exceeds its maximum. */
        o->warmup = floor(fmin(o->warmup, (double)t->steps / 5));
        /* Measured: the product of decay and steps matters; 2000 to 3000 is best. */
        if (o->decay < 0)
            o->decay = fmin(2500 / (double)t->steps, 5);
        t->pass = -1;
        t->state.best = INFINITY;
        t->order = malloc(n * sizeof *t->order);
        t->model = t->order ? model_new((int)o->threads, (int)o->batch, o->seed) : NULL;
        if (t->model && o->start)
            model_start_from(t->model, o->start);
        if (t->model)
            return t;
    }
    trainer_free(t);
    text_fail(why, "%s", n == 0 ? "no positions to train on" : n > UINT32_MAX ? "more than 2^32 positions" : "out of memory");
    return NULL;
}

void trainer_free(Trainer *t)
{
    if (!t)
        return;
    model_free(t->model);
    free(t->order);
    free(t);
}

double trainer_rate(const Trainer *t, int64_t step)
{
    assert(step >= 0);
    if ((double)step < t->o.warmup)
        return t->o.rate * ((double)step + 1) / t->o.warmup;
    double done = ((double)step - t->o.warmup) / fmax(1, (double)t->steps - t->o.warmup);
    return t->o.rate_end + (t->o.rate - t->o.rate_end) * (1 + cos(3.14159265358979323846 * done)) / 2;
}

/* Returns the targets of a step. */
static TargetOptions trainer_target(const Trainer *t, int64_t step)
{
    TargetOptions target = t->o.target;
    if (t->o.lambda_end >= 0) {
        const double done = (double)step / (double)t->steps;
        target.lambda += (t->o.lambda_end - target.lambda) * done;
        target.lambda_won += (t->o.lambda_end - target.lambda_won) * done;
    }
    return target;
}

bool trainer_pass_ended(const Trainer *t)
{
    int64_t step = model_steps(t->model);
    return step % t->batches == 0 || step == t->steps;
}

double trainer_loss(const Trainer *t)
{
    const RunState *s = &t->state;
    return s->seen ? s->loss / (double)s->seen : s->curve.count ? s->curve.points[s->curve.count - 1].training : 0;
}

void trainer_measure(Trainer *t)
{
    const Samples *v = &t->data->validation;
    const TargetOptions target = trainer_target(t, t->steps);
    double loss = 0;
    for (size_t first = 0; first < v->count; first += (size_t)t->o.batch) {
        size_t left = v->count - first, n = left < (size_t)t->o.batch ? left : (size_t)t->o.batch;
        loss += model_outputs(t->model, v->items + first, (int)n, &target, NULL);
    }
    t->validation = v->count ? loss / (double)v->count : 0;
}

/* Computes the order of a pass, which depends only on the seed. */
static void trainer_shuffle(Trainer *t, int64_t pass)
{
    if (t->pass == pass)
        return;
    size_t count = t->data->training.count;
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

/* Trains on the next batch, in the order of the current pass. */
static void trainer_take_step(Trainer *t)
{
    int64_t step = model_steps(t->model), pass = step / t->batches, first = step % t->batches * t->o.batch;
    size_t left = t->data->training.count - (size_t)first;
    int count = left < (size_t)t->o.batch ? (int)left : (int)t->o.batch;
    trainer_shuffle(t, pass);
    StepOptions options = {
        .target = trainer_target(t, step),
        .rate = (float)trainer_rate(t, step),
        .decay = (float)t->o.decay,
        .keep_untouched = t->o.start != NULL,
        .mirror_seed = t->o.seed * 0xD1342543DE82EF95u + (uint64_t)pass + 1,
    };
    t->state.loss += model_train(t->model, t->data->training.items, t->order + first, count, &options);
    t->state.seen += count;
}

bool trainer_step(Trainer *t)
{
    assert(!t->averaged);
    trainer_take_step(t);
    bool pass_ended = trainer_pass_ended(t);
    int64_t step = model_steps(t->model), per_point = t->steps / 400 + 1;
    if (pass_ended)
        trainer_measure(t);
    if (!isfinite(t->state.loss))
        return false;
    if (pass_ended || step % per_point == 0) {
        CurvePoint point = {(double)step / (double)t->batches, trainer_loss(t),
                            pass_ended && t->data->validation.count ? t->validation : -1, trainer_rate(t, step)};
        curve_add(&t->state.curve, &point);
        t->state.loss = 0;
        t->state.seen = 0;
    }
    return true;
}

void trainer_average(Trainer *t)
{
    assert(model_steps(t->model) == t->steps);
    for (int i = 0; i < t->o.average_count; i++)
        model_mix(t->model, t->o.average[i], 1 / (float)(i + 2)); /* now the mean of i + 2 nets */
    t->averaged = t->o.average_count > 0;
    if (!t->averaged)
        return;
    model_limit(t->model);
    trainer_measure(t);
}

char *trainer_describe(const Trainer *t, char *text)
{
    Text line = text_over(text, TRAINER_TEXT_SIZE);
    const TrainOptions *o = &t->o;
    const Curve *curve = &t->state.curve;
    int64_t step = model_steps(t->model);
    text_addf(&line, "%s%s%s; ", network_architecture(), *o->description ? "; " : "", o->description);
    if (o->start)
        text_addf(&line, "from net %08" PRIx32 "; ", o->start->checksum);
    text_addf(&line, "%" PRIu64 " games, %" PRIu64 " training and %" PRIu64 " validation positions", t->data->games,
              (uint64_t)t->data->training.count, (uint64_t)t->data->validation.count);
    if (t->data->options.pieces_least)
        text_addf(&line, " of at least %" PRId64 " pieces", t->data->options.pieces_least);
    if (t->data->options.pieces_max)
        text_addf(&line, " of at most %" PRId64 " pieces", t->data->options.pieces_max);
    text_addf(&line, ", scores within %" PRId64, t->data->options.score_max);
    text_add(&line, "; ");
    if (step < t->steps)
        text_addf(&line, "%g of ", (double)step / (double)t->batches);
    text_addf(&line, "%g passes, batch %" PRId64 ", rate %g to %g, decay %g, lambda %g", o->epochs, o->batch, o->rate, o->rate_end,
              o->decay, o->target.lambda);
    if (o->lambda_end >= 0)
        text_addf(&line, " to %g", o->lambda_end);
    if (o->target.lambda_won != o->target.lambda)
        text_addf(&line, ", %g from scores of 900 up", o->target.lambda_won);
    if (o->target.win_fade > 0)
        text_addf(&line, ", wins fade over %g plies to %g", o->target.win_fade, o->target.win_least);
    text_addf(&line, ", seed %" PRIu64, o->seed);
    for (int i = 0; i < o->average_count && t->averaged; i++)
        text_addf(&line, "%s net %08" PRIx32, i == 0 ? "; mean with" : ",", o->average[i]->checksum);
    text_addf(&line, "; training loss %.6f, validation loss %.6f", curve->count ? curve->points[curve->count - 1].training : 0,
              t->validation);
    return text;
}

Network *trainer_export(const Trainer *t, Text *why)
{
    char text[TRAINER_TEXT_SIZE];
    return export_network(t->model, trainer_describe(t, text), why);
}

FinishedNet trainer_finish(const Trainer *t, Text *why)
{
    const Samples *v = t->data->validation.count ? &t->data->validation : &t->data->training;
    int count = v->count < 50000 ? (int)v->count : 50000;
    FinishedNet done = {.net = trainer_export(t, why)};
    if (!done.net)
        return done;
    done.alone = export_compare(t->model, done.net, v->items, count);
    if (round_together(t->model, done.net, &t->data->training)) {
        done.together = export_compare(t->model, done.net, v->items, count);
        export_centre(done.net, &done.together);
        done.together = export_compare(t->model, done.net, v->items, count);
        return done;
    }
    text_fail(why, "out of memory: the weights are rounded separately");
    done.together = done.alone;
    return done;
}

/* ---- checkpoints ---- */

#define CHECKPOINT_MAGIC "HXCKPT6"

typedef struct CheckpointHead { /* a run continues only if all fields match */
    char magic[8];
    uint64_t fingerprint, seed, start;
    int64_t steps, batch;
    double rate, rate_end, warmup, decay;
    TargetOptions target;
    double lambda_end;
    char architecture[96];
} CheckpointHead;

_Static_assert(sizeof(CheckpointHead) == 8 + 14 * 8 + 96, "compared and written whole: no padding");

static CheckpointHead trainer_head(const Trainer *t)
{
    const TrainOptions *o = &t->o;
    CheckpointHead head = {CHECKPOINT_MAGIC,
                           t->data->fingerprint,
                           o->seed,
                           o->start ? o->start->checksum : 0,
                           t->steps,
                           o->batch,
                           o->rate,
                           o->rate_end,
                           o->warmup,
                           o->decay,
                           o->target,
                           o->lambda_end,
                           {0}};
    snprintf(head.architecture, sizeof head.architecture, "%s", network_architecture());
    return head;
}

bool trainer_save(const Trainer *t, FILE *file)
{
    CheckpointHead head = trainer_head(t);
    size_t model = sizeof head, state = model + model_size(), size = state + sizeof t->state;
    uint32_t checksum;
    char *bytes = malloc(size + sizeof checksum);
    if (!bytes)
        return false;
    memcpy(bytes, &head, sizeof head);
    model_save(t->model, bytes + model);
    memcpy(bytes + state, &t->state, sizeof t->state);
    checksum = crc32_update(0, bytes, size);
    memcpy(bytes + size, &checksum, sizeof checksum);
    bool good = fwrite(bytes, size + sizeof checksum, 1, file) == 1 && fflush(file) == 0;
    int why = errno;
    free(bytes);
    errno = why;
    return good;
}

/* Returns NULL if the bytes are a complete checkpoint, otherwise a description of the fault. */
static const char *checkpoint_fault(const char *bytes, size_t size)
{
    uint32_t checksum;
    if (size < sizeof(CheckpointHead) + sizeof(RunState) + sizeof checksum)
        return "incomplete";
    size -= sizeof checksum;
    memcpy(&checksum, bytes + size, sizeof checksum);
    if (memcmp(bytes, CHECKPOINT_MAGIC, sizeof CHECKPOINT_MAGIC) != 0)
        return "checkpoint of another version of this program";
    if (crc32_update(0, bytes, size) != checksum)
        return "damaged or incomplete (wrong checksum)";
    return NULL;
}

/* Reads a checkpoint without its checksum; the caller frees it. *bytes is NULL if the file is
 * missing, *size is 0 if it is empty. Returns false with the reason on failure. */
static bool checkpoint_read(const char *path, char **bytes, size_t *size, Text *why)
{
    *bytes = NULL;
    *size = 0;
    if (!file_exists(path))
        return true;
    if (!file_is_kind(path, "HXCKPT", "checkpoint of hanxin-train", why) || !(*bytes = file_text(path, SIZE_MAX, size, why)))
        return false;
    const char *fault = *size ? checkpoint_fault(*bytes, *size) : NULL;
    *size -= *size ? sizeof(uint32_t) : 0;
    return !fault || why_path(why, path, "%s; use --fresh to start again", fault);
}

bool checkpoint_look(const char *path, RunState *state, Text *why)
{
    char *bytes;
    size_t size;
    bool good = checkpoint_read(path, &bytes, &size, why);
    if (good && size)
        memcpy(state, bytes + size - sizeof *state, sizeof *state);
    free(bytes);
    return good;
}

/* Restores the run from a complete checkpoint. Returns NULL, or the reason why it cannot be
 * continued. */
static const char *trainer_take_checkpoint(Trainer *t, char *bytes, size_t size)
{
    CheckpointHead own = trainer_head(t);
    RunState *state = &t->state;
    if (memcmp(bytes, &own, sizeof own) != 0)
        return "belongs to other data or settings";
    if (size != sizeof own + model_size() + sizeof *state)
        return "wrong length";
    model_restore(t->model, bytes + sizeof own);
    memcpy(state, bytes + size - sizeof *state, sizeof *state);
    if (model_steps(t->model) < 0 || model_steps(t->model) > t->steps)
        return "impossible number of steps";
    if (state->curve.count < 0 || state->curve.count > CURVE_POINTS_MAX)
        return "impossible length of the curve";
    if (!isfinite(state->loss) || state->seen < 0 || isnan(state->best) || state->best_step < 0 || state->best_step > t->steps)
        return "impossible losses";
    return NULL;
}

bool trainer_load(Trainer *t, const char *path, Text *why)
{
    char *bytes;
    size_t size;
    bool good = checkpoint_read(path, &bytes, &size, why);
    const char *fault = good && size ? trainer_take_checkpoint(t, bytes, size) : NULL;
    free(bytes);
    return good && (!fault || why_path(why, path, "%s; use --fresh to start again", fault));
}
