/* SPDX-License-Identifier: GPL-3.0-only */
/* leader.h - rank 0: what its searcher searches, all others search too.
 *
 * One thread, which alone may use the mail, serves; the work - a session, a bench - is done on another. Whatever happens to the
 * others, no search of rank 0 waits for them: but for their ballots, at its end, some milliseconds, of those who were heard of just
 * before. */
#pragma once

#include "protocol/cluster/mail.h"

typedef struct Leader Leader;
typedef struct Counting Counting; /* counting.h */

/* `tell` gets what a rank says to the user while no player is followed, with a NULL. NULL: no memory. */
Leader *leader_new(Mail *mail, void (*tell)(void *self, const char *text));
void leader_free(Leader *l);

/* From now on this player's searches are everybody's, and what it is set to goes to everybody at once (borrowed; its searcher, settings
 * and net are looked at, and this watches it); NULL: nobody's any more, to be said before the player goes. No search goes on. */
void leader_follow(Leader *l, Player *player);

/* What the others are to count; NULL: nothing any more. */
void leader_count(Leader *l, Counting *counting);

/* Serves until leader_end(); returns whether all others are there to end together. */
bool leader_serve(Leader *l);
void leader_end(Leader *l); /* from another thread */

/* From another thread: waits until the others have been heard of, at most so long. Returns the ranks that are there, this included. */
int leader_wait_for_all(Leader *l, int most_ms);

/* What a rank has told last; `sent` of all messages since the start. */
typedef struct RankState {
    bool here;      /* heard of just now */
    uint64_t nodes; /* of the present search, or the last */
    uint64_t votes; /* searches to which its ballot came in time */
    bool one_table; /* it has rank 0's table */
    Traffic sent;
} RankState;
RankState leader_rank(Leader *l, int rank);
