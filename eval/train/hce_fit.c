#include "eval/train/hce_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/array.h"
#include "engine/base/rng.h"
#include "eval/hce/hce.h"

enum { TERMS_MAX = 200, BATCH = 16384 };

typedef struct TermCount {
    uint16_t index;
    int16_t count;
} TermCount;

typedef struct FitPosition {
    size_t first; /* in HceFit.terms */
    uint8_t terms;
    uint8_t phase; /* 0..PHASE_FULL */
    float target;  /* expected score of the side to move */
} FitPosition;

typedef struct FitWeight { /* and its gradient and Adam's moments, middlegame and endgame */
    double value[2], start[2], gradient[2], m[2], v[2];
} FitWeight;

struct HceFit {
    HceFitOptions options;
    FitPosition *positions;
    size_t training, count; /* those for training stand first */
    TermCount *terms;
    size_t term_count, term_capacity;
    FitWeight weights[TERMS];
    Rng rng;
    long steps; /* taken */
};

static double sigmoid(double x) { return 1.0 / (1.0 + exp(-x)); }

static inline void collect(void *counts, int term, int count) { ((int *)counts)[term] += count; }

/* Of positions as the side to move sees them, as if it were Red: the evaluation is the same for both. */
static bool add_samples(HceFit *fit, const Samples *samples)
{
    double lambda = fit->options.lambda;
    for (size_t n = 0; n < samples->count; n++) {
        const Sample *sample = &samples->items[n];
        Position pos = sample_unpack(sample);
        TermCount *terms = array_grow(fit->terms, &fit->term_capacity, fit->term_count + TERMS_MAX, sizeof *terms);
        if (!terms)
            return false;
        fit->terms = terms;
        int counts[TERMS] = {0}, phase = 0;
        for (Bitboard all = occupied(&pos); all;) {
            Square s = bb_pop(&all);
            Piece p = piece_at(&pos, s);
            counts[pst_term(p, s)] += piece_side(p) == RED ? 1 : -1;
            phase += hce_phase_weight[piece_kind(p)];
        }
        hce_visit(&pos, collect, counts);
        double target = lambda * sample->points / 2.0 + (1 - lambda) * sigmoid(sample->score / 400.0);
        FitPosition *to = &fit->positions[fit->count++];
        *to = (FitPosition){fit->term_count, 0, (uint8_t)(phase > PHASE_FULL ? PHASE_FULL : phase), (float)target};
        for (int t = 0; t < TERMS && to->terms < TERMS_MAX; t++)
            if (counts[t]) {
                terms[fit->term_count++] = (TermCount){(uint16_t)t, (int16_t)counts[t]};
                to->terms++;
            }
    }
    return true;
}

HceFit *hce_fit_new(const HceFitOptions *options, const Dataset *data)
{
    HceFit *fit = calloc(1, sizeof *fit);
    if (!fit)
        return NULL;
    fit->options = *options;
    fit->rng = (Rng){1};
    fit->training = data->training.count;
    for (int i = 0; i < TERMS; i++) {
        fit->weights[i].value[0] = fit->weights[i].start[0] = hce_weights[i].middle;
        fit->weights[i].value[1] = fit->weights[i].start[1] = hce_weights[i].end;
    }
    fit->positions = malloc((data->training.count + data->validation.count + 1) * sizeof *fit->positions);
    if (fit->positions && add_samples(fit, &data->training) && add_samples(fit, &data->validation))
        return fit;
    hce_fit_free(fit);
    return NULL;
}

void hce_fit_free(HceFit *fit)
{
    if (!fit)
        return;
    free(fit->positions);
    free(fit->terms);
    free(fit);
}

/* -- the fit ------------------------------------------------------------------------------------ */

static double evaluate(const HceFit *fit, const FitPosition *p)
{
    double middle = 0, end = 0, part = (double)p->phase / PHASE_FULL;
    for (int i = 0; i < p->terms; i++) {
        const TermCount *t = &fit->terms[p->first + (size_t)i];
        middle += fit->weights[t->index].value[0] * t->count;
        end += fit->weights[t->index].value[1] * t->count;
    }
    return middle * part + end * (1 - part);
}

double hce_fit_validation(const HceFit *fit)
{
    double sum = 0;
    for (size_t i = fit->training; i < fit->count; i++) {
        double d = sigmoid(evaluate(fit, &fit->positions[i]) / 400) - fit->positions[i].target;
        sum += d * d;
    }
    return fit->count > fit->training ? sum / (double)(fit->count - fit->training) : 0;
}

static void step(HceFit *fit)
{
    const HceFitOptions *o = &fit->options;
    long steps = (long)o->passes * (long)(fit->count / BATCH + 1), t = ++fit->steps;
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

static void shuffle(HceFit *fit)
{
    for (size_t i = fit->training; i > 1; i--) {
        size_t j = (size_t)(rng_next(&fit->rng) % i);
        FitPosition swap = fit->positions[i - 1];
        fit->positions[i - 1] = fit->positions[j];
        fit->positions[j] = swap;
    }
}

/* Adds to the gradients; returns the squared error. */
static double descend(HceFit *fit, const FitPosition *p)
{
    double e = sigmoid(evaluate(fit, p) / 400), d = e - p->target, part = (double)p->phase / PHASE_FULL;
    double slope = 2 * d * e * (1 - e) / 400 / BATCH;
    for (int k = 0; k < p->terms; k++) {
        const TermCount *term = &fit->terms[p->first + (size_t)k];
        fit->weights[term->index].gradient[0] += slope * part * term->count;
        fit->weights[term->index].gradient[1] += slope * (1 - part) * term->count;
    }
    return d * d;
}

HcePass hce_fit_pass(HceFit *fit)
{
    double loss = 0;
    shuffle(fit);
    for (size_t i = 0; i < fit->training; i++) {
        loss += descend(fit, &fit->positions[i]);
        if ((i + 1) % BATCH == 0 || i + 1 == fit->training)
            step(fit);
    }
    return (HcePass){fit->training ? loss / (double)fit->training : 0, hce_fit_validation(fit)};
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
        return why_path(why, path, "this is no copy of eval/hce/hce_params.h: the table hce_weights[TERMS] is not in it");
    table->behind++;
    line[1] = '\0';
    return true;
}

void hce_table_free(HceTable *table)
{
    free(table->text);
    *table = (HceTable){0};
}

static void write_group(FILE *out, const char *name, const char *meaning, const HceWeight *weights, int count, int to_a_line)
{
    fprintf(out, "    /* %s */\n    [%s] =", meaning, name);
    for (int i = 0; i < count; i++)
        fprintf(out, "%s {%d, %d},", i && i % to_a_line == 0 ? "\n       " : "", weights[i].middle, weights[i].end);
    fputc('\n', out);
}

bool hce_table_write(const HceTable *table, const HceWeight weights[TERMS], const char *path, Text *why)
{
    OutFile out;
    if (!outfile_open(&out, path, OUT_REPLACE, why))
        return false;
    fputs(table->text, out.stream);
#define X(name, count, to_a_line, meaning) write_group(out.stream, "TERM_" #name, meaning, weights + TERM_##name, count, to_a_line);
    HCE_TERMS(X)
#undef X
    fputs(table->behind, out.stream);
    return outfile_commit(&out, why);
}
