#include "eval/evaluate.h"

void evaluator_init(Evaluator *e, const Network *net)
{
    e->net = net;
    if (net)
        accumulator_init(&e->accumulators, net);
}

void evaluator_reset(Evaluator *e, const Position *pos)
{
    if (e->net) {
        accumulator_reset(&e->accumulators, pos);
        return;
    }
    e->ply = 0;
    hce_sum_init(&e->sums[0], pos);
}

Score evaluate(Evaluator *e, const Position *pos)
{
    return e->net ? network_evaluate(&e->accumulators, pos) : hce_evaluate(pos, &e->sums[e->ply]);
}
