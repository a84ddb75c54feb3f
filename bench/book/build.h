/* SPDX-License-Identifier: GPL-3.0-only */
/* build.h - extends an analysis of openings in rounds: chooses steps (graph.h), searches them
 * with several judges, and appends them to the file (analysis.h).
 *
 * The steps of a round depend on the graph alone, each search depends on its position alone, and
 * steps are written in the round's order. So the same program writes the same file with any number
 * of judges, however often it was interrupted. After an interruption, the steps of the round that
 * are already in the file are not searched again. */
#pragma once

#include <stdatomic.h>

#include "bench/book/analysis.h"
#include "bench/book/judge.h"
#include "engine/base/progress.h"

typedef struct BuildOptions {
    const char *path;
    int64_t nodes; /* of each search */
    JudgeOptions judges;
    GraphPrices prices;
    int64_t positions; /* stop when the graph has this many positions; 0: no limit */
    double minutes;    /* stop when a search ends after this many minutes; 0: no limit */
} BuildOptions;

typedef struct BuildTally {
    size_t before, positions; /* number of positions in the file at the start and at the end */
} BuildTally;

/* Extends the analysis until a limit is reached, no step is left, or `stop` is set; then it returns
 * true. A stop discards the searches in progress. On failure returns false and adds the reason to
 * *why. The file is valid in every case. */
bool book_build(const BuildOptions *options, const atomic_bool *stop, Progress *progress, BuildTally *tally, Text *why);
