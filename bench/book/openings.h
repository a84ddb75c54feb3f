/* SPDX-License-Identifier: GPL-3.0-only */
/* openings.h - sets of balanced openings for matches, drawn from an analysis or a book. */
#pragma once

#include <stdio.h>

#include "bench/book/take.h"

enum { OPENING_DEEPEST = 40 };

typedef enum OpeningFormat { OPENINGS_PGN, OPENINGS_EPD, OPENINGS_FEN } OpeningFormat;

typedef struct OpeningOptions {
    int least_plies, most_plies; /* from the start position; at most OPENING_DEEPEST */
    int64_t count, balance;      /* so many; no score further from 0, in centipawns */
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

/* Draws openings from an analysis (.hxa), by its backed-up scores, or from a book with scores, by those of its best moves. No two lead to
 * the same position, nor to mirror images or colours changed, and none is the beginning of another. The same for the same file and options.
 * False with the reason, which is empty if it was stopped; fewer than are wanted is one. To be cleared either way. */
bool opening_set_draw(OpeningSet *set, const char *path, const OpeningOptions *options, Text *why) __attribute__((warn_unused_result));
void opening_set_clear(OpeningSet *set);

/* False if memory is short; what could not be written to the stream is not told. */
bool opening_set_write(const OpeningSet *set, OpeningFormat format, FILE *out) __attribute__((warn_unused_result));
