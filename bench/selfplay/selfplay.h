/* SPDX-License-Identifier: GPL-3.0-only */
/* selfplay.h - one game of the engine against itself, for training data.
 *
 * Random legal moves make the opening, or pieces scattered over the board, searches of a fixed number of nodes the moves after it. A
 * game follows from seed, number, the other settings, the net, the endgame tables and the size of the searcher's hash table: whoever
 * plays it with the same program gets the same record. */
#pragma once

#include <stdatomic.h>

#include "engine/endgame/probe.h"
#include "eval/train/record.h"
#include "search/search.h"

typedef struct SelfplayOptions {
    uint64_t seed;
    int64_t nodes;                     /* per move */
    uint32_t net;                      /* checksum to record, 0 for the handcrafted evaluation */
    int64_t random_least, random_most; /* plies of the random opening */
    int64_t opening_max;               /* centipawns: openings beyond, searched with three times the nodes, are drawn anew */
    int64_t scattered;                 /* per cent of the games that begin with scattered pieces (scatter.h); these are played until mate */
    int64_t scattered_max;             /* centipawns: as opening_max, for these */
    const EndgameTables *tables;       /* end games as soon as they know the result; NULL: none are asked */
    EndgameCache *cache;               /* with them; of this thread */
} SelfplayOptions;

enum { SELFPLAY_PLIES_MAX = 400 }; /* longer games are drawn */

/* Plays game `number`. The searcher, with one thread, is forgotten about first, and its net is used.
 * `stop`, if not NULL, is looked at after each search: false and no record once it is set, or if memory
 * is short. Set it before searcher_stop(). */
bool selfplay_game(Searcher *searcher, const SelfplayOptions *options, uint32_t number, const atomic_bool *stop, Record *record);
