/* SPDX-License-Identifier: GPL-3.0-only */
/* check.h - checks a whole table: verifies that each value follows from those of its successors,
 * and counts the results. */
#pragma once

#include "bench/tables/walk.h"

typedef struct TableStats { /* counts for one side to move */
    uint64_t positions, wins, draws, losses;
    int longest;
} TableStats;

/* Counts every legal position; mirror images count separately. Returns false with the reason if the
 * table is damaged, the walk was stopped or an allocation fails. */
bool table_stats(const EndgameTables *tables, const EndgameTable *table, const WalkOptions *options, TableStats stats[2], Text *why);

/* Compares the value of every legal position with those of its successors. The tables to which
 * captures lead must be loaded. Returns false with a reason that names the first wrong position. */
bool table_verify(const EndgameTables *tables, const EndgameTable *table, const WalkOptions *options, uint64_t *positions, Text *why);
