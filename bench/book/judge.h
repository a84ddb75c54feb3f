/* SPDX-License-Identifier: GPL-3.0-only */
/* judge.h - searches positions, and measures how much worse a move is than the best one.
 *
 * Every search starts from scratch, so its result depends only on the position, the nodes, the hash
 * size and the net. Several judges work in parallel, each on its own thread. */
#pragma once

#include <stdatomic.h>

#include "bench/book/findings.h"
#include "bench/book/graph.h"
#include "eval/nnue/network.h"
#include "search/search.h"

/* ---- one judge ---- */

typedef struct Judge {
    Searcher *searcher;      /* owned */
    const atomic_bool *stop; /* set to stop the searches */
    Findings *findings;      /* borrowed; NULL: results are not stored */

    /* the position of judge_position(): */
    Game game; /* contains the position only */
    BookView view;
    int64_t nodes;     /* limit of each search */
    SearchResult best; /* result of searching the position */
} Judge;

/* Searches a position with a limit of `nodes`. Returns false if stopped or if an allocation fails. */
bool judge_search(Judge *judge, const Position *pos, int64_t nodes, const RootFilter *roots, SearchResult *result);

/* Searches a node's position with a limit of `nodes`, which also applies to the following
 * judge_move() calls. A result that the findings contain is not searched again. Returns false if
 * stopped, if an allocation fails, or if the result cannot be stored. */
bool judge_position(Judge *judge, const BookGraph *graph, int node, int64_t nodes);

/* Sets *loss to how much worse the move is than the best, in centipawns, at least 0. In a symmetric
 * position a move and its mirror image are equally good. Returns false as above. */
bool judge_move(Judge *judge, Move move, int *loss);

/* ---- several judges ---- */

typedef struct JudgeOptions {
    int64_t workers, hash_mib; /* number of judges, and hash size of each */
    const char *net_path;      /* net file, or the word built-in or none */
    const char *kept;          /* file that stores the results (findings.h); NULL: results are not stored */
} JudgeOptions;

typedef struct Judges {
    Judge *list; /* all owned */
    int64_t count;
    Network *net; /* NULL for the handcrafted evaluation */
    Findings findings;
} Judges;

/* Loads the net, opens the findings and prepares the judges; the flag `stop` is borrowed. On failure
 * returns false with the reason. Call judges_clear() in either case. */
bool judges_init(Judges *judges, const JudgeOptions *options, const atomic_bool *stop, Text *why) __attribute__((warn_unused_result));
void judges_clear(Judges *judges);

uint32_t judges_net(const Judges *judges); /* checksum of the net, 0 if there is no net */

/* The work to be done for each item. If a function returns false, no other item is begun. */
typedef struct JudgeWork {
    void *self;
    bool (*judge)(void *self, Judge *judge, size_t item); /* called on any thread; items begin in order */
    bool (*finish)(void *self, size_t item);              /* called after judge(), in any order, but never twice at the same time */
} JudgeWork;

/* Processes items 0 to count - 1. Returns false if a function did. */
bool judges_run(const Judges *judges, size_t count, const JudgeWork *work);
