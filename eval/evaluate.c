#include "eval/evaluate.h"

void evaluator_init(Evaluator *e, const Network *net, int knowledge)
{
    e->net = knowledge == KNOWLEDGE_FULL ? net : NULL;
    e->knowledge = knowledge;
    if (e->net)
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
    if (e->net)
        return network_evaluate(&e->accumulators, pos);
    switch (e->knowledge) {
    case KNOWLEDGE_MATERIAL: return hce_material(pos);
    case KNOWLEDGE_TABLES: return hce_blend(pos, &e->sums[e->ply]);
    default: return hce_evaluate(pos, &e->sums[e->ply]);
    }
}
