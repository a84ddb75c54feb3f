/* SPDX-License-Identifier: GPL-3.0-only */
/* judge.h - measures how much worse a move is than the best move that a search finds.
 *
 * The position is searched, and each move other than the best one found is searched alone. Every
 * search starts from scratch, so the results depend only on the position, nodes, hash size and net.
 * Results that a findings file contains are not searched again. */
#pragma once

#include <stdatomic.h>

#include "bench/book/graph.h"
#include "bench/book/findings.h"
#include "search/search.h"

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
