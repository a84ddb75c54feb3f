/* SPDX-License-Identifier: GPL-3.0-only */
/* accumulator.h - first-layer sums along the path of a search, computed only where they are asked for.
 *
 * Making a move notes what moved; evaluating walks back, per view, to the last ply whose sums are
 * known and brings them forward. Where the view was turned over on the way or the phase began (orientation,
 * features.h) the sums are taken from the refresh cache: per view and orientation the last sums computed, with the
 * pieces they stand for, so that only the difference of the two piece sets has to be applied.
 * One stack per search thread; it borrows the net. Some 170 KiB at 256 columns: not for the C stack. */
#pragma once

#include "engine/board/position.h"
#include "eval/nnue/features.h"
#include "eval/nnue/network.h"

enum { ACCUMULATOR_PLIES = MAX_PLY + 16 };

typedef struct Accumulator {
    _Alignas(64) int16_t view[2][NET_HIDDEN];
    bool computed[2];
    Orientation orientation[2];
    Lean lean;
    Piece moved, captured; /* by the move that led here; NO_PIECE: a pass, a quiet move */
    Square from, to;
} Accumulator;

typedef struct RefreshEntry {
    _Alignas(64) int16_t sums[NET_HIDDEN];
    Square list[PIECE_IDS]; /* the pieces they hold, as Position.list */
} RefreshEntry;

typedef struct AccumulatorStack {
    const Network *net;
    int top; /* ply of the present position; 0 is the root */
    Accumulator plies[ACCUMULATOR_PLIES];
    RefreshEntry cache[2][ORIENTATIONS];
} AccumulatorStack;

/* Empty cache, no position yet. */
void accumulator_init(AccumulatorStack *stack, const Network *net);

/* Begins a path at a position. The cache stays. */
void accumulator_reset(AccumulatorStack *stack, const Position *pos);

/* After position_make or position_make_null, and after the matching unmake. At most
 * ACCUMULATOR_PLIES - 1 moves deep. */
void accumulator_made(AccumulatorStack *stack, const Position *after, const Undo *undo);
static inline void accumulator_unmade(AccumulatorStack *stack) { stack->top--; }

/* The present position's evaluation for the side to move; pos must be that position. */
Score network_evaluate(AccumulatorStack *stack, const Position *pos);

/* Both views' sums from nothing but the position, by Side; 64-byte aligned. */
void network_sums_scratch(const Network *net, const Position *pos, int16_t views[2][NET_HIDDEN]);

/* The evaluation from nothing but the position: slow, for tests and checks. */
Score network_evaluate_scratch(const Network *net, const Position *pos);
