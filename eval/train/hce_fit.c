/* SPDX-License-Identifier: GPL-3.0-only */
#include "eval/train/hce_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/rng.h"
#include "eval/train/target.h"

enum { BATCH = 16384 };

typedef struct FitPosition { /* data of one position */
    int count;
    struct {
        int term, count;
    } terms[TERMS];
    double part;  /* share of the middlegame value */
    float target; /* expected score for the side to move */
} FitPosition;

typedef struct FitWeight { /* a weight with its gradient and Adam's moments; [0] middlegame, [1] endgame */
    double value[2], start[2], gradient[2], m[2], v[2];
} FitWeight;

struct HceFit {
    HceFitOptions options;
    const Dataset *data; /* borrowed */
    size_t *order;       /* order of the training samples */
    FitWeight weights[TERMS];
    Rng rng;
    long steps; /* number of steps taken */
};

HceFit *hce_fit_new(const HceFitOptions *options, const Dataset *data)
{
    HceFit *fit = calloc(1, sizeof *fit);
    size_t count = data->training.count;
    if (!fit || !(fit->order = malloc((count + 1) * sizeof *fit->order))) {
        hce_fit_free(fit);
        return NULL;
    }
    fit->options = *options;
    fit->data = data;
    fit->rng = (Rng){1};
    for (size_t i = 0; i < count; i++)
        fit->order[i] = i;
    for (int i = 0; i < TERMS; i++) {
        fit->weights[i].value[0] = fit->weights[i].start[0] = hce_weights[i].middle;
        fit->weights[i].value[1] = fit->weights[i].start[1] = hce_weights[i].end;
    }
    return fit;
}

void hce_fit_free(HceFit *fit)
{
    if (fit)
        free(fit->order);
    free(fit);
}

/* -- the fit ------------------------------------------------------------------------------------ */

static double hce_fit_sigmoid(double x) { return 1.0 / (1.0 + exp(-x)); }

static inline void hce_fit_collect(void *counts, int term, int count) { ((int *)counts)[term] += count; }

/* Collects the terms of a position and returns its evaluation. Samples are stored as if Red were to
 * move, so the evaluation is that of the side to move. */
static double hce_fit_take_apart(const HceFit *fit, const Sample *sample, FitPosition *p)
{
    Position pos = sample_unpack(sample);
    int counts[TERMS] = {0};
    const TargetOptions target = target_plain(fit->options.lambda);
    double middle = 0, end = 0;
    hce_visit(&pos, hce_fit_collect, counts);
    p->count = 0;
    for (int t = 0; t < TERMS; t++)
        if (counts[t]) {
            p->terms[p->count].term = t;
            p->terms[p->count++].count = counts[t];
            middle += fit->weights[t].value[0] * counts[t];
            end += fit->weights[t].value[1] * counts[t];
        }
    p->part = (double)hce_phase(&pos) / PHASE_FULL;
    p->target = target_of(sample, &target);
    return middle * p->part + end * (1 - p->part);
}

double hce_fit_validation(const HceFit *fit)
{
    const Samples *samples = &fit->data->validation;
    FitPosition p;
    double sum = 0;
    for (size_t i = 0; i < samples->count; i++) {
        double e = hce_fit_sigmoid(hce_fit_take_apart(fit, &samples->items[i], &p) / 400), d = e - p.target;
        sum += d * d;
    }
    return samples->count ? sum / (double)samples->count : 0;
}

static void hce_fit_step(HceFit *fit)
{
    const HceFitOptions *o = &fit->options;
    long steps = (long)o->passes * (long)((fit->data->training.count + BATCH - 1) / BATCH), t = ++fit->steps;
    double rate = o->rate * 0.5 * (1 + cos(3.14159265358979 * (double)t / (double)(steps + 1)));
    for (int i = 0; i < TERMS; i++)
        for (int k = 0; k < 2; k++) {
            FitWeight *w = &fit->weights[i];
            double g = w->gradient[k] + o->pull * (w->value[k] - w->start[k]);
            w->m[k] = 0.9 * w->m[k] + 0.1 * g;
            w->v[k] = 0.999 * w->v[k] + 0.001 * g * g;
            double m = w->m[k] / (1 - pow(0.9, (double)t)), v = w->v[k] / (1 - pow(0.999, (double)t));
            w->value[k] -= rate * m / (sqrt(v) + 1e-12);
            w->gradient[k] = 0;
        }
}

