/* SPDX-License-Identifier: GPL-3.0-only */
/* accumulator.h - first-layer sums along the path of a search, computed only when needed.
 *
 * Making a move records what moved. An evaluation walks back, for each view, to the last ply with
 * known sums and updates them from there. If the orientation of the view (features.h) changed on
 * the way, the sums are taken from the refresh cache. It holds, for each view and orientation, the
 * last sums computed and the pieces that they represent, so only the difference of the two piece
 * sets must be applied. There is one stack per search thread; it borrows the net. It takes some
 * 170 KiB at 256 columns: do not put it on the C stack. */
#pragma once

#include "engine/base/contract.h"
#include "engine/board/position.h"
#include "eval/nnue/features.h"
#include "eval/nnue/network.h"

enum { ACCUMULATOR_PLIES = MAX_PLY + 16 };

typedef struct Accumulator {
    _Alignas(64) int16_t view[2][NET_HIDDEN];
    bool computed[2];
    Orientation orientation[2];
    Lean lean;
    Piece moved, captured; /* pieces of the move that led here; NO_PIECE for a pass, or for no capture */
    Square from, to;
} Accumulator;

typedef struct RefreshEntry {
    _Alignas(64) int16_t sums[NET_HIDDEN];
    Square list[PIECE_IDS]; /* pieces included in the sums, as in Position.list */
} RefreshEntry;

typedef struct AccumulatorStack {
    const Network *net;
    int top; /* ply of the current position; 0 is the root */
    Accumulator plies[ACCUMULATOR_PLIES];
    RefreshEntry cache[2][ORIENTATIONS];
} AccumulatorStack;

/* Initialises the stack with an empty cache and no position. */
void accumulator_init(AccumulatorStack *stack, const Network *net);

/* Starts a path at a position. The cache is kept. */
void accumulator_reset(AccumulatorStack *stack, const Position *pos);

/* Record a move after position_make() or position_make_null(), and its reversal after the matching
 * unmake. The path is limited to ACCUMULATOR_PLIES - 1 moves. */
void accumulator_made(AccumulatorStack *stack, const Position *after, const Undo *undo);

static inline void accumulator_unmade(AccumulatorStack *stack)
{
    assert(stack->top > 0);
    stack->top--;
}

/* Returns the evaluation for the side to move. pos must be the current position. */
Score network_evaluate(AccumulatorStack *stack, const Position *pos);

/* Computes the sums of both views, indexed by Side, from the position alone; they must be 64-byte
 * aligned. */
void network_sums_scratch(const Network *net, const Position *pos, int16_t views[2][NET_HIDDEN]);

/* Returns the evaluation computed from the position alone: slow, for tests and checks. */
Score network_evaluate_scratch(const Network *net, const Position *pos);
