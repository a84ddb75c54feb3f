/* SPDX-License-Identifier: GPL-3.0-only */
#include "search/root_mates.h"

#include <string.h>

#include "engine/base/contract.h"
#include "search/endings.h"
#include "search/params.h"
#include "search/prove.h"
#include "search/team.h"

void root_mates_keep(Worker *w)
{
    assert(w->root_count > 0);
    if (w->proven == -SCORE_INFINITE || w->roots[0].score > w->proven)
        return;
    RootMove proven = w->proven_line;
    const int i = root_move_find(w->roots, 0, w->root_count, proven.move);
    proven.nodes = w->roots[i].nodes;
    proven.depth = w->root_depth > w->completed_depth ? w->root_depth : w->completed_depth;
    memmove(&w->roots[1], &w->roots[0], sizeof proven * (size_t)i);
    w->roots[0] = proven;
}

/* Tries to prove a mate and stores it. */
static ProofState seek_mate(Worker *w, Proof proof)
{
    uint64_t before = worker_nodes(w);
    ProofState state = prove_mate(w->shared->prover, w, &proof);
    w->proof_nodes += worker_nodes(w) - before;
    if (state != PROOF_MATE)
        return state;
    w->proven = mate_in(proof.length);
    RootMove *r = &w->proven_line;
    *r = (RootMove){.move = proof.line[0], .score = w->proven, .previous_score = w->proven, .average = w->proven, .bound = BOUND_EXACT};
    r->seldepth = r->pv_length = proof.length;
    memcpy(r->pv, proof.line, sizeof(Move) * (size_t)proof.length);
    return state;
}

/* Returns true if this thread proves mates. Only one of all threads does, because the proofs are
 * the same everywhere. */
static bool proves_mates(const Worker *w) { return w->id == 0 && !(w->shared->with_team && w->shared->team->follows); }

/* Spends a share of the nodes on proofs that checks alone force mate: lines that the tree prunes
 * and reduces. If there are few checks, this is soon settled. */
static void look_for_mate(Worker *w)
{
    const Shared *s = w->shared;
    uint64_t share = worker_nodes(w) * prove_share / 1000;
    if (share <= w->proof_nodes || !strength_is_full(&s->strength))
        return;
    w->mate_settled = seek_mate(w, (Proof){.plies = MAX_PLY, .nodes = share - w->proof_nodes}) != PROOF_OPEN;
}

/* Proves mate with the moves of an endgame table, which knows that the root is won, but not how
 * long the mate takes, and where the tree ends. The proof runs in parts, so that the clock is
 * checked in between. It does not depend on a share of the nodes, because the tree needs hardly
 * any. If it takes too long it is abandoned, and the table's score is used. */
static void look_for_mate_by_tables(Worker *w)
{
    w->mate_settled = w->proof_nodes > (uint64_t)prove_table_most ||
                      seek_mate(w, (Proof){.moves = PROOF_BY_TABLES, .plies = MAX_PLY, .nodes = prove_table_nodes}) != PROOF_OPEN;
}

/* Looks for the requested mate: by checks alone first, which is fastest, then for the shortest. If
 * there is another limit, half of the nodes are spent on this, each time as many as the tree is
 * ahead. */
static void look_for_asked_mate(Worker *w)
{
    const Shared *s = w->shared;
    const int plies = 2 * s->limits.mate - 1;
    uint64_t spent = w->proof_nodes, tree = worker_nodes(w) - spent, end = UINT64_MAX / 2;
    if (s->time.timed || s->limits.nodes || s->limits.depth)
        end = tree;
    if (spent >= end)
        return;
    const uint64_t most = (uint64_t)prove_checks_nodes, checks = end - spent < most ? end - spent : most;
    ProofState state = spent < most ? seek_mate(w, (Proof){.plies = plies, .nodes = checks}) : PROOF_NONE;
    for (int length = 1; length <= plies && state != PROOF_MATE; length += 2) {
        if (w->stopped || w->proof_nodes >= end)
            return;
        state = seek_mate(w, (Proof){.moves = PROOF_BY_ANY, .plies = length, .nodes = end - w->proof_nodes});
        if (state == PROOF_OPEN)
            return;
    }
    w->mate_settled = true;
}

void root_mates_look(Worker *w)
{
    assert(w->completed_depth > 0);
    const Shared *s = w->shared;
    if (!proves_mates(w) || w->mate_settled)
        return;
    if (s->limits.mate)
        look_for_asked_mate(w);
    else if (endings_is_win(s->root_known))
        look_for_mate_by_tables(w);
    else
        look_for_mate(w);
}
