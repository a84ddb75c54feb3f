/* SPDX-License-Identifier: GPL-3.0-only */
/* curve.h - the loss during training: its values, and a plot of them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { CURVE_POINTS_MAX = 4096 };

typedef struct CurvePoint {
    double epochs;     /* number of passes over the data so far */
    double training;   /* mean loss since the previous point */
    double validation; /* negative if not measured */
    double rate;
} CurvePoint;

typedef struct Curve {
    int count;
    CurvePoint points[CURVE_POINTS_MAX];
} Curve;

/* Appends a point. If the curve is full, every other point is dropped first, except those with a
 * validation loss. */
void curve_add(Curve *curve, const CurvePoint *point);

/* Writes a stand-alone SVG that plots both losses over passes. */
void curve_write_svg(const Curve *curve, const char *title, FILE *file);
