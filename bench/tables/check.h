/* SPDX-License-Identifier: GPL-3.0-only */
/* check.h - looks through a whole table: does each value follow from those behind its moves, and how many positions there are of
 * each kind. */
#pragma once

#include "bench/tables/walk.h"

typedef struct TableStats { /* of one side to move */
    uint64_t positions, wins, draws, losses;
    int longest;
} TableStats;

/* Counts every legal position, mirror images apart. False with the reason: damaged, stopped, no memory. */
bool table_stats(const EndgameTables *tables, const EndgameTable *table, const WalkOptions *options, TableStats stats[2], Text *why);

/* Every legal position is compared with its successors: also with those of other tables, which must be there. False with the reason,
 * which names the first position that is wrong. */
bool table_verify(const EndgameTables *tables, const EndgameTable *table, const WalkOptions *options, uint64_t *positions, Text *why);