/* Adds the gradient of one sample. Returns the squared error. */
static double hce_fit_descend(HceFit *fit, const Sample *sample)
{
    FitPosition p;
    double e = hce_fit_sigmoid(hce_fit_take_apart(fit, sample, &p) / 400), d = e - p.target;
    double slope = 2 * d * e * (1 - e) / 400 / BATCH;
    for (int k = 0; k < p.count; k++) {
        double *gradient = fit->weights[p.terms[k].term].gradient;
        gradient[0] += slope * p.part * p.terms[k].count;
        gradient[1] += slope * (1 - p.part) * p.terms[k].count;
    }
    return d * d;
}

HcePass hce_fit_pass(HceFit *fit)
{
    const Samples *samples = &fit->data->training;
    double loss = 0;
    for (size_t i = samples->count; i > 1; i--) {
        size_t j = (size_t)(rng_next(&fit->rng) % i), kept = fit->order[i - 1];
        fit->order[i - 1] = fit->order[j];
        fit->order[j] = kept;
    }
    for (size_t i = 0; i < samples->count; i++) {
        loss += hce_fit_descend(fit, &samples->items[fit->order[i]]);
        if ((i + 1) % BATCH == 0 || i + 1 == samples->count)
            hce_fit_step(fit);
    }
    return (HcePass){samples->count ? loss / (double)samples->count : 0, hce_fit_validation(fit)};
}

void hce_fit_weights(const HceFit *fit, HceWeight weights[TERMS])
{
    for (int i = 0; i < TERMS; i++)
        weights[i] = (HceWeight){(int16_t)lround(fit->weights[i].value[0]), (int16_t)lround(fit->weights[i].value[1])};
}

/* -- the table ---------------------------------------------------------------------------------- */

bool hce_table_read(HceTable *table, const char *path, Text *why)
{
    enum { MOST = 1 << 20 };
    static const char marker[] = "hce_weights[TERMS]", end[] = "\n};\n";
    size_t length;
    *table = (HceTable){.text = file_text(path, MOST, &length, why)};
    if (!table->text)
        return false;
    char *begin = strstr(table->text, marker), *line = begin ? strchr(begin, '\n') : NULL;
    table->behind = line ? strstr(line + 1, end) : NULL;
    if (!table->behind || strlen(table->text) != length)
        return why_path(why, path, "not a copy of eval/hce/hce_params.h: no table hce_weights[TERMS]");
    table->behind++;
    line[1] = '\0';
    return true;
}

void hce_table_free(HceTable *table)
{
    free(table->text);
    *table = (HceTable){0};
}

static void hce_fit_add_group(Text *out, const char *name, const char *meaning, const HceWeight *weights, int count, int to_a_line)
{
    text_addf(out, "    /* %s */\n    [%s] =", meaning, name);
    for (int i = 0; i < count; i++)
        text_addf(out, "%s {%d, %d},", i && i % to_a_line == 0 ? "\n       " : "", weights[i].middle, weights[i].end);
    text_add_char(out, '\n');
}

bool hce_table_write(const HceTable *table, const HceWeight weights[TERMS], const char *path, Text *why)
{
    Text out = TEXT_INIT;
    text_add(&out, table->text);
#define X(name, count, to_a_line, meaning) hce_fit_add_group(&out, "TERM_" #name, meaning, weights + TERM_##name, count, to_a_line);
    HCE_TERMS(X)
#undef X
    text_add(&out, table->behind);
    bool done = outfile_write_text(path, OUT_REPLACE, &out, why);
    text_free(&out);
    return done;
}
