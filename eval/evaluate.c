#include "eval/evaluate.h"

void evaluator_reset(Evaluator *e, const Position *pos)
{
    e->ply = 0;
    hce_sum_init(&e->sums[0], pos);
}

Score evaluate(Evaluator *e, const Position *pos) { return hce_evaluate(pos, &e->sums[e->ply]); }
