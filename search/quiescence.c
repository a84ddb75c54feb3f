/* SPDX-License-Identifier: GPL-3.0-only */
#include "search/quiescence.h"

#include "engine/base/contract.h"
#include "engine/base/minmax.h"
#include "engine/board/see.h"
#include "search/winning.h"
#include "search/movepick.h"
#include "search/node.h"

/* Searches a leaf. check_plies is the number of plies in which quiet checks are tried too if the
 * window is lopsided. */
static Score search_leaf(Worker *w, StackEntry *ss, Score alpha, Score beta, int check_plies)
{
    const bool pv_node = beta - alpha > 1;
    Position *pos = &w->pos;
    const Score old_alpha = alpha;
    Score ended;
    if (node_ends(w, ss, &alpha, &beta, &ended))
        return ended;
    const bool raised = alpha > old_alpha; /* by the rules */
    legality_init(pos, side_to_move(pos), &ss->legality);
    ss->in_check = ss->legality.checkers != 0;

    /* Compute the static evaluation while the table entry is being fetched, as in alphabeta(); then
     * probe the table. */
    ss->static_eval = ss->in_check ? SCORE_NONE : corrected_eval(w, ss, evaluate(&w->evaluator, pos));
    TtEntry hit;
    const uint64_t key = worker_key(w);
    const bool found = tt_probe(&w->shared->tt, key, &hit);
    Score tt_score = found && hit.bound != BOUND_NONE ? tt_score_in(hit.score, ss->ply) : SCORE_NONE;
    if (is_decisive(tt_score) && hit.move != MOVE_NONE && !is_pseudo_legal(pos, hit.move)) /* entry of another position */
        tt_score = SCORE_NONE;
    if (!pv_node && tt_score != SCORE_NONE && (hit.bound & (tt_score >= beta ? BOUND_LOWER : BOUND_UPPER)))
        return tt_score;

    /* Stand pat: the side to move may decline every capture. */
    Score best = mated_in(ss->ply);
    if (!ss->in_check) {
        best = ss->static_eval;
        if (tt_score != SCORE_NONE && (hit.bound & (tt_score > best ? BOUND_LOWER : BOUND_UPPER)) &&
            !(is_decisive(tt_score) && rules_near_limit(&w->shared->rules, pos)))
            best = tt_score;
        if (best >= beta)
            return best;
    }
    const Score futility = ss->in_check ? SCORE_NONE : ss->static_eval + qs_futility;
    if (best > alpha)
        alpha = min_int(best, beta - 1); /* being mated here may already be enough for beta: the window stays open */
    else if (raised)
        best = alpha;

    Picker picker;
    picker_init(&picker, w, ss, found ? hit.move : MOVE_NONE,
                ss->in_check                                ? PICKED_ALL
                : check_plies > 0 && is_winning_score(beta) ? PICKED_CAPTURES_AND_CHECKS
                                                            : PICKED_CAPTURES,
                qs_see);
    ss[1].ply = ss->ply + 1;
    Move best_move = MOVE_NONE;
    int tried = 0;
    for (Move m; (m = picker_next(&picker)) != MOVE_NONE;) {
        const bool capture = is_capture(pos, m);
        tried++;
        if (best >= -SCORE_EVAL_MAX) {
            /* Futility: even winning the victim for nothing does not reach alpha. */
            if (!ss->in_check && capture && !gives_check(pos, m)) {
                if (tried > qs_captures)
                    continue;
                Score gain = futility + see_value[piece_kind(piece_at(pos, move_to(m)))];
                if (gain <= alpha) {
                    if (gain > best)
                        best = gain;
                    continue;
                }
            }
            /* In check: a few evasions are enough once one holds. */
            if (ss->in_check && !capture && tried > qs_evasions)
                continue;
            /* The picker has removed losing captures, but not in check, and not the hash move. */
            if (capture && (ss->in_check || tried == 1) && !see_at_least(pos, m, ss->in_check ? qs_evasion_see : qs_see))
                continue;
        }
        worker_make(w, ss, m);
        Score score = -search_leaf(w, ss + 1, -beta, -alpha, check_plies - 1);
        worker_unmake(w);
        if (w->stopped)
            return SCORE_DRAW;
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = m;
                if (pv_node)
                    stack_set_pv(ss, m);
                if (score >= beta)
                    break;
                alpha = score;
            }
        }
    }
    if (best_move != MOVE_NONE || best != tt_score || !is_decisive(best)) /* a mate from the table stays as it is */
        worker_tt_store(w, key, ss->ply, &(TtEntry){best_move, best, 0, best >= beta ? BOUND_LOWER : BOUND_UPPER});
    return best;
}

Score quiescence(Worker *w, StackEntry *ss, Score alpha, Score beta)
{
    assert(-SCORE_INFINITE <= alpha && alpha < beta && beta <= SCORE_INFINITE);
    assert(ss == worker_root_entry(w) + ss->ply && in_range(ss->ply, 0, MAX_PLY));
    VERIFY_ASSERT(ss->ply == w->undo_count - w->root_undos);
    return search_leaf(w, ss, alpha, beta, qs_check_plies);
}
