/* SPDX-License-Identifier: GPL-3.0-only */
/* walk.h - all positions of a set, shared out to threads.
 *
 * A thread takes one placement of guards after another and does its stage with it; the positions with these guards, one for each
 * placement of the attackers, are the stage's own affair. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "engine/base/platform.h"
#include "engine/endgame/probe.h"

enum { WALK_THREADS_MOST = 256 };

/* As many as there are processors, if so many can be used. */
static inline int walk_threads_usual(void) { return processor_count() < WALK_THREADS_MOST ? processor_count() : WALK_THREADS_MOST; }

typedef struct TableWalk TableWalk;

typedef struct Walker { /* one thread */
    TableWalk *walk;
    void *job; /* of the caller */
    EndgameCache *cache;
    pthread_t thread;
    unsigned pair; /* number of the placement of guards: weak side's, then strong side's */
    unsigned guard[2];
    Position base; /* the guards alone */
    Position pos;
    Square attackers[ENDGAME_ATTACKERS];
    uint64_t index;
} Walker;

typedef struct WalkOptions {
    int threads;
    const atomic_bool *stop;                         /* NULL: it is not stopped */
    void (*progress)(void *self, double share, int); /* how much of a stage is done, and its number; on the calling thread. May be NULL */
    void *self;
} WalkOptions;

struct TableWalk {
    const Layout *layout;
    const Places *places;
    const WalkOptions *options;
    unsigned pairs;
    void (*stage)(Walker *w);
    int number; /* of the stage, for progress */
    atomic_uint next;
    atomic_bool failed; /* set by a stage: the walk ends */
    Walker *walkers;
};

/* False: no memory; then too walk_end() is to be called. What is pointed to must outlast the walk. */
bool walk_begin(TableWalk *walk, const Layout *layout, const Places *places, const WalkOptions *options, void *job);
void walk_end(TableWalk *walk);

/* Does the stage for all placements of guards. A thread that cannot be had is not missed. */
void walk_all(TableWalk *walk, void (*stage)(Walker *w));
bool walk_stopped(const TableWalk *walk);

/* For a stage: sets out the guards of w->pair; then the board with the attackers' placement, Red to move, and w->index: false if
 * there is no such position, as two pieces would stand on one point. */
void walker_set_guards(Walker *w);
bool walker_set_board(Walker *w, unsigned number);

/* The position's side to move, which is Red after walker_set_board(). */
void walker_turn(Walker *w, int side);
