/* SPDX-License-Identifier: GPL-3.0-only */
/* confirm.h - longer searches of the moves that an analysis has chosen, which decide with it what stays in the book.
 *
 * Each position is searched, and each chosen move that this does not find is searched alone (judge.h). What a move is worse than the
 * best is then the mean of what analysis and searches say. It stays if that is within the graph's margin, and what the search alone says
 * within a bound. A position of which no move stays is left out, as there the two disagree; but a covered one (choose.h) is answered by
 * what was found here. The answers do not depend on the number of workers. */
#pragma once

#include <stdatomic.h>

#include "bench/book/choose.h"
#include "bench/book/verdicts.h"
#include "engine/base/progress.h"
#include "search/search.h"

typedef struct ConfirmOptions {
    int64_t nodes; /* of each search of what costs 8 plies and more (confirm_nodes()) */
    int64_t hash_mib, workers;
    int64_t bound;           /* centipawns: what the search alone sees further below the best is left out */
    Verdicts *verdicts;      /* where they are kept; NULL: nowhere. Borrowed, as the next three */
    const Network *net;      /* NULL: the handcrafted evaluation */
    const atomic_bool *stop; /* ends it */
    Progress *progress;
    int64_t size; /* bytes of the book at most, for the progress alone */
} ConfirmOptions;

/* What comes up in many games is searched longer: 16 times the nodes at the start, half as many for each two plies that a position costs. */
int64_t confirm_nodes(int64_t nodes, double price);

typedef struct Confirmation {
    const BookGraph *graph; /* borrowed, as all here */
    const ConfirmOptions *options;
    Text *why;
    int64_t begun_ms;
    size_t done; /* positions; set */
} Confirmation;

/* Drops what does not hold: of a Confirmation, the filter of choose_moves(). False with the reason, or when it was stopped. */
bool confirm_choices(void *confirmation, Choice *list, size_t count, size_t bytes);
