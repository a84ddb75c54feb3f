/* SPDX-License-Identifier: GPL-3.0-only */
/* walk.h - walks through all positions of a set with several threads.
 *
 * A thread takes one placement of guards (a pair) after another and runs the current stage for it.
 * The stage itself goes through the positions with these guards, one for each placement of the
 * attackers. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "engine/base/platform.h"
#include "engine/endgame/probe.h"

enum { WALK_THREADS_MOST = 256 };

/* Returns the number of processors, at most WALK_THREADS_MOST. */
static inline int walk_threads_usual(void) { return processor_count() < WALK_THREADS_MOST ? processor_count() : WALK_THREADS_MOST; }

typedef struct TableWalk TableWalk;

typedef struct Walker { /* state of one thread */
    TableWalk *walk;
    void *job; /* the caller's data */
    EndgameCache *cache;
    unsigned pair; /* number of the placement of guards: that of the
                    * weak side times Layout.strong plus that of the strong side */
    unsigned guard[2];
    Position base; /* position with the guards only */
    Position pos;
    Square attackers[ENDGAME_ATTACKERS];
    uint64_t index;
} Walker;

typedef struct WalkOptions {
    int threads;
    const atomic_bool *stop;                         /* ends the walk once it is true; may be NULL */
    void (*progress)(void *self, double share, int); /* reports the finished share of a stage and its
                                                      * number, on the calling thread; may be NULL */
    void *self;
} WalkOptions;

struct TableWalk {
    const Layout *layout;
    const Places *places;
    const WalkOptions *options;
    unsigned pairs;
    void (*stage)(Walker *w);
    int number;         /* stage number reported as progress */
    atomic_bool failed; /* set by a stage to end the walk */
    Walker *walkers;
};

/* Prepares a walk. All pointers must remain valid until walk_end(), which must be called even if this
 * returns false because an allocation failed. */
bool walk_begin(TableWalk *walk, const Layout *layout, const Places *places, const WalkOptions *options, void *job);
void walk_end(TableWalk *walk);

/* Runs the stage for all placements of guards. If a thread cannot be started, the others do its
 * work. */
void walk_all(TableWalk *walk, void (*stage)(Walker *w));
bool walk_stopped(const TableWalk *walk);

/* For use by a stage: walker_set_guards() sets up the guards of w->pair; walker_set_board() then
 * adds placement `number` of the attackers, with Red to move, and sets w->index. It returns false
 * if two pieces would share a point. */
void walker_set_guards(Walker *w);
bool walker_set_board(Walker *w, unsigned number);

/* Sets the side to move, which is Red after walker_set_board(). */
void walker_turn(Walker *w, int side);
