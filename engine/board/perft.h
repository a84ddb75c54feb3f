/* SPDX-License-Identifier: GPL-3.0-only */
/* perft.h - counts the leaves of the legal move tree.
 *
 * The known counts (start position: 44, 1920, 79666, 3290240, 133312995, 5392831844) test a move
 * generator; the time taken measures its speed. Moves of the last ply are counted without being made. */
#pragma once

#include "engine/board/position.h"

/* Hash table of subtree counts. Several counts, of any depth, may use it at the same time. */
typedef struct PerftTable PerftTable;

PerftTable *perft_table_new(int mib);     /* mib is 1 or more; NULL if an allocation fails */
void perft_table_free(PerftTable *table); /* NULL is allowed */

enum { PERFT_DEEPEST = 100 }; /* deeper counts never finish, and each ply uses stack */

typedef struct PerftOptions {
    int depth;         /* plies, 1 to PERFT_DEEPEST */
    int threads;       /* 1 or more; if not all can be started, fewer are used. Does not affect the count */
    PerftTable *table; /* NULL for none */
} PerftOptions;

typedef struct PerftMove {
    Move move;
    uint64_t nodes;
} PerftMove;

typedef struct PerftResult {
    uint64_t nodes;
    int count; /* number of root moves, which are in generation order */
    PerftMove moves[MAX_MOVES];
} PerftResult;

void perft(const Position *pos, const PerftOptions *options, PerftResult *result);

/* Counts the leaves `depth` plies down, with one thread and no table. Depth 0 gives 1. */
uint64_t perft_count(const Position *pos, int depth);

/* Counts with one thread, depth 1 or more, and a table or NULL. Calls over() every few
 * milliseconds; if that returns true, stops and returns false, and *nodes is meaningless. */
bool perft_count_until(const Position *pos, int depth, const PerftTable *table, bool (*over)(void *self), void *self, uint64_t *nodes);
