/* selfplay.h - one game of the engine against itself, for training data.
 *
 * Random legal moves make the opening, searches of a fixed number of nodes the moves after it. A game follows from seed,
 * number, the other settings, the net and the size of the searcher's hash table: whoever plays it with the same program gets
 * the same record. */
#pragma once

#include <stdatomic.h>

#include "eval/train/record.h"
#include "search/search.h"

typedef struct SelfplayOptions {
    uint64_t seed;
    int64_t nodes;                     /* per move */
    uint32_t net;                      /* checksum to record, 0 for the handcrafted evaluation */
    int64_t random_least, random_most; /* plies of the random opening */
    int64_t opening_max;               /* centipawns: openings beyond, searched with three times the nodes, are drawn anew */
    Score win_score;                   /* a score beyond it for win_plies in a row decides the game */
    int win_plies;
    Score draw_score;                       /* scores within it for draw_plies in a row end the game drawn, but not before */
    int draw_plies, draw_after, draw_quiet; /* this ply, nor sooner after a capture than so many plies */
    int length_max;                         /* plies; longer games are drawn; at most RECORD_PLIES_MAX */
} SelfplayOptions;

/* The measured recipe (eval/train/NETS.md); seed and net 0. */
SelfplayOptions selfplay_defaults(void);

/* Plays game `number`. The searcher, with one thread, is forgotten about first, and its net is used.
 * `stop`, if not NULL, is looked at after each search: false and no record once it is set, or if memory
 * is short. Set it before searcher_stop(). */
bool selfplay_game(Searcher *searcher, const SelfplayOptions *options, uint32_t number, const atomic_bool *stop, Record *record);
