/* SPDX-License-Identifier: GPL-3.0-only */
/* check.h - tests a book: searches a sample of its moves with many times the nodes of the
 * analysis. */
#pragma once

#include <stdatomic.h>

#include "bench/book/graph.h"
#include "engine/base/progress.h"
#include "engine/book/book.h"
#include "search/search.h"

typedef struct CheckOptions {
    int64_t count;   /* sample size; every move of the book is equally likely */
    int64_t times;   /* nodes per search, as a multiple of the analysis's */
    int64_t bound;   /* largest accepted loss compared with the best move, in centipawns */
    int64_t workers; /* number of parallel searches */
    uint64_t seed;
} CheckOptions;

typedef struct CheckTally {
    int64_t moves, within; /* moves checked, and those of them within the bound */
    int64_t loss;          /* sum over all moves, in centipawns */
    int64_t worst;         /* largest loss of one move */
} CheckTally;

typedef struct BookCheck {
    const BookGraph *graph; /* borrowed and settled; the next four are borrowed too */
    const Book *book;       /* the book under test */
    const Network *net;     /* NULL for the handcrafted evaluation */
    const atomic_bool *stop;
    Progress *progress;
    CheckOptions options;
    int64_t nodes;    /* node limit of each search */
    CheckTally tally; /* result; valid even if the check was stopped early */
} BookCheck;

/* Checks the book file `book` against the file `analysis`. Sets check->graph, book and nodes; graph
 * and book are freed again before it returns. Returns false with the reason, or without one if
 * stopped. */
bool check_files(BookCheck *check, const char *analysis, const char *book, const GraphPrices *prices, Text *why);
