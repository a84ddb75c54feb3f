/* SPDX-License-Identifier: GPL-3.0-only */
/* judge.h - how much worse is a move than the best that a search finds?
 *
 * The position is searched, and a move that this does not find is searched alone. Each search begins from nothing, so that the answers
 * depend on position, nodes, hash and net only. What a file of findings knows is not searched again. */
#pragma once

#include <stdatomic.h>

#include "bench/book/graph.h"
#include "bench/book/findings.h"
#include "search/search.h"

typedef struct Judge {
    Searcher *searcher; /* owned */
    Limits limits;
    const atomic_bool *stop; /* borrowed: ends a search */
    Findings *findings;      /* borrowed; NULL: nothing is kept */
    BookView view;           /* of the position */
    Game game;               /* at the position */
    bool symmetric;          /* which is its own mirror image: a move and its image are as good */
    SearchResult best;       /* what its search has found */
} Judge;

/* The net is borrowed; NULL: the handcrafted evaluation. False if memory is short; judge_clear() is due either way. */
bool judge_init(Judge *judge, int hash_mib, const Network *net, const atomic_bool *stop, Findings *findings);
void judge_clear(Judge *judge);

/* Searches a node's position with so many nodes, as each of the moves that follow. False if it was stopped, there is no memory,
 * or the finding cannot be kept. */
bool judge_position(Judge *judge, const BookGraph *graph, int node, int64_t nodes);

/* Centipawns, at least 0, by which a move of that position is worse than the best. False as above. */
bool judge_move(Judge *judge, Move move, int *loss);
