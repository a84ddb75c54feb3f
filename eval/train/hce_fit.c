#include "eval/train/hce_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/array.h"
#include "engine/base/rng.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"
#include "eval/hce/hce.h"

enum { TERMS_MAX = 200, SCORE_LIMIT = 2500, BATCH = 16384 };

typedef struct TermCount {
    uint16_t index;
    int16_t count;
} TermCount;

typedef struct FitPosition {
    size_t first; /* in HceFit.terms */
    uint8_t terms;
    uint8_t phase; /* 0..PHASE_FULL */
    bool validation;
    float target; /* Red's expected score */
} FitPosition;

typedef struct FitWeight { /* and its gradient and Adam's moments, middlegame and endgame */
    double value[2], start[2], gradient[2], m[2], v[2];
} FitWeight;

struct HceFit {
    HceFitOptions options;
    FitPosition *positions;
    size_t position_count, position_capacity;
    TermCount *terms;
    size_t term_count, term_capacity;
    FitWeight weights[TERMS];
    Rng rng;
    long steps; /* taken */
};

static double sigmoid(double x) { return 1.0 / (1.0 + exp(-x)); }

HceFit *hce_fit_new(const HceFitOptions *options)
{
    HceFit *fit = calloc(1, sizeof *fit);
    if (!fit)
        return NULL;
    fit->options = *options;
    fit->rng = (Rng){1};
    for (int i = 0; i < TERMS; i++) {
        fit->weights[i].value[0] = fit->weights[i].start[0] = hce_weights[i].middle;
        fit->weights[i].value[1] = fit->weights[i].start[1] = hce_weights[i].end;
    }
    return fit;
}

void hce_fit_free(HceFit *fit)
{
    if (!fit)
        return;
    free(fit->positions);
    free(fit->terms);
    free(fit);
}

size_t hce_fit_positions(const HceFit *fit) { return fit->position_count; }

/* -- positions ---------------------------------------------------------------------------------- */

static inline void collect(void *counts, int term, int count) { ((int *)counts)[term] += count; }

/* Makes room first, so that an addition is whole or has not been. */
static bool add_position(HceFit *fit, const Position *pos, double target, bool validation)
{
    TermCount *terms = array_grow(fit->terms, &fit->term_capacity, fit->term_count + TERMS_MAX, sizeof *terms);
    if (!terms)
        return false;
    fit->terms = terms;
    FitPosition *positions = array_grow(fit->positions, &fit->position_capacity, fit->position_count + 1, sizeof *positions);
    if (!positions)
        return false;
    fit->positions = positions;

    int counts[TERMS] = {0}, phase = 0;
    for (Bitboard all = occupied(pos); all;) {
        Square s = bb_pop(&all);
        Piece p = piece_at(pos, s);
        counts[pst_term(p, s)] += piece_side(p) == RED ? 1 : -1;
        phase += hce_phase_weight[piece_kind(p)];
    }
    hce_visit(pos, collect, counts);

    FitPosition *to = &positions[fit->position_count++];
    *to = (FitPosition){fit->term_count, 0, (uint8_t)(phase > PHASE_FULL ? PHASE_FULL : phase), validation, (float)target};
    for (int t = 0; t < TERMS && to->terms < TERMS_MAX; t++)
        if (counts[t]) {
            terms[fit->term_count++] = (TermCount){(uint16_t)t, (int16_t)counts[t]};
            to->terms++;
        }
    return true;
}

HceAdded hce_fit_add(HceFit *fit, const Record *game)
{
    const HceFitOptions *o = &fit->options;
    Position pos = game->start;
    bool validation = record_hash(game) % 20 == 0;
    for (int i = 0; i < game->plies; i++) {
        Move m = game->moves[i];
        int score = game->scores[i];
        if (!is_legal(&pos, m))
            return HCE_CUT;
        if (abs(score) <= SCORE_LIMIT && !in_check(&pos, (Side)pos.side) && (o->captures || !is_capture(&pos, m))) {
            double red_score = pos.side == RED ? score : -score;
            double target = o->lambda * outcome_points(game->result.outcome, RED) / 2.0 + (1 - o->lambda) * sigmoid(red_score / 400);
            if (!add_position(fit, &pos, target, validation))
                return HCE_NO_MEMORY;
        }
        Undo undo;
        position_make(&pos, m, &undo);
    }
    return HCE_ADDED;
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
    size_t n = 0;
    for (size_t i = 0; i < fit->position_count; i++) {
        const FitPosition *p = &fit->positions[i];
        if (!p->validation)
            continue;
        double d = sigmoid(evaluate(fit, p) / 400) - p->target;
        sum += d * d;
        n++;
    }
    return n ? sum / (double)n : 0;
}

static void step(HceFit *fit)
{
    const HceFitOptions *o = &fit->options;
    long steps = (long)o->passes * (long)(fit->position_count / BATCH + 1), t = ++fit->steps;
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
    for (size_t i = fit->position_count; i > 1; i--) {
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
    size_t in_batch = 0, n = 0;
    shuffle(fit);
    for (size_t i = 0; i < fit->position_count; i++) {
        if (!fit->positions[i].validation) {
            loss += descend(fit, &fit->positions[i]);
            n++;
            in_batch++;
        }
        if (in_batch == BATCH || (i + 1 == fit->position_count && in_batch)) {
            step(fit);
            in_batch = 0;
        }
    }
    return (HcePass){n ? loss / (double)n : 0, hce_fit_validation(fit)};
}

void hce_fit_weights(const HceFit *fit, HceWeight weights[TERMS])
{
    for (int i = 0; i < TERMS; i++)
        weights[i] = (HceWeight){(int16_t)lround(fit->weights[i].value[0]), (int16_t)lround(fit->weights[i].value[1])};
}
