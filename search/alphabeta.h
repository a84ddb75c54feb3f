/* SPDX-License-Identifier: GPL-3.0-only */
/* alphabeta.h - the tree search: principal variation search with quiescence at its leaves.
 *
 * The static evaluation is scaled by the number of pieces on the board. This applies only within the
 * tree, where the side that is ahead then keeps pieces, and margins fit both opening and endgame
 * (Stockfish and Pikafish scale by material). Reported scores are divided by the weight of the root, so
 * that a centipawn is about what the net learned. If the leaf that a score comes from has fewer pieces
 * than the root, the score is too small by two per cent for each missing piece. */
#pragma once

#include <stdlib.h>

#include "engine/base/contract.h"
#include "search/endings.h"
#include "search/params.h"
#include "search/worker.h"

/* Returns the fail-soft score of the worker's position for the side to move, in plies of depth
 * (quiescence at 0 and below). f is the stack entry of the position; ss->pv receives the PV if the
 * window is open. cut_node is true if a cutoff is expected. The result is meaningless if w->stopped is
 * set. */
Score alphabeta(Worker *w, StackEntry *ss, Score alpha, Score beta, int depth, bool cut_node);

/* Searches the leaves of the tree: captures, and checks where a mate is sought, until the position
 * is quiet. Returns a score as alphabeta() does, at depth 0. */
Score quiescence(Worker *w, StackEntry *ss, Score alpha, Score beta);

/* Returns a move by which the side to move repeats a position without penalty, or MOVE_NONE. */
Move upcoming_repetition(Worker *w, const StackEntry *ss);

static inline Score eval_limited(Score s) { return s < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : s > SCORE_EVAL_MAX ? SCORE_EVAL_MAX : s; }

static inline Score eval_scaled(Score s, int piece_count)
{
    assert(in_range(piece_count, 2, 32));
    return s + s * eval_pieces * (piece_count - 24) / 1024;
}

/* Removes the weight for `piece_count` pieces from a score of the tree. Scores that are not evaluations
 * have no weight. */
static inline Score score_unscaled(Score s, int piece_count)
{
    assert(in_range(piece_count, 2, 32));
    return abs(s) > SCORE_EVAL_MAX ? s : eval_limited(s * 1024 / (1024 + eval_pieces * (piece_count - 24)));
}

/* In the tree, a loss by the repetition rules counts as a mate that comes at that ply if the guilty
 * side is that of the root, which then prefers a longer mate in a lost position. The other side keeps
 * preferring real mates to such wins (score.h). The two are told apart by parity: the root's side is
 * mated at an even ply only, so these losses are given an odd one. Returns the score of the guilty
 * side. */
static inline Score tree_rule_loss(int ply, bool guilty_to_move)
{
    assert(in_range(ply, 1, MAX_PLY));
    const bool root_is_guilty = guilty_to_move == (ply % 2 == 0);
    return root_is_guilty ? mated_in(ply < MAX_PLY ? ply | 1 : MAX_PLY - 1) : rule_loss_in(ply);
}

/* Returns true if a score of the side to move at this ply comes from a loss of the root's side by the
 * repetition rules. */
static inline bool is_rule_loss_of_root(Score score, int ply)
{
    return is_mate(score) && ((SCORE_MATE - abs(score) - ply) % 2 == 0) == (score > 0);
}

/* Returns the score to report for a root move with the given score. */
static inline Score score_reported(const Worker *w, Score score)
{
    if (is_rule_loss_of_root(score, 0))
        score += SCORE_MATE - SCORE_RULE;
    return score_unscaled(endings_reported_score(w->shared, score), w->stack[STACK_BEFORE_ROOT].piece_count);
}
