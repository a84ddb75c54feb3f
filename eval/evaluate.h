/* SPDX-License-Identifier: GPL-3.0-only */
/* evaluate.h - the static evaluation along a search path.
 *
 * An Evaluator belongs to one thread. It follows the path move by move, doing as little as it can
 * until it is asked for a number. With a net that is the neural evaluation, without one the handcrafted. */
#pragma once

#include "eval/nnue/accumulator.h"
#include "eval/hce/hce.h"

/* How much of what we know is used: less makes a weaker, older-fashioned player. */
enum {
    KNOWLEDGE_FULL,   /* the net, if there is one */
    KNOWLEDGE_HAND,   /* the handcrafted evaluation */
    KNOWLEDGE_TABLES, /* of that only what stands where */
    KNOWLEDGE_MATERIAL,
};

typedef struct Evaluator {
    const Network *net; /* borrowed; NULL: the handcrafted evaluation */
    AccumulatorStack accumulators;
    int knowledge; /* one of these */
} Evaluator;

/* Chooses the evaluation; the net must outlive the evaluator. evaluator_reset() must follow. */
void evaluator_init(Evaluator *e, const Network *net, int knowledge);

/* Begins at a position. */
void evaluator_reset(Evaluator *e, const Position *pos);

/* After position_make (or position_make_null) with this undo; pos is the position after it. */
static inline void evaluator_made(Evaluator *e, const Position *pos, const Undo *undo)
{
    if (e->net)
        accumulator_made(&e->accumulators, pos, undo);
}

static inline void evaluator_unmade(Evaluator *e)
{
    if (e->net)
        accumulator_unmade(&e->accumulators);
}

/* Centipawns for the side to move, within +-SCORE_EVAL_MAX. */
Score evaluate(Evaluator *e, const Position *pos);
