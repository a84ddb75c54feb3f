/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/match/ratings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"

enum { MOST_STEPS = 200 };

typedef struct Field { /* the engines' strengths on the natural logarithm's scale */
    int n;
    TallyBetween *between;
    const void *results;
    double *strength;  /* [n] */
    double *slope;     /* [2 * n]: the log likelihood's first derivative, then the step to take */
    double *curvature; /* [n * n]: its second derivative, negative; later the inverse */
} Field;

static double field_expected(const Field *f, int a, int b) { return 1 / (1 + exp(f->strength[b] - f->strength[a])); }

/* Computes slope and curvature of the log likelihood. */
static void field_derive(Field *f)
{
    const int n = f->n;
    memset(f->curvature, 0, (size_t)n * (size_t)n * sizeof *f->curvature);
    for (int i = 0; i < n; i++) {
        double average = 1 / (1 + exp(-f->strength[i]));
        f->slope[i] = PRIOR_GAMES * (0.5 - average);
        f->curvature[i * n + i] = PRIOR_GAMES * average * (1 - average);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            const Tally *t = f->between(f->results, i, j);
            double games = (double)tally_games(t), expected = field_expected(f, i, j), bend = games * expected * (1 - expected);
            double more = games * (stats_score(t) - expected);
            f->slope[i] += more;
            f->slope[j] -= more;
            f->curvature[i * n + i] += bend;
            f->curvature[j * n + j] += bend;
            f->curvature[i * n + j] -= bend;
            f->curvature[j * n + i] -= bend;
        }
}

/* Replaces a positive definite matrix [n * n] by its inverse (Gauss and Jordan; such a matrix needs no
 * exchange of rows). */
static void matrix_invert(double *m, int n)
{
    for (int k = 0; k < n; k++) {
        double pivot = m[k * n + k];
        assert(pivot > 0);
        m[k * n + k] = 1;
        for (int j = 0; j < n; j++)
            m[k * n + j] /= pivot;
        for (int i = 0; i < n; i++) {
            double factor = m[i * n + k];
            if (i == k || factor == 0)
                continue;
            m[i * n + k] = 0;
            for (int j = 0; j < n; j++)
                m[i * n + j] -= factor * m[k * n + j];
        }
    }
}

/* Subtracts their mean from n numbers, of which each is `step` after the one before it. */
static void matrix_center(double *m, int step, int n)
{
    double mean = 0;
    for (int i = 0; i < n; i++)
        mean += m[i * step] / n;
    for (int i = 0; i < n; i++)
        m[i * step] -= mean;
}

/* Climbs to the highest likelihood by Newton's method, in steps of at most one unit (174 Elo). */
static void field_solve(Field *f)
{
    for (int step = 0; step < MOST_STEPS; step++) {
        double longest = 0;
        field_derive(f);
        matrix_invert(f->curvature, f->n);
        double *move = f->slope + f->n;
        for (int i = 0; i < f->n; i++) {
            move[i] = 0;
            for (int j = 0; j < f->n; j++)
                move[i] += f->curvature[i * f->n + j] * f->slope[j];
            longest = fmax(longest, fabs(move[i]));
        }
        for (int i = 0; i < f->n; i++)
            f->strength[i] += move[i] / fmax(1, longest);
        if (longest < 1e-10)
            break;
    }
    field_derive(f);
    matrix_invert(f->curvature, f->n);
}

/* Returns the variance of the results around the expected scores, relative to that of games without
 * draws. */
static double field_dispersion(const Field *f)
{
    Spread spread = {SPREAD_GAMES / 4, SPREAD_GAMES / 4};
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < i; j++)
            spread_add(&spread, f->between(f->results, i, j), field_expected(f, i, j));
    return spread.seen / spread.full;
}

bool ratings_init(Ratings *r, int engines, TallyBetween *between, const void *results)
{
    assert(engines >= 2);
    const size_t n = (size_t)engines;
    *r = (Ratings){.engines = engines, .elo = calloc(n, sizeof *r->elo), .covariance = calloc(n * n, sizeof *r->covariance)};
    double *slope = calloc(2 * n, sizeof *slope);
    if (!r->elo || !r->covariance || !slope) {
        free(slope);
        ratings_clear(r);
        return false;
    }
    Field field = {engines, between, results, r->elo, slope, r->covariance};
    field_solve(&field);
    const double dispersion = field_dispersion(&field);
    for (size_t i = 0; i < n * n; i++)
        r->covariance[i] *= dispersion * ELO_SCALE * ELO_SCALE;
    for (size_t i = 0; i < n; i++)
        r->elo[i] *= ELO_SCALE;
    matrix_center(r->elo, 1, engines);
    for (int i = 0; i < engines; i++)
        matrix_center(r->covariance + i * engines, 1, engines);
    for (int i = 0; i < engines; i++)
        matrix_center(r->covariance + i, engines, engines);
    free(slope);
    return true;
}

void ratings_clear(Ratings *r)
{
    free(r->elo);
    free(r->covariance);
    *r = (Ratings){0};
}

/* Returns the variance of the difference between the ratings of `a` and `b`. */
static double ratings_variance(const Ratings *r, int a, int b)
{
    const double *c = r->covariance;
    return c[a * r->engines + a] + c[b * r->engines + b] - 2 * c[a * r->engines + b];
}

Estimate ratings_elo(const Ratings *r, int engine)
{
    assert(in_range(engine, 0, r->engines - 1));
    return (Estimate){r->elo[engine], Z95 * sqrt(fmax(r->covariance[engine * (r->engines + 1)], 0))};
}

double ratings_los(const Ratings *r, int a, int b)
{
    assert(in_range(a, 0, r->engines - 1) && in_range(b, 0, r->engines - 1) && a != b);
    return 0.5 * erfc((r->elo[b] - r->elo[a]) / sqrt(2 * ratings_variance(r, a, b)));
}
