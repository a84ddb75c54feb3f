/* SPDX-License-Identifier: GPL-3.0-only */
#include "eval/train/curve.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/contract.h"

void curve_add(Curve *curve, const CurvePoint *point)
{
    assert(in_range(curve->count, 0, CURVE_POINTS_MAX));
    if (curve->count == CURVE_POINTS_MAX) {
        int kept = 0;
        for (int i = 0; i < curve->count; i++)
            if (i % 2 == 0 || curve->points[i].validation >= 0)
                curve->points[kept++] = curve->points[i];
        curve->count = kept < CURVE_POINTS_MAX ? kept : CURVE_POINTS_MAX - 1;
    }
    curve->points[curve->count++] = *point;
}

enum { WIDTH = 860, HEIGHT = 480, LEFT = 80, RIGHT = 20, TOP = 50, BOTTOM = 50 };

typedef struct Scale {
    double x_most, y_least, y_most;
} Scale;

static double scale_x(const Scale *s, double epochs) { return LEFT + (WIDTH - LEFT - RIGHT) * epochs / s->x_most; }
static double scale_y(const Scale *s, double loss)
{
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (loss - s->y_least) / (s->y_most - s->y_least);
}

/* Computes the ranges of the plot without the first twentieth of training, whose steep fall would
 * flatten the rest. */
static Scale curve_scale(const Curve *curve)
{
    Scale s = {1e-9, INFINITY, -INFINITY};
    for (int i = 0; i < curve->count; i++)
        s.x_most = fmax(s.x_most, curve->points[i].epochs);
    for (int i = 0; i < curve->count; i++) {
        const CurvePoint *p = &curve->points[i];
        double both[2] = {p->training, p->validation};
        for (int k = 0; k < 2; k++)
            if (both[k] >= 0 && (p->epochs > s.x_most / 20 || curve->count < 20)) {
                s.y_least = fmin(s.y_least, both[k]);
                s.y_most = fmax(s.y_most, both[k]);
            }
    }
    if (!(s.y_most > s.y_least))
        s = (Scale){s.x_most, 0, isfinite(s.y_most) ? s.y_most + 0.01 : 1};
    double margin = (s.y_most - s.y_least) / 20;
    s.y_least -= margin;
    s.y_most += margin;
    return s;
}

/* Returns a step of 1, 2 or 5 times a power of ten that divides the range into about six parts. */
static double scale_step(double range)
{
    double step = pow(10, floor(log10(range / 6)));
    while (range / step > 12)
        step *= range / step > 30 ? 5 : 2;
    return step;
}

typedef enum CurveLine { TRAINING_LINE, VALIDATION_LINE } CurveLine;

static void curve_write_line(FILE *file, const Curve *curve, const Scale *s, CurveLine line)
{
    static const char *const strokes[] = {"stroke=\"#7aa6d6\" stroke-width=\"1.2\"", "stroke=\"#c0392b\" stroke-width=\"2.5\""};
    fprintf(file, "<polyline fill=\"none\" %s points=\"", strokes[line]);
    for (int i = 0; i < curve->count; i++) {
        double loss = line == VALIDATION_LINE ? curve->points[i].validation : curve->points[i].training;
        if (loss >= 0)
            fprintf(file, "%.1f,%.1f ", scale_x(s, curve->points[i].epochs), fmax(TOP, scale_y(s, loss)));
    }
    fprintf(file, "\"/>\n");
}

static void curve_write_text(FILE *file, const char *text)
{
    for (; *text; text++)
        if (strchr("<>&", *text))
            fprintf(file, "&#%d;", *text);
        else
            fputc(*text, file);
}

void curve_write_svg(const Curve *curve, const char *title, FILE *file)
{
    Scale s = curve_scale(curve);
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\">\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n<text x=\"%d\" y=\"28\" font-size=\"16\">",
            WIDTH, HEIGHT, WIDTH, HEIGHT, LEFT);
    curve_write_text(file, title);
    fprintf(file, "</text>\n");
    double y_step = scale_step(s.y_most - s.y_least), x_step = scale_step(s.x_most);
    for (double y = ceil(s.y_least / y_step) * y_step; y <= s.y_most; y += y_step)
        fprintf(file, "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.5g</text>\n", LEFT,
                scale_y(&s, y), WIDTH - RIGHT, LEFT - 6, scale_y(&s, y) + 4, y);
    for (double x = 0; x <= s.x_most * 1.0001; x += x_step)
        fprintf(file, "<path d=\"M%.1f %dV%d\" stroke=\"#eee\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n",
                scale_x(&s, x), TOP, HEIGHT - BOTTOM, scale_x(&s, x), HEIGHT - BOTTOM + 18, x);
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">passes over the data</text>\n", (WIDTH + LEFT - RIGHT) / 2, HEIGHT - 12);
    curve_write_line(file, curve, &s, TRAINING_LINE);
    curve_write_line(file, curve, &s, VALIDATION_LINE);
    fprintf(file,
            "<text x=\"%d\" y=\"%d\" fill=\"#7aa6d6\" text-anchor=\"end\">training loss</text>\n"
            "<text x=\"%d\" y=\"%d\" fill=\"#c0392b\" text-anchor=\"end\">validation loss</text>\n</svg>\n",
            WIDTH - RIGHT - 8, TOP + 18, WIDTH - RIGHT - 8, TOP + 36);
}
