/* evaluate.h - the static evaluation along a search path.
 *
 * An Evaluator belongs to one thread. It follows the path move by move, doing as little as it can
 * until it is asked for a number. */
#ifndef HANXIN_EVAL_EVALUATE_H
#define HANXIN_EVAL_EVALUATE_H

#include "eval/hce.h"

enum { EVALUATOR_DEPTH = MAX_PLY + 16 };

typedef struct Evaluator {
    int ply;
    HceSum sums[EVALUATOR_DEPTH];
} Evaluator;

/* Begins at a position. */
void evaluator_reset(Evaluator *e, const Position *pos);

/* After position_make (or position_make_null) with this undo; pos is the position after it. */
static inline void evaluator_made(Evaluator *e, const Position *pos, const Undo *undo)
{
    hce_sum_update(&e->sums[e->ply + 1], &e->sums[e->ply], pos, undo);
    e->ply++;
}

static inline void evaluator_unmade(Evaluator *e) { e->ply--; }

/* Centipawns for the side to move, within +-SCORE_EVAL_MAX. */
Score evaluate(Evaluator *e, const Position *pos);

#endif
