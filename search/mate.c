/* SPDX-License-Identifier: GPL-3.0-only */
#include "search/mate.h"

#include <stdlib.h>

#include "engine/base/contract.h"
#include "engine/board/movegen.h"

struct MateSolver {
    Shared shared;
    Worker *worker;
    Prover *prover;
};

MateSolver *mate_solver_new(void)
{
    MateSolver *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->shared.clock = steady_clock;
    s->worker = worker_new(&s->shared, 0);
    s->prover = prover_new();
    if (s->worker && s->prover)
        return s;
    mate_solver_free(s);
    return NULL;
}

void mate_solver_free(MateSolver *s)
{
    if (!s)
        return;
    worker_free(s->worker);
    prover_free(s->prover);
    free(s);
}

int mate_proof_moves(const Proof *proof) { return (proof->length + 1) / 2; }

ProofState mate_prove(MateSolver *s, const Game *game, Proof *proof)
{
    Worker *w = s->worker;
    MoveList list;
    search_rules_init(&s->shared.rules, game, RULES_ASIAN, 0);
    if (!worker_set_position(w, game))
        return PROOF_OPEN;
    w->root_count = legal_moves(&game->now, &list);
    for (int i = 0; i < w->root_count; i++)
        w->roots[i].move = list.moves[i];
    prover_new_search(s->prover);
    return prove_mate(s->prover, w, proof);
}

ProofState mate_shortest(MateSolver *s, const Game *game, int moves, uint64_t nodes, Proof *proof)
{
    assert(moves >= 1);
    ProofState state = PROOF_NONE;
    for (int n = 1; n <= moves && state == PROOF_NONE; n++) {
        *proof = (Proof){.moves = PROOF_BY_ANY, .plies = 2 * n - 1, .nodes = nodes};
        state = mate_prove(s, game, proof);
    }
    return state;
}
