/* SPDX-License-Identifier: GPL-3.0-only */
/* evaluate.h - the static evaluation along a search path.
 *
 * An Evaluator belongs to one thread. It follows the path move by move and defers its work until a
 * score is requested. With a net it uses the neural evaluation, without one the handcrafted. */
#pragma once

#include "eval/nnue/accumulator.h"
#include "eval/hce/hce.h"

/* Degrees of knowledge: with less knowledge the player is weaker and more old-fashioned. */
enum {
    KNOWLEDGE_FULL,   /* the net, or the handcrafted evaluation if there is no net */
    KNOWLEDGE_HAND,   /* the handcrafted evaluation */
    KNOWLEDGE_TABLES, /* only the piece-square tables of the handcrafted evaluation */
    KNOWLEDGE_MATERIAL,
};

typedef struct Evaluator {
    const Network *net; /* borrowed; NULL for the handcrafted evaluation */
    AccumulatorStack accumulators;
    int knowledge; /* a degree of knowledge */
} Evaluator;

/* Selects the evaluation. The net must outlive the evaluator. evaluator_reset() must be called
 * next. */
void evaluator_init(Evaluator *e, const Network *net, int knowledge);

/* Starts a path at a position. */
void evaluator_reset(Evaluator *e, const Position *pos);

/* Records a move after position_make() or position_make_null(). pos is the position after the
 * move. */
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

/* Returns the evaluation in centipawns for the side to move, within +-SCORE_EVAL_MAX. */
Score evaluate(Evaluator *e, const Position *pos);
