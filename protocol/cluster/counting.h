/* SPDX-License-Identifier: GPL-3.0-only */
/* counting.h - perft over all ranks.
 *
 * The tree is cut into positions two plies below the root. Rank 0 hands them out, some at a time, and counts itself: at the end
 * also what the others have and have not told of, so that none is waited for. Of a position that was counted twice one count is taken. */
#pragma once

#include "engine/board/perft.h"
#include "protocol/cluster/mail.h"

typedef struct Counting Counting;

/* A count of the leaves `depth` plies down, 3 or more; each rank with so many threads, and a table of so much memory, 0 for none.
 * NULL: no memory. */
Counting *counting_new(const Position *pos, int depth, int threads, int hash_mib, int ranks);
void counting_free(Counting *c);

/* Counts, until all is counted; while it does, another thread calls the two functions below. */
void counting_work(Counting *c, PerftResult *result);

/* Hands out more to a rank, or takes back what it had if it is not there. */
void counting_step(Counting *c, Mail *mail, int rank, bool here);
void counting_take(Counting *c, int rank, const Counted *counted);
