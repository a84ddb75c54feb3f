/* SPDX-License-Identifier: GPL-3.0-only */
/* perft.h - counting the leaves of the legal move tree.
 *
 * The known counts (start position: 44, 1920, 79666, 3290240, 133312995, 5392831844) prove a move
 * generator; the time it takes measures one. The last ply is counted, not made. */
#pragma once

#include "engine/board/position.h"

/* What was counted below positions, which may come again: of any depth, for many counts one after the other or at once. */
typedef struct PerftTable PerftTable;

PerftTable *perft_table_new(int mib);     /* 1 or more; NULL: no memory */
void perft_table_free(PerftTable *table); /* NULL is fine */

enum { PERFT_DEEPEST = 100 }; /* further nobody counts, and each ply takes room on the stack */

typedef struct PerftOptions {
    int depth;         /* plies, 1 to PERFT_DEEPEST */
    int threads;       /* 1 or more, as far as they can be had; the count does not depend on it */
    PerftTable *table; /* NULL for none */
} PerftOptions;

typedef struct PerftMove {
    Move move;
    uint64_t nodes;
} PerftMove;

typedef struct PerftResult {
    uint64_t nodes;
    int count; /* root moves, in generation order */
    PerftMove moves[MAX_MOVES];
} PerftResult;

void perft(const Position *pos, const PerftOptions *options, PerftResult *result);

/* Single-threaded, no table: leaves `depth` plies down; depth 0 is 1. */
uint64_t perft_count(const Position *pos, int depth);

/* Single-threaded, depth 1 or more, with a table or NULL. Each few milliseconds it asks whether the count is over: then false, and
 * *nodes means nothing. */
bool perft_count_until(const Position *pos, int depth, const PerftTable *table, bool (*over)(void *self), void *self, uint64_t *nodes);
