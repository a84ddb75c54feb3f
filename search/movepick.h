/* SPDX-License-Identifier: GPL-3.0-only */
/* movepick.h - legal moves one by one, best first, generated in stages.
 *
 * The stages are: hash move; captures whose exchange value reaches the margin, by victim and capture
 * history; killers; quiet moves by history; the remaining captures. Quiescence uses only captures that
 * reach the margin, optionally followed by quiet checks that lose no material; in check it uses all
 * moves. */
#pragma once

#include "engine/board/movegen.h"
#include "search/worker.h"

typedef enum PickStage {
    PICK_HASH,
    PICK_MAKE_CAPTURES,
    PICK_GOOD_CAPTURES,
    PICK_KILLERS,
    PICK_MAKE_QUIETS,
    PICK_QUIETS,
    PICK_BAD_CAPTURES,
    PICK_DONE,
} PickStage;

typedef enum Picked {
    PICKED_CAPTURES,            /* captures that gain at least the margin, and the hash move if it is a capture */
    PICKED_CAPTURES_AND_CHECKS, /* the same, followed by quiet checks that lose no material */
    PICKED_ALL,                 /* all moves */
} Picked;

typedef struct Picker {
    Worker *worker;
    StackEntry *entry;
    Move hash_move;
    PickStage stage;
    Picked picked;    /* which moves are returned */
    bool skip_quiets; /* set by the node's search to skip the remaining quiet moves */
    int see_margin;   /* minimum exchange value of a good capture, unless all moves are picked */
    int killer;
    int next, end, bad_end; /* moves[next..end) are waiting; bad captures are collected in bad[] */
    CheckSquares checks;    /* checks in this position; not filled in for PICKED_CAPTURES */
    MoveList list;
    int taken;             /* score of the move taken last */
    int scores[MAX_MOVES]; /* each combined with the index of the move (movepick.c) */
    Move bad[MAX_MOVES];
} Picker;

/* Prepares to pick legal moves in the position of stack entry ss. ss->legality must be filled in. */
void picker_init(Picker *p, Worker *w, StackEntry *ss, Move hash_move, Picked picked, int see_margin);

/* Returns the next move, or MOVE_NONE if there are no more moves. */
Move picker_next(Picker *p);

/* Returns the sum of histories that orders quiet moves. The same sum is used for reductions and
 * pruning. */
int quiet_history(const Worker *w, const StackEntry *ss, Move m);
