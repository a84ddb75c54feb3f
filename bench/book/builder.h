/* SPDX-License-Identifier: GPL-3.0-only */
/* builder.h - carries an analysis of openings on: rounds of steps (graph.h), searched by several workers, written down (journal.h).
 *
 * A round's steps follow from the graph alone, each search from its position alone, and steps are written in the round's order. So the
 * same program writes the same file with any number of workers, and however often it was ended on the way: what a
 * file holds of a round that was broken off is not searched again. */
#pragma once

#include <stdatomic.h>

#include "bench/book/graph.h"
#include "bench/book/journal.h"
#include "engine/base/progress.h"
#include "search/search.h"

typedef struct BuildOptions {
    const char *path;
    JournalHead head;
    const Network *net; /* borrowed; NULL: the handcrafted evaluation */
    GraphPrices prices;
    int64_t workers;
    int64_t positions; /* enough when the graph has so many; 0: no such limit */
    double minutes;    /* or when it has taken so long; 0: the same */
} BuildOptions;

typedef struct BuildTally {
    size_t before, positions; /* in the file at the beginning, and now */
} BuildTally;

/* True when there is enough, nothing is left to look at, or `stop` is set; then the searches in progress are lost. False with the
 * reason; what is in the file is whole. */
bool book_build(const BuildOptions *options, const atomic_bool *stop, Progress *progress, BuildTally *tally, Text *why);

/* The settled graph of a file that was read. False with the reason, or when `stop` (or NULL) is set. */
bool book_graph(const Journal *journal, const GraphPrices *prices, const atomic_bool *stop, BookGraph *graph, Text *why);
