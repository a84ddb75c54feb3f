/* SPDX-License-Identifier: GPL-3.0-only */
/* curve.h - how the loss went down: the numbers, and a picture of them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { CURVE_POINTS_MAX = 4096 };

typedef struct CurvePoint {
    double epochs;     /* passes over the data so far */
    double training;   /* mean loss since the last point */
    double validation; /* < 0: not measured */
    double rate;
} CurvePoint;

typedef struct Curve {
    int count;
    CurvePoint points[CURVE_POINTS_MAX];
} Curve;

/* When full, every other point is dropped first, those with a validation loss kept. */
void curve_add(Curve *curve, const CurvePoint *point);

/* A stand-alone SVG: both losses over passes. */
void curve_write_svg(const Curve *curve, const char *title, FILE *file);
