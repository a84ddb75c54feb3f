/* SPDX-License-Identifier: GPL-3.0-only */
/* judge.h - measures how much worse a move is than the best move that a search finds.
 *
 * The position is searched, and each move other than the best one found is searched alone. Every
 * search starts from scratch, so the results depend only on the position, nodes, hash size and net.
 * Results that a findings file contains are not searched again. Several judges can work in
 * parallel, each in its own thread. */
#pragma once

#include <stdatomic.h>

#include "bench/book/findings.h"
#include "bench/book/graph.h"
#include "search/search.h"

/* ---- one judge ---- */

typedef struct Judge {
    Searcher *searcher; /* owned */
    Limits limits;      /* with the flag that stops the searches */
    Findings *findings; /* borrowed; NULL: results are not stored */
    BookView view;      /* view of the position */
    Game game;          /* contains the position only */
    bool symmetric;     /* true if the position is its own mirror image, so
                              * that a move and its mirror image are equally good */
    SearchResult best;  /* result of searching the position */
} Judge;

/* Prepares a judge. The net and the flag, which may be NULL, are borrowed; without a net it uses the
 * handcrafted evaluation. Returns false if memory is short; call judge_clear() in either case. */
bool judge_init(Judge *judge, int hash_mib, const Network *net, const atomic_bool *stop, Findings *findings);
void judge_clear(Judge *judge);

/* Searches a node's position with a limit of `nodes`, which also applies to the following
 * judge_move() calls. Returns false if stopped, if memory is short, or if the result cannot be
 * stored. */
bool judge_position(Judge *judge, const BookGraph *graph, int node, int64_t nodes);

/* Sets *loss to how much worse the move is than the best, in centipawns, at least 0. Returns false
 * as above. */
bool judge_move(Judge *judge, Move move, int *loss);

/* ---- several judges ---- */

typedef struct Judges {
    int64_t workers, hash_mib; /* number of threads, and hash size of each */
    const Network *net;        /* NULL for the handcrafted evaluation. Borrowed, like the next two */
    const atomic_bool *stop;   /* set to stop the searches */
    Findings *findings;        /* NULL: results are not stored */
    void *self;
    bool (*work)(void *self, Judge *judge, size_t item); /* called from any thread; items start
                                                          * in order; false ends the whole run */
    void (*tell)(void *self, size_t item);               /* reports a finished item: one
                                                          * call at a time, in any order */
} Judges;

/* Processes items 0 to count - 1. Returns false if an item failed, or if memory was short. */
bool judges_run(const Judges *judges, size_t count);
