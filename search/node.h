/* SPDX-License-Identifier: GPL-3.0-only */
/* node.h - common parts of all nodes in alphabeta() and quiescence(): immediate results, static
 * evaluation and PV. */
#pragma once

#include "engine/base/contract.h"
#include "engine/board/legal.h"
#include "search/endings.h"
#include "search/params.h"
#include "search/walk.h"
#include "search/eval_scale.h"

/* Returns the static evaluation used by the search: corrected by the correction histories, scaled
 * by the number of pieces, and damped towards the move limit. */
static inline Score corrected_eval(const Worker *w, const StackEntry *ss, Score raw)
{
    assert(raw != SCORE_NONE && in_range(ss->piece_count, 2, 32));
    const Position *pos = &w->pos;
    const int quiet = pos->quiet_plies < fade_plies ? pos->quiet_plies : fade_plies;
    Score s = raw + history_correction(&w->history, side_to_move(pos), correction_evidence(ss)) * correction_weight / 100;
    s = eval_scaled(s, ss->piece_count);
    s -= s * quiet / fade_divisor;
    return eval_limited(s);
}

/* Applies the rules to the position just reached (never the root). Returns true and a score if the
 * game is decided, or drawn by repetition, the move limit or lack of force. If the guilty side
 * could still deviate, only the window shrinks; true then means that it is closed. */
static inline bool rules_decide(Worker *w, const StackEntry *ss, Score *alpha, Score *beta, Score *score)
{
    assert(ss->ply >= 1 && *alpha < *beta);
    const SearchRules *rules = &w->shared->rules;
    if (!rules_may_end(rules, &w->filter, &w->pos))
        return false;
    switch (rules_in_search(rules, &(Path){&w->pos, w->undos, w->undo_count}, ss->ply)) {
    case RULE_NONE: return false;
    case RULE_DRAW: *score = SCORE_DRAW; return true;
    case RULE_WIN: *score = -rule_loss_in(ss->ply); return true;
    case RULE_LOSS: *score = rule_loss_in(ss->ply); return true;
    case RULE_AT_LEAST_DRAW: *alpha = *alpha < SCORE_DRAW ? SCORE_DRAW : *alpha; break;
    case RULE_AT_MOST_DRAW: *beta = *beta > SCORE_DRAW ? SCORE_DRAW : *beta; break;
    }
    *score = *alpha;
    return *alpha >= *beta;
}

/* Returns a move by which the side to move repeats a position without penalty, or MOVE_NONE. It
 * reverses its own last move after the opponent did the same; nearly all repetitions in one move
 * are of this kind (MEASURED.md). The tree would prune it like other quiet moves, and so see a
 * saving draw, or the ban on a chase, several plies late. The idea is Stockfish's upcoming
 * repetition (2018), which finds any move that closes a cycle by Marcel van Kervinck's cuckoo
 * table. */
static inline Move upcoming_repetition(Worker *w, const StackEntry *ss)
{
    assert(w->undo_count < w->undo_capacity);
    if (w->undo_count < 3 || w->pos.quiet_plies < 3)
        return MOVE_NONE;
    Undo *next = &w->undos[w->undo_count];
    if (next[-1].move == MOVE_NULL || next[-2].move == MOVE_NULL || next[-1].move != move_back(next[-3].move))
        return MOVE_NONE;
    const Move back = move_back(next[-2].move);
    if (!is_pseudo_legal(&w->pos, back))
        return MOVE_NONE;
    position_make(&w->pos, back, next);
    const RuleOutcome theirs = rules_in_search(&w->shared->rules, &(Path){&w->pos, w->undos, w->undo_count + 1}, ss->ply + 1);
    position_unmake(&w->pos, next);
    return theirs == RULE_DRAW || theirs == RULE_LOSS || theirs == RULE_AT_MOST_DRAW ? back : MOVE_NONE;
}

/* Starts a node. Returns true and a score if it needs no search. Window and score are changed as by
 * rules_decide(). */
static inline bool node_ends(Worker *w, StackEntry *ss, Score *alpha, Score *beta, Score *score)
{
    assert(in_range(ss->ply, 0, MAX_PLY));
    assert(*alpha < *beta);
    ss->pv_length = 0;
    if (w->selective_depth < ss->ply)
        w->selective_depth = ss->ply;
    if (worker_check_stop(w)) {
        *score = SCORE_DRAW;
        return true;
    }
    if (ss->ply == 0)
        return false;
    if (ss->excluded == MOVE_NONE && rules_decide(w, ss, alpha, beta, score))
        return true;
    if (*alpha < SCORE_DRAW && ss->excluded == MOVE_NONE) {
        const Move back = upcoming_repetition(w, ss);
        if (back != MOVE_NONE) {
            *score = *alpha = SCORE_DRAW;
            if (*alpha >= *beta)
                return true;
            ss->pv[0] = back; /* the PV, unless a move is better than this */
            ss->pv_length = 1;
        }
    }
    if (w->shared->endgames_in_tree && endgame_possible(&w->pos) && ss->excluded == MOVE_NONE && endings_decide(w, ss, score))
        return true;
    if (ss->ply < MAX_PLY - 1)
        return false;
    *score = evaluate(&w->evaluator, &w->pos);
    return true;
}

/* Sets the PV to this move followed by the child's PV. */
static inline void stack_set_pv(StackEntry *ss, Move m)
{
    assert(in_range(ss[1].pv_length, 0, MAX_PLY));
    const StackEntry *child = ss + 1;
    ss->pv[0] = m;
    for (int i = 0; i < child->pv_length; i++)
        ss->pv[i + 1] = child->pv[i];
    ss->pv_length = child->pv_length + 1;
}
