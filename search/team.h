/* SPDX-License-Identifier: GPL-3.0-only */
/* team.h - searchers on several machines that search the same position, as the threads of one
 * searcher do.
 *
 * Only a cluster uses this interface (protocol/cluster); a reader of the search can skip it. Threads
 * share deep results of the tree, complete iterations and node counts in memory. Between searchers, a
 * messenger carries these data; it is a thread that takes the results of this searcher and adds those
 * of others, at any time between the calls of begin() and end(). Nothing waits for the messenger, and a
 * lost message costs only the data in it. All structures are sent as they are in memory, so the
 * machines must have the same byte order (x86-64, ARM). */
#pragma once

#include "engine/base/shared_memory.h"
#include "search/search.h"

enum {
    TEAM_MOST = 1024, /* maximum number of searchers */
    TEAM_PV = 40,     /* maximum number of moves of a PV that is sent */
    TEAM_LINES = 4,   /* maximum number of PVs of an iteration; an iteration with more (MultiPV) is not shared */
    TEAM_DEPTH = 5,   /* minimum depth in plies of a result that is sent to other searchers */
};

_Static_assert((int)TEAM_PV <= (int)PV_MAX && PV_MAX <= UINT8_MAX && MAX_DEPTH <= UINT8_MAX, "they fit the bytes of a TeamLine");

typedef struct DeepResult { /* a key, and a table entry packed by tt_pack() */
    uint64_t key, data;
} DeepResult;

typedef struct TeamLine {
    uint64_t nodes;
    int32_t score, average;
    uint8_t bound, depth, seldepth, pv_length;
    Move pv[TEAM_PV];
} TeamLine;

typedef struct TeamIteration { /* a complete iteration */
    uint32_t depth, lines;
    TeamLine line[TEAM_LINES];
} TeamIteration;

/* Final choice of one searcher. */
typedef struct Ballot {
    uint32_t threads, depth; /* depth of its last complete iteration; 0 if there is none */
    TeamLine line;
} Ballot;

/* Callbacks, made by the searcher for each search that is neither weakened nor a search for mate. */
typedef struct Team {
    /* Announces a search, on the thread that starts it. May be NULL. */
    void (*begin)(void *self, const Game *game, const Limits *limits);
    /* Passes on a deep result of the tree; called on the search's thread with that number. May be NULL. */
    void (*result)(void *self, int thread, const DeepResult *result);
    /* Announces a complete iteration that is deeper than all before. Called on a thread of the search,
     * which waits until the call returns. May be NULL. */
    void (*iteration)(void *self);
    /* Announces the end of the search, or that it could not begin; called on the thread of the search,
     * once per begin(). `own` is the choice of this searcher. Returns the ballots of the other
     * searchers, borrowed until the next begin(). */
    const Ballot *(*end)(void *self, const Ballot *own, int *count);
    void *self;
    int ahead;    /* number of plies by which each iteration is deeper than the next one in sequence */
    bool follows; /* true if another searcher does the tasks that one searcher does for all, such as proving mates */
} Team;

/* Joins a team (borrowed), starting with the next search, or leaves the team if NULL. A new searcher
 * belongs to no team. The searcher must be idle. */
void searcher_join(Searcher *s, const Team *team);

/* ---- for the messenger ---- */

/* Adds results of other searchers to the table, unless the table has a result of at least the same
 * depth. */
void searcher_give_results(Searcher *s, const DeepResult *in, int count);

/* Copies the deepest complete iteration to *out. Returns false if it is not deeper than
 * `deeper_than` plies or has more than TEAM_LINES PVs. */
bool searcher_take_iteration(Searcher *s, int deeper_than, TeamIteration *out);

/* Provides another searcher's iteration, from which the search continues. Does nothing if it is not
 * deeper than the iterations completed here, or has other root moves. */
void searcher_give_iteration(Searcher *s, const TeamIteration *in);

/* Puts the table into shared memory. Searchers on one machine can share one table as threads do, and
 * then need not send results. The searcher must be idle. */
void searcher_lend_table(Searcher *s);

/* Return the shared memory of the table in use, whether it is owned or borrowed (all 0 if it is not
 * shared), and the age of the results that will be stored next. */
SharedMemory searcher_table(const Searcher *s);
uint32_t searcher_table_age(const Searcher *s);

/* Switch to another searcher's table, or to a table of its own if that fails or *table is all 0, and
 * set the generation of the next search in the table. The searcher must be idle. Changing the size of
 * its own table, or clearing it, resets the generation. */
void searcher_borrow_table(Searcher *s, const SharedMemory *table);
void searcher_set_table_age(Searcher *s, uint32_t age);

/* Returns how many times the searcher has forgotten everything. */
uint32_t searcher_games(const Searcher *s);

/* Return the nodes of this searcher's own threads, and set the nodes of all other searchers, which
 * count towards limits and in reports. */
uint64_t searcher_nodes(const Searcher *s);
void searcher_set_nodes_elsewhere(Searcher *s, uint64_t nodes);

/* ---- for the search, which calls these only if the Team takes part (Shared.team) ---- */

typedef struct RootMove RootMove; /* worker.h */
typedef struct Shared Shared;
typedef struct Worker Worker;

/* Call the functions of the same names in the Team, unless they are NULL or not needed. */
void team_begin(const Shared *s, const Game *game, const Limits *limits);
void team_hand_result(const Worker *w, uint64_t key, const TtEntry *entry);
void team_announce_iteration(const Shared *s);

/* Ends the search and passes on the choice of this searcher: that of the worker, or no choice if NULL.
 * Returns the ballots of the other searchers. */
const Ballot *team_end(const Shared *s, const Worker *chosen, int *count);

/* Replaces the one of `count` root moves that has the same first move by a line of a message, and
 * stores its index in *at. Returns false and changes nothing if there is no such move or the line is
 * malformed. */
bool team_line_read(const TeamLine *line, RootMove *roots, int count, int *at);
