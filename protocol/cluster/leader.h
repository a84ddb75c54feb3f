/* SPDX-License-Identifier: GPL-3.0-only */
/* leader.h - rank 0: makes all other ranks take part in the searches of its searcher.
 *
 * One thread serves, and only that thread may use the mail; the work, which is a session or a bench,
 * runs on another thread. Whatever happens to the other ranks, no search of rank 0 waits for them,
 * except for some milliseconds at its end for the ballots of ranks that were heard of just before. */
#pragma once

#include "protocol/cluster/mail.h"

typedef struct Leader Leader;
typedef struct Counting Counting; /* see counting.h */

/* Creates a leader. While the leader does not follow an engine, messages of ranks to the user are
 * passed to print(), with NULL as `self`. Returns NULL if an allocation fails. */
Leader *leader_new(Mail *mail, void (*print)(void *self, const char *text));
void leader_free(Leader *l);

/* Makes all ranks share this engine's searches and settings from now on. The engine is borrowed:
 * its searcher, settings and net are read, and its `changed` callback is set. NULL detaches the
 * engine, which is necessary before it is freed. No search may be running. */
void leader_follow(Leader *l, Engine *engine);

/* Sets the count in which the other ranks take part; NULL for none. */
void leader_count(Leader *l, Counting *counting);

/* Serves until leader_end() is called. Returns true if all other ranks are present, so that they can
 * end together. */
bool leader_serve(Leader *l);
void leader_end(Leader *l); /* to be called from another thread */

/* To be called from another thread: waits at most most_ms for all ranks to be heard of. Returns the
 * number of ranks present, including this one. */
int leader_wait_for_all(Leader *l, int most_ms);

/* The last report of a rank. `sent` contains totals since the start. */
typedef struct RankState {
    bool here;      /* true if the rank was heard of recently */
    uint64_t nodes; /* nodes of the current search, or of the last one */
    uint64_t votes; /* number of searches for which the rank's ballot came in time */
    bool one_table; /* true if the rank uses rank 0's table */
    Traffic sent;
} RankState;
RankState leader_rank(Leader *l, int rank);
