/* SPDX-License-Identifier: GPL-3.0-only */
/* team.h - searchers on several machines that search the same position, as the threads of one do.
 *
 * What threads find in one memory - deep results of the tree, complete iterations, how many nodes there were - a messenger carries from
 * searcher to searcher: one thread that takes here what this one has found and puts in what others have, at any time between the calls of
 * begin() and end(). Nothing waits for it, and a message that is lost costs only what it would have told. All structures travel
 * as they lie in memory: between machines of one byte order (x86-64, ARM). */
#pragma once

#include "engine/base/shared_memory.h"
#include "search/deep.h"
#include "search/search.h"

typedef struct RootMove RootMove; /* worker.h */

enum {
    TEAM_MOST = 1024, /* searchers */
    TEAM_PV = 40,     /* moves of a line that travel */
    TEAM_LINES = 4,   /* of an iteration; with more than so many (MultiPV) iterations are not taken over */
};

typedef struct TeamLine {
    uint64_t nodes;
    int32_t score, average;
    uint8_t bound, depth, seldepth, pv_length;
    Move pv[TEAM_PV];
} TeamLine;

typedef struct TeamIteration { /* a complete one */
    uint32_t depth, lines;
    TeamLine line[TEAM_LINES];
} TeamIteration;

/* What a searcher would play, in the end. */
typedef struct Ballot {
    uint32_t threads, depth; /* of its complete iterations; 0: none */
    TeamLine line;
} Ballot;

/* All are called by the searcher, for each search that is neither weakened on purpose nor one for a mate of so many moves. */
typedef struct Team {
    /* A search is about to begin, on the thread that begins it; may be NULL. */
    void (*begin)(void *self, const Game *game, const Limits *limits);
    /* An iteration is complete, deeper than all before; on a thread of the search, which waits for this. May be NULL. */
    void (*iteration)(void *self);
    /* It has ended, or could not begin, on the thread of the search; once for each begin(). Returns the ballots of the others, borrowed
     * until the next begin(). `own` is what this one would play. */
    const Ballot *(*end)(void *self, const Ballot *own, int *count);
    void *self;
    int ahead;    /* plies: each iteration is so much deeper than the one that would come next */
    bool follows; /* what one searcher does for all, as to prove mates, is left to another */
} Team;

/* Idle only: from the next search on (borrowed); NULL: alone, as a new searcher. */
void searcher_join(Searcher *s, const Team *team);

/* The rest is for the messenger. Takes up to `most` deep results that were not taken before, and returns how many. */
int searcher_take_results(Searcher *s, DeepResult *out, int most);
/* ... and puts in those of others, but where the table knows as much. */
void searcher_give_results(Searcher *s, const DeepResult *in, int count);

/* The deepest complete iteration, if it is deeper than so many plies. */
bool searcher_take_iteration(Searcher *s, int deeper_than, TeamIteration *out);

/* Of another, to be gone on from; does nothing if it is not deeper than what is complete here, or of other moves. */
void searcher_give_iteration(Searcher *s, const TeamIteration *in);

/* Several searchers of one machine may have one table, as the threads of one do; then what they find need not travel. Idle only: from
 * now on others can have this one's. */
void searcher_lend_table(Searcher *s);

/* Which it has, its own or another's; all 0: none that others could have. And how old what it stores next will be taken to be. */
SharedMemory searcher_table(const Searcher *s);
uint32_t searcher_table_age(const Searcher *s);

/* Idle only: another's from now on, or where that cannot be had, or is all 0, its own. And the age of the next search in it, as it is
 * there: what is set, forgotten or resized later changes it. */
void searcher_borrow_table(Searcher *s, const SharedMemory *table);
void searcher_set_table_age(Searcher *s, uint32_t age);

/* How often it has forgotten everything. */
uint32_t searcher_games(const Searcher *s);

/* Of this searcher's own threads; of all the others, which count for its limit and in what it tells. */
uint64_t searcher_nodes(const Searcher *s);
void searcher_set_nodes_elsewhere(Searcher *s, uint64_t nodes);

/* ---- for the searcher itself ---- */

/* A root move as it travels; and back, into the one of `count` root moves with that first move, whose place is put into *at. False, and
 * nothing done, if there is none or it is no line. */
void team_line_write(TeamLine *line, const RootMove *root);
bool team_line_read(const TeamLine *line, RootMove *roots, int count, int *at);
