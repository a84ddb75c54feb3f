/* SPDX-License-Identifier: GPL-3.0-only */
/* slow_tables.h - a set of endings solved once more, slowly and obviously, by looking at all positions again and again (slow_rules.h);
 * nothing is shared with engine/. */
#pragma once

#include <stdint.h>

#include "tests/oracle/slow_rules.h"

typedef struct SlowState {
    uint64_t key;
    SlowBoard board;
    int pieces;
    int first, moves;     /* successors */
    int result, distance; /* 1, 0, -1 for the side to move; plies to the next capture or the end */
} SlowState;

typedef struct SlowTable {
    SlowState *states; /* of all pieces and of what captures leave; owned */
    int count;
    int *successors; /* twice the number of the state, and 1 for a capture; owned */
} SlowTable;

/* `pieces` are letters as on a SlowBoard, the kings among them, equal ones side by side: "KRkaa". At most six. */
SlowTable slow_table(const char *pieces);
void slow_table_free(SlowTable *t);
