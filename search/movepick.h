/* SPDX-License-Identifier: GPL-3.0-only */
/* movepick.h - legal moves one by one, best first, generated in stages.
 *
 * Hash move; captures that exchange to at least the margin asked for, by victim and capture history; killers; quiet moves by
 * history; the other captures. Quiescence asks for such captures only, or for quiet checks that lose nothing after them, and in
 * check for all moves. */
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
    PICKED_CAPTURES,            /* that win at least the margin, and the hash move if it captures */
    PICKED_CAPTURES_AND_CHECKS, /* and then quiet checks that lose nothing */
    PICKED_ALL,                 /* captures that lose too */
} Picked;

typedef struct Picker {
    Worker *worker;
    Frame *frame;
    Move hash_move;
    PickStage stage;
    Picked picked;    /* what is offered */
    bool skip_quiets; /* the node wants no more quiet ones */
    int see_margin;   /* a capture is good if it wins at least this */
    int killer;
    int next, end, bad_end; /* moves[next..end) wait; bad captures gather in bad[] */
    CheckSquares checks;    /* of the position; not filled for PICKED_CAPTURES */
    MoveList list;
    int scores[MAX_MOVES]; /* with their places (movepick.c) */
    Move bad[MAX_MOVES];
} Picker;

/* The legal moves of the frame's position, whose legality is in f->legality, or a part of them. */
void picker_init(Picker *p, Worker *w, Frame *f, Move hash_move, Picked picked, int see_margin);

/* The next move, or MOVE_NONE. */
Move picker_next(Picker *p);

/* The sum of histories that orders quiet moves, for reductions and pruning. */
int quiet_history(const Worker *w, const Frame *f, Move m);
