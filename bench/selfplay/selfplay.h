/* SPDX-License-Identifier: GPL-3.0-only */
/* selfplay.h - plays one game of the engine against itself, for training data.
 *
 * A game begins with random legal moves, from the start position or from a list of openings, or with
 * scattered pieces; searches of a fixed number of nodes choose the moves after that. The game depends only on seed, number, the other settings, the
 * net, the endgame tables and the size of the searcher's hash table: the same program always
 * produces the same record. */
#pragma once

#include <stdatomic.h>

#include "engine/endgame/probe.h"
#include "eval/train/record.h"
#include "search/search.h"

typedef struct SelfplayOptions {
    uint64_t seed;
    int64_t nodes;                     /* nodes searched per move */
    int64_t nodes_most;                /* 0: exactly `nodes`; otherwise the iteration that reaches `nodes` may end, up to this number */
    uint32_t net;                      /* checksum to record; 0 for the handcrafted evaluation */
    const Position *openings;          /* positions before the random moves, borrowed; NULL: the start position */
    int opening_count;                 /* number of these */
    int64_t random_least, random_most; /* number of random opening moves, in plies */
    int64_t opening_max;               /* limit in centipawns for the score of an opening, searched
                                        * with three times the nodes; others are drawn again */
    int64_t scattered;                 /* percentage of games that begin with scattered
                                        * pieces (scatter.h) and are played until mate */
    int64_t scattered_max;             /* like opening_max, for scattered positions */
    const EndgameTables *tables;       /* games end as soon as these tables know the result; NULL for no tables */
    EndgameCache *cache;               /* cache for the tables, used by this thread only */
} SelfplayOptions;

enum { SELFPLAY_PLIES_MAX = 400 }; /* longer games are draws */

/* Returns the limits of the search for one move. */
Limits selfplay_limits(const SelfplayOptions *o, const atomic_bool *stop);

/* Plays game `number` with a searcher of one thread, which keeps its net and forgets earlier
 * searches. `stop`, which may be NULL, ends a search too. Returns false, and no record, if stopped
 * or if an allocation fails. */
bool selfplay_game(Searcher *searcher, const SelfplayOptions *options, uint32_t number, const atomic_bool *stop, Record *record);
