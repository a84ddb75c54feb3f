/* SPDX-License-Identifier: GPL-3.0-only */
/* counting.h - perft over all ranks.
 *
 * The tree is cut into positions two plies below the root. Rank 0 hands them out in small numbers
 * and counts too; at the end it also counts positions that other ranks have not reported yet, so that
 * it never waits for another rank. If a position was counted twice, only one count is used. */
#pragma once

#include "engine/board/perft.h"
#include "protocol/cluster/mail.h"

typedef struct Counting Counting;

/* Prepares a count of the leaves `depth` plies down (at least 3). Each rank uses `threads` threads
 * and a table of hash_mib MiB (0: none). Returns NULL if an allocation fails. */
Counting *counting_new(const Position *pos, int depth, int threads, int hash_mib, int ranks);
void counting_free(Counting *c);

/* Counts until everything is counted. Meanwhile another thread must call the next two functions. */
void counting_work(Counting *c, PerftResult *result);

/* counting_step() gives a rank more tasks, or takes its tasks back if the rank is not `here`.
 * counting_take() stores a count that the rank sent. */
void counting_step(Counting *c, Mail *mail, int rank, bool here);
void counting_take(Counting *c, int rank, const Counted *counted);
