/* SPDX-License-Identifier: GPL-3.0-only */
#include "search/quiescence.h"

#include "engine/board/see.h"
#include "search/lopsided.h"
#include "search/movepick.h"
#include "search/node.h"

/* Searches a leaf. check_plies is the number of plies in which quiet checks are tried too if the
 * window is lopsided. */
static Score search_leaf(Worker *w, Frame *f, Score alpha, Score beta, int check_plies)
{
    const bool pv_node = beta - alpha > 1;
    Position *pos = &w->pos;
    const Score asked = alpha;
    Score ended;
    if (node_ends(w, f, &alpha, &beta, &ended))
        return ended;
    const bool raised = alpha > asked; /* by the rules */
    legality_init(pos, (Side)pos->side, &f->legality);
    f->in_check = f->legality.checkers != 0;

    /* Compute the static evaluation while the table entry is being fetched, as in alphabeta(); then
     * probe the table. */
    f->static_eval = f->in_check ? SCORE_NONE : corrected_eval(w, f, evaluate(&w->evaluator, pos));
    TtEntry hit;
    const uint64_t key = worker_key(w);
    const bool found = tt_probe(&w->shared->tt, key, &hit);
    Score tt_score = found && hit.bound != BOUND_NONE ? tt_score_in(hit.score, f->ply) : SCORE_NONE;
    if (is_decisive(tt_score) && hit.move != MOVE_NONE && !is_pseudo_legal(pos, hit.move)) /* entry of another position */
        tt_score = SCORE_NONE;
    if (!pv_node && tt_score != SCORE_NONE && (hit.bound & (tt_score >= beta ? BOUND_LOWER : BOUND_UPPER)))
        return tt_score;

    /* Stand pat: the side to move may decline every capture. */
    Score best = mated_in(f->ply);
    if (!f->in_check) {
        best = f->static_eval;
        if (tt_score != SCORE_NONE && (hit.bound & (tt_score > best ? BOUND_LOWER : BOUND_UPPER)) &&
            !(is_decisive(tt_score) && rules_near_limit(&w->shared->rules, pos)))
            best = tt_score;
        if (best >= beta)
            return best;
    }
    const Score futility = f->in_check ? SCORE_NONE : f->static_eval + qs_futility;
    if (best > alpha)
        alpha = best;
    else if (raised)
        best = alpha;

    Picker picker;
    picker_init(&picker, w, f, found ? hit.move : MOVE_NONE,
                f->in_check                            ? PICKED_ALL
                : check_plies > 0 && is_lopsided(beta) ? PICKED_CAPTURES_AND_CHECKS
                                                       : PICKED_CAPTURES,
                qs_see);
    f[1].ply = f->ply + 1;
    Move best_move = MOVE_NONE;
    int tried = 0;
    for (Move m; (m = picker_next(&picker)) != MOVE_NONE;) {
        const bool capture = is_capture(pos, m);
        tried++;
        if (best >= -SCORE_EVAL_MAX) {
            /* Futility: even winning the victim for nothing does not reach alpha. */
            if (!f->in_check && capture && !gives_check(pos, m)) {
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
            if (f->in_check && !capture && tried > qs_evasions)
                continue;
            /* The picker has removed losing captures, but not in check, and not the hash move. */
            if (capture && (f->in_check || tried == 1) && !see_at_least(pos, m, f->in_check ? qs_evasion_see : qs_see))
                continue;
        }
        worker_make(w, f, m);
        Score score = -search_leaf(w, f + 1, -beta, -alpha, check_plies - 1);
        worker_unmake(w);
        if (w->stopped)
            return SCORE_DRAW;
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = m;
                if (pv_node)
                    frame_set_pv(f, m);
                if (score >= beta)
                    break;
                alpha = score;
            }
        }
    }
    if (best_move != MOVE_NONE || best != tt_score || !is_decisive(best)) /* a mate from the table stays as it is */
        worker_remember(w, key, f->ply, &(TtEntry){best_move, best, 0, best >= beta ? BOUND_LOWER : BOUND_UPPER});
    return best;
}

Score quiescence(Worker *w, Frame *f, Score alpha, Score beta) { return search_leaf(w, f, alpha, beta, qs_check_plies); }
