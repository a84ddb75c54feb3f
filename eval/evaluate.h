/* evaluate.h - the static evaluation along a search path.
 *
 * An Evaluator belongs to one thread. It follows the path move by move, doing as little as it can
 * until it is asked for a number. With a net that is the neural evaluation, without one the handcrafted. */
#pragma once

#include "eval/nnue/accumulator.h"
#include "eval/hce/hce.h"

enum { EVALUATOR_DEPTH = MAX_PLY + 16 };

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
    int ply;
    HceSum sums[EVALUATOR_DEPTH];
} Evaluator;

/* Chooses the evaluation; the net must outlive the evaluator. evaluator_reset() must follow. */
void evaluator_init(Evaluator *e, const Network *net, int knowledge);

/* Begins at a position. */
void evaluator_reset(Evaluator *e, const Position *pos);

/* After position_make (or position_make_null) with this undo; pos is the position after it. */
static inline void evaluator_made(Evaluator *e, const Position *pos, const Undo *undo)
{
    if (e->net) {
        accumulator_made(&e->accumulators, pos, undo);
        return;
    }
    hce_sum_update(&e->sums[e->ply + 1], &e->sums[e->ply], pos, undo);
    e->ply++;
}

static inline void evaluator_unmade(Evaluator *e)
{
    if (e->net)
        accumulator_unmade(&e->accumulators);
    else
        e->ply--;
}

/* Centipawns for the side to move, within +-SCORE_EVAL_MAX. */
Score evaluate(Evaluator *e, const Position *pos);
