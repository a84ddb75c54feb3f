/* SPDX-License-Identifier: GPL-3.0-only */
/* check.h - are a book's moves good? Some of them are searched with many times the nodes of the analysis. */
#pragma once

#include <stdatomic.h>

#include "bench/book/graph.h"
#include "engine/base/progress.h"
#include "engine/book/book.h"
#include "search/search.h"

typedef struct CheckOptions {
    int64_t count;   /* of moves, drawn from all the book's alike */
    int64_t times;   /* the nodes of the analysis */
    int64_t bound;   /* centipawns that a move may be worse than the best */
    int64_t workers; /* searches at once */
    uint64_t seed;
} CheckOptions;

typedef struct CheckTally {
    int64_t moves, within; /* looked at; of these not worse by more than the bound */
    int64_t loss;          /* centipawns, all together */
    int64_t worst;         /* of one */
} CheckTally;

typedef struct BookCheck {
    const BookGraph *graph; /* borrowed, settled, as the next four */
    const Book *book;       /* made of it */
    const Network *net;     /* NULL: the handcrafted evaluation */
    const atomic_bool *stop;
    Progress *progress;
    CheckOptions options;
    int64_t nodes;    /* of each search */
    CheckTally tally; /* what was done by the end, however it came */
} BookCheck;

/* Of files; sets graph, book and nodes, which are gone afterwards but for the last. False with the reason, or when it was stopped. */
bool check_files(BookCheck *check, const char *analysis, const char *book, const GraphPrices *prices, Text *why);
