/* SPDX-License-Identifier: GPL-3.0-only */
/* openings.h - sets of balanced openings for matches, drawn from an analysis or a book. */
#pragma once

#include <stdio.h>

#include "bench/book/import.h"

enum { OPENING_DEEPEST = 40 };

typedef enum OpeningFormat { OPENINGS_PGN, OPENINGS_EPD, OPENINGS_FEN } OpeningFormat;

typedef struct OpeningOptions {
    int least_plies, most_plies; /* plies from the start position; at most OPENING_DEEPEST */
    int64_t count, balance;      /* number of openings; largest distance of a score from 0, in centipawns */
    uint64_t seed;
    TakeOptions take;
} OpeningOptions;

typedef struct DrawnOpening {
    Move moves[OPENING_DEEPEST];
    int plies;
    Score score; /* for the side to move */
} DrawnOpening;

typedef struct OpeningSet {
    DrawnOpening *openings; /* owned */
    size_t count, capacity;
} OpeningSet;

/* Draws openings from an analysis (.hxa), using its backed-up scores, or from a book, using the
 * scores of its best moves. No two lead to the same position, to mirror images, or to positions
 * with colours swapped, and none is the beginning of another. The result depends on the file and
 * the options only. Returns false with the reason, which is empty if it was stopped; finding too
 * few openings is an error. Call opening_set_clear() in either case. */
bool opening_set_draw(OpeningSet *set, const char *path, const OpeningOptions *options, Text *why) __attribute__((warn_unused_result));
void opening_set_clear(OpeningSet *set);

/* Writes the openings. Returns false if memory is short. Write errors of the stream are not
 * reported; the caller checks ferror(). */
bool opening_set_write(const OpeningSet *set, OpeningFormat format, FILE *out) __attribute__((warn_unused_result));
