/* SPDX-License-Identifier: GPL-3.0-only */
/* node.h - common parts of all nodes in alphabeta() and quiescence(): immediate results, static
 * evaluation and PV. */
#pragma once

#include "engine/board/legal.h"
#include "search/endings.h"
#include "search/params.h"
#include "search/walk.h"
#include "search/weight.h"

/* Returns the static evaluation used by the search: corrected by the correction histories, scaled
 * by the number of pieces, and damped towards the move limit. */
static inline Score corrected_eval(const Worker *w, const Frame *f, Score raw)
{
    const Position *pos = &w->pos;
    const int quiet = pos->quiet_plies < fade_plies ? pos->quiet_plies : fade_plies;
    Score s = raw + history_correction(&w->history, (Side)pos->side, frame_evidence(f)) * correction_weight / 100;
    s = eval_weighed(s, f->men);
    s -= s * quiet / fade_divisor;
    return eval_limited(s);
}

/* Applies the rules to the position just reached (never the root). Returns true and a score if the
 * game is decided, or drawn by repetition, the move limit or lack of force. If the guilty side
 * could still deviate, only the window shrinks; true then means that it is closed. */
static inline bool rules_decide(Worker *w, const Frame *f, Score *alpha, Score *beta, Score *score)
{
    const SearchRules *rules = &w->shared->rules;
    if (!rules_may_end(rules, &w->filter, &w->pos))
        return false;
    switch (rules_in_search(rules, &(Path){&w->pos, w->undos, w->undo_count}, f->ply)) {
    case RULE_NONE: return false;
    case RULE_DRAW: *score = SCORE_DRAW; return true;
    case RULE_WIN: *score = -rule_loss_in(f->ply); return true;
    case RULE_LOSS: *score = rule_loss_in(f->ply); return true;
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
static inline Move unpunished_return(Worker *w, const Frame *f)
{
    if (w->undo_count < 3 || w->pos.quiet_plies < 3)
        return MOVE_NONE;
    Undo *next = &w->undos[w->undo_count];
    if (next[-1].move == MOVE_NULL || next[-2].move == MOVE_NULL || next[-1].move != move_back(next[-3].move))
        return MOVE_NONE;
    const Move back = move_back(next[-2].move);
    if (!is_pseudo_legal(&w->pos, back))
        return MOVE_NONE;
    position_make(&w->pos, back, next);
    const RuleOutcome theirs = rules_in_search(&w->shared->rules, &(Path){&w->pos, w->undos, w->undo_count + 1}, f->ply + 1);
    position_unmake(&w->pos, next);
    return theirs == RULE_DRAW || theirs == RULE_LOSS || theirs == RULE_AT_MOST_DRAW ? back : MOVE_NONE;
}

/* Starts a node. Returns true and a score if it needs no search. Window and score are changed as by
 * rules_decide(). */
static inline bool node_ends(Worker *w, Frame *f, Score *alpha, Score *beta, Score *score)
{
    f->pv_length = 0;
    if (w->selective_depth < f->ply)
        w->selective_depth = f->ply;
    if (worker_must_stop(w)) {
        *score = SCORE_DRAW;
        return true;
    }
    if (f->ply == 0)
        return false;
    if (f->excluded == MOVE_NONE && rules_decide(w, f, alpha, beta, score))
        return true;
    if (*alpha < SCORE_DRAW && f->excluded == MOVE_NONE) {
        const Move back = unpunished_return(w, f);
        if (back != MOVE_NONE) {
            *score = *alpha = SCORE_DRAW;
            if (*alpha >= *beta)
                return true;
            f->pv[0] = back; /* the PV, unless a move is better than this */
            f->pv_length = 1;
        }
    }
    if (w->shared->endgames_in_tree && endgame_possible(&w->pos) && f->excluded == MOVE_NONE && endings_decide(w, f, score))
        return true;
    if (f->ply < MAX_PLY - 1)
        return false;
    *score = evaluate(&w->evaluator, &w->pos);
    return true;
}

/* Sets the PV to this move followed by the child's PV. */
static inline void frame_set_pv(Frame *f, Move m)
{
    const Frame *child = f + 1;
    f->pv[0] = m;
    for (int i = 0; i < child->pv_length; i++)
        f->pv[i + 1] = child->pv[i];
    f->pv_length = child->pv_length + 1;
}
