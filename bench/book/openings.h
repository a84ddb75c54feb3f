/* SPDX-License-Identifier: GPL-3.0-only */
/* openings.h - the command `openings`: draws sets of balanced openings for matches from an analysis
 * or a book. */
#pragma once

#include "bench/book/command.h"

enum { OPENING_DEEPEST = 40 };

typedef struct OpeningOptions {
    int least_plies, most_plies; /* plies from the start position; at most OPENING_DEEPEST */
    int64_t count, balance;      /* number of openings; largest distance of a score from 0, in centipawns */
    uint64_t seed;
} OpeningOptions;

/* Returns the exit status. Without a format the openings are written as EPD. */
int openings_command(const BookCommand *c, BookFormat format, const OpeningOptions *o);

/* Sets the plies of the options, for an ArgSink. */
int openings_take_plies(void *options, const char *value);
