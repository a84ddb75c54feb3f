/* SPDX-License-Identifier: GPL-3.0-only */
/* slow_tables.h - solves a set of endings in a slow and obvious way: examines all positions repeatedly until nothing changes
 * (slow_rules.h). Shares no code with engine/. */
#pragma once

#include <stdint.h>

#include "tests/oracle/slow_rules.h"

typedef struct SlowState {
    uint64_t key;
    SlowBoard board;
    int pieces;
    int first, moves;     /* index of the first successor, and number of successors */
    int result, distance; /* 1, 0 or -1 for the side to move; plies to the next capture or to the end */
} SlowState;

typedef struct SlowTable {
    SlowState *states; /* states with all pieces, and those after captures; owned */
    int count;
    int *successors; /* 2 * index of a state, + 1 if the move is a capture; owned */
} SlowTable;

/* Solves the set of these pieces: at most six letters as on a SlowBoard, including both kings, equal ones adjacent, such as "KRkaa". */
SlowTable slow_table(const char *pieces);
void slow_table_free(SlowTable *t);
