/* SPDX-License-Identifier: GPL-3.0-only */
/* confirm.h - longer searches of the moves that an analysis has chosen, which decide with it what stays in the book.
 *
 * Each position is searched, and each chosen move that this does not find is searched alone (judge.h). These searches decide, not the
 * analysis, whose best moves are those that its short searches overrated most: a move stays if they see it no further below the best than
 * the graph's margin and a bound, and it gets their score; the best that they find is added. The answers do not depend on the number of
 * workers. */
#pragma once

#include <stdatomic.h>

#include "bench/book/choose.h"
#include "bench/book/findings.h"
#include "engine/base/progress.h"
#include "search/search.h"

typedef struct ConfirmOptions {
    int64_t nodes; /* of each search of what costs 8 plies and more (confirm_nodes()) */
    int64_t hash_mib, workers;
    int64_t bound;           /* centipawns: what is further below the best is left out */
    Findings *findings;      /* where they are kept; NULL: nowhere. Borrowed, as the next three */
    const Network *net;      /* NULL: the handcrafted evaluation */
    const atomic_bool *stop; /* ends it */
    Progress *progress;
    int64_t size; /* bytes of the book at most, for the progress alone */
} ConfirmOptions;

/* What comes up in many games is searched longer: 16 times the nodes at the start, half as many for each two plies that a position costs,
 * in whole doublings: prices change a little whenever an analysis grows, and what was found (findings.h) is to be found again then. */
int64_t confirm_nodes(int64_t nodes, double price);

typedef struct Confirmation {
    const BookGraph *graph; /* borrowed, as all here */
    const ConfirmOptions *options;
    Text *why;
    int64_t begun_ms;
    size_t done; /* positions; set */
} Confirmation;

/* Keeps what holds, and adds what was found: of a Confirmation, the filter of choose_moves(). False with the reason, or when it
 * was stopped. */
bool confirm_choices(void *confirmation, Choice *list, size_t count, size_t bytes);
