/* SPDX-License-Identifier: GPL-3.0-only */
#include "eval/evaluate.h"

#include "engine/base/contract.h"

void evaluator_init(Evaluator *e, const Network *net, int knowledge)
{
    assert(in_range(knowledge, KNOWLEDGE_FULL, KNOWLEDGE_MATERIAL));
    e->net = knowledge == KNOWLEDGE_FULL ? net : NULL;
    e->knowledge = knowledge;
    if (e->net)
        accumulator_init(&e->accumulators, net);
}

void evaluator_reset(Evaluator *e, const Position *pos)
{
    assert(on_board(king_square(pos, RED)) && on_board(king_square(pos, BLACK)));
    if (e->net)
        accumulator_reset(&e->accumulators, pos);
}

Score evaluate(Evaluator *e, const Position *pos)
{
    if (e->net)
        return network_evaluate(&e->accumulators, pos);
    return e->knowledge == KNOWLEDGE_MATERIAL ? hce_material(pos) : e->knowledge == KNOWLEDGE_TABLES ? hce_tables(pos) : hce_evaluate(pos);
}
