/* SPDX-License-Identifier: GPL-3.0-only */
/* confirm.h - longer searches that confirm or reject the moves chosen from an analysis.
 *
 * Each position is searched, and each chosen move other than the best one found is then searched
 * alone (judge.h). These searches decide, because the analysis's best moves are those that its
 * short searches overrated most. A move stays if its loss is within both the graph's margin and the
 * bound, and it gets the new score. The best move of the new search is added. The results do not
 * depend on the number of workers. */
#pragma once

#include <stdatomic.h>

#include "bench/book/choose.h"
#include "bench/book/findings.h"
#include "engine/base/progress.h"
#include "search/search.h"

typedef struct ConfirmOptions {
    int64_t nodes; /* node limit for positions with a price of 8 plies or more (see confirm_nodes()) */
    int64_t hash_mib, workers;
    int64_t bound;           /* moves more than this many centipawns below the best are removed */
    Findings *findings;      /* file that stores the results; NULL for none. Borrowed, like the next three */
    const Network *net;      /* NULL for the handcrafted evaluation */
    const atomic_bool *stop; /* set to stop the run */
    Progress *progress;
    int64_t size; /* maximum size of the book in bytes; used for the progress display only */
} ConfirmOptions;

/* Returns the node limit for a position of this price. Positions that occur in many games are
 * searched longer: 16 times the nodes at the start, half as many for every two plies of price. Only
 * whole doublings are used, because prices change a little whenever an analysis grows, and stored
 * findings (findings.h) should still match. */
int64_t confirm_nodes(int64_t nodes, double price);

typedef struct Confirmation {
    const BookGraph *graph; /* borrowed, like all pointers here */
    const ConfirmOptions *options;
    Text *why;
    int64_t begun_ms;
    size_t done; /* number of positions confirmed so far; output */
} Confirmation;

/* Keeps the moves that hold up and adds new best moves. This is the filter for choose_moves();
 * `confirmation` is a Confirmation. Returns false with the reason, or without one if stopped. */
bool confirm_choices(void *confirmation, Choice *list, size_t count, size_t bytes);
