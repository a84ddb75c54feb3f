#include "search/alphabeta.h"

#include "engine/board/legal.h"
#include "engine/board/see.h"
#include "search/movepick.h"

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

Score corrected_eval(const Worker *w, const Frame *f, Score raw)
{
    const Position *pos = &w->pos;
    Square earlier = f[-2].move != MOVE_NONE && f[-2].move != MOVE_NULL ? move_to(f[-2].move) : SQ_NONE;
    Score s = raw + history_correction(&w->history, (Side)pos->side, &f->parts, f[-1].slot, earlier) * correction_weight / 100;
    s -= s * least(pos->quiet_plies, fade_plies) / fade_divisor;
    return most(-SCORE_EVAL_MAX, least(SCORE_EVAL_MAX, s));
}

/* Is there anything left that can attack? With guards and pawns alone zugzwang is common. */
static bool has_attackers(const Position *pos, Side side)
{
    return (pieces_of(pos, side, ROOK) | pieces_of(pos, side, KNIGHT) | pieces_of(pos, side, CANNON)) != 0;
}

/* Razoring: so far below alpha that only tactics could help; let quiescence look for them. */
static bool razored(Worker *w, Frame *f, Score alpha, Score beta, Score eval, int depth, Score *score)
{
    if (eval >= alpha - razor_base - razor_slope * depth * depth)
        return false;
    *score = quiescence(w, f, alpha, beta, 0);
    return !is_decisive(*score) && *score <= alpha;
}

/* Null move (Donninger, ICCA Journal 16(3), 1993): if even passing holds beta, some move will. Sound
 * only while moving is never worse than passing, so not with guards and pawns alone; deep results are
 * verified by a search that may not pass again on this side (as in Stockfish). SCORE_NONE when the
 * try proves nothing. */
static Score null_move_score(Worker *w, Frame *f, Score beta, Score eval, int depth, bool cut_node)
{
    if (f[-1].move == MOVE_NULL || f->excluded != MOVE_NONE || eval < beta ||
        f->static_eval < beta - nmp_static_slope * depth + nmp_static_base || !has_attackers(&w->pos, (Side)w->pos.side) || is_loss(beta) ||
        f->ply < w->null_least_ply)
        return SCORE_NONE;

    int reduction = nmp_base + depth / nmp_divisor + least(nmp_eval_most, (eval - beta) / nmp_eval_step);
    worker_make_null(w, f);
    f[1].ply = f->ply + 1;
    Score score = -alphabeta(w, f + 1, -beta, -beta + 1, depth - reduction, !cut_node);
    worker_unmake_null(w);
    if (w->stopped || score < beta)
        return SCORE_NONE;
    if (is_win(score))
        score = beta; /* a mate found after passing is not a proven mate */
    if (w->null_least_ply || depth < nmp_verify_depth)
        return score;

    w->null_least_ply = f->ply + nmp_verify_part * (depth - reduction) / 100;
    Score verified = alphabeta(w, f, beta - 1, beta, depth - reduction, false);
    w->null_least_ply = 0;
    return verified >= beta ? score : SCORE_NONE;
}

/* ProbCut (Buro, ICCA Journal 18(2), 1995): a capture that beats beta by a margin in a shallow search
 * will very probably beat beta in a deep one. SCORE_NONE if there is none. */
static Score probcut_score(Worker *w, Frame *f, Score beta, int depth, Move hash_move, bool cut_node)
{
    Score high = beta + probcut_margin;
    Picker picker;
    picker_init_quiescence(&picker, w, f, hash_move, false, most(1, high - f->static_eval));
    f[1].ply = f->ply + 1;
    for (Move m; (m = picker_next(&picker)) != MOVE_NONE;) {
        if (m == f->excluded)
            continue;
        worker_make(w, f, m);
        Score score = -quiescence(w, f + 1, -high, -high + 1, 0);
        if (score >= high && depth > probcut_plies)
            score = -alphabeta(w, f + 1, -high, -high + 1, depth - probcut_plies, !cut_node);
        worker_unmake(w);
        if (w->stopped)
            return SCORE_NONE;
        if (score >= high)
            return score;
    }
    return SCORE_NONE;
}

/* How many plies longer to look at the hash move (Anantharaman, Campbell and Hsu's singular extensions
 * as Stockfish does them): if all others fail well below its score, it is forced. Negative when others
 * are as good. *cutoff gets a score when even without it beta holds ("multi-cut"), else SCORE_NONE. */
static int singular_extension(Worker *w, Frame *f, const TtEntry *hit, Score tt_score, Score beta, int depth, bool pv_node, bool cut_node,
                              Score *cutoff)
{
    Score bar = tt_score - singular_margin * depth / 16;
    *cutoff = SCORE_NONE;
    f->excluded = hit->move;
    Score others = alphabeta(w, f, bar - 1, bar, (depth - 1) / singular_divisor, cut_node);
    f->excluded = MOVE_NONE;
    if (w->stopped)
        return 0;
    if (others < bar)
        return !pv_node && others < bar - double_margin ? 2 : 1;
    if (others >= beta && !is_decisive(others)) {
        *cutoff = others;
        return 0;
    }
    return tt_score >= beta ? -singular_beta_plies : cut_node ? -singular_cut_plies : 0;
}

static int history_bonus(int depth) { return most(0, least(history_bonus_max, history_bonus_base + history_bonus_slope * depth)); }
static int history_malus(int depth) { return most(0, least(history_malus_max, history_malus_base + history_malus_slope * depth)); }

static void teach_continuations(Frame *f, int slot, int bonus)
{
    static const int back[] = {1, 2, 4, 6};
    for (int i = 0; i < 4; i++)
        if (f[-back[i]].slot != SLOTS)
            history_add(&(*f[-back[i]].continuation)[slot], back[i] > 2 ? bonus * continuation_far / 100 : bonus, continuation_limit);
}

static void teach_quiet(Worker *w, Frame *f, Move m, int bonus)
{
    history_add(history_butterfly(&w->history, (Side)w->pos.side, m), bonus, butterfly_limit);
    teach_continuations(f, history_slot(piece_at(&w->pos, move_from(m)), move_to(m)), bonus);
}

/* The butterfly entry of the opponent's move that led here; NULL if it was a capture or a pass. */
static int16_t *butterfly_of_last(Worker *w, const Frame *f)
{
    if (f->ply == 0 || f[-1].move == MOVE_NULL)
        return NULL;
    const Undo *last = &w->undos[w->undo_count - 1];
    if (last->captured != EMPTY)
        return NULL;
    return history_butterfly(&w->history, opponent((Side)w->pos.side), last->move);
}

/* A quiet move that made the evaluation better for its side was good, before any search says so (Stockfish,
 * 2020). eval_change_offset is what having the move is worth to both evaluations together. */
static void teach_by_eval_change(Worker *w, Frame *f)
{
    int16_t *h = f[-1].static_eval != SCORE_NONE ? butterfly_of_last(w, f) : NULL;
    if (!h)
        return;
    int bonus = (eval_change_offset - f[-1].static_eval - f->static_eval) * eval_change_weight / 10;
    history_add(h, most(-eval_change_max, least(eval_change_max, bonus)), butterfly_limit);
}

/* Everything failed low here, so the quiet move that led here was good: the more so the later and the
 * less expected it came (Stockfish's "prior countermove"). */
static void teach_move_before(Worker *w, Frame *f, int depth, bool surprising)
{
    int16_t *h = butterfly_of_last(w, f);
    if (!h)
        return;
    int reasons = (depth > fail_low_depth) + surprising + (f[-1].stat_score < fail_low_stat) + (f[-1].number > fail_low_number);
    int bonus = least(history_bonus(depth) * reasons * fail_low_weight / 200, butterfly_limit);
    history_add(h, bonus, butterfly_limit);
    teach_continuations(f - 1, f[-1].slot, bonus);
}

typedef struct Tried { /* moves searched before the best one */
    int quiet_count, capture_count;
    Move quiets[QUIETS_TRIED], captures[CAPTURES_TRIED];
} Tried;

/* After a cutoff: the move that caused it ranks higher next time, those tried before it lower. */
static void teach_histories(Worker *w, Frame *f, Move best, int depth, const Tried *tried)
{
    int bonus = history_bonus(depth), malus = history_malus(depth);
    if (is_capture(&w->pos, best)) {
        history_add(history_capture(&w->history, &w->pos, best), bonus, capture_limit);
    } else {
        if (f->killers[0] != best) {
            f->killers[1] = f->killers[0];
            f->killers[0] = best;
        }
        teach_quiet(w, f, best, bonus);
        for (int i = 0; i < tried->quiet_count; i++)
            if (tried->quiets[i] != best)
                teach_quiet(w, f, tried->quiets[i], -malus);
    }
    for (int i = 0; i < tried->capture_count; i++)
        if (tried->captures[i] != best)
            history_add(history_capture(&w->history, &w->pos, tried->captures[i]), -malus, capture_limit);
}

static RootMove *root_move(Worker *w, Move m)
{
    for (int i = w->pv_index; i < w->root_count; i++)
        if (w->roots[i].move == m)
            return &w->roots[i];
    return NULL;
}

Score alphabeta(Worker *w, Frame *f, Score alpha, Score beta, int depth, bool cut_node)
{
    const bool pv_node = beta - alpha > 1, root = f->ply == 0;
    const int less_pruning = w->shared->limits.ablation.pruning;
    Position *pos = &w->pos;

    /* 1. Leaves, the stop flag, and what the rules decide. */
    if (depth <= 0)
        return quiescence(w, f, alpha, beta, 0);
    f->pv_length = 0;
    if (w->selective_depth < f->ply)
        w->selective_depth = f->ply;
    if (worker_must_stop(w))
        return SCORE_DRAW;
    if (!root) {
        Score ruled;
        if (f->excluded == MOVE_NONE && rules_decide(w, f, &alpha, &beta, &ruled))
            return ruled;
        if (f->ply >= MAX_PLY - 1)
            return evaluate(&w->evaluator, pos);
        /* Mate distance: a shorter mate is already known. */
        alpha = most(alpha, mated_in(f->ply));
        beta = least(beta, mate_in(f->ply + 1));
        if (alpha >= beta)
            return alpha;
    }

    const Move excluded = f->excluded;
    const uint64_t key = worker_key(w);
    if (excluded == MOVE_NONE) {
        legality_init(pos, (Side)pos->side, &f->legality);
        f->in_check = f->legality.checkers != 0;
    }
    f[1].ply = f->ply + 1;
    f[1].excluded = MOVE_NONE;
    f[2].killers[0] = f[2].killers[1] = MOVE_NONE;
    f[2].cutoffs = 0;

    /* 2. Table. */
    TtEntry hit;
    const bool found = excluded == MOVE_NONE && tt_probe(&w->shared->tt, key, &hit);
    const Score tt_score = found && hit.bound != BOUND_NONE ? tt_score_in(hit.score, f->ply) : SCORE_NONE;
    const Move hash_move = root ? w->roots[w->pv_index].move : found ? hit.move : MOVE_NONE;
    const bool hash_is_capture = hash_move != MOVE_NONE && move_on_board(hash_move) && is_capture(pos, hash_move);
    if (!pv_node && tt_score != SCORE_NONE && hit.depth >= depth && (hit.bound & (tt_score >= beta ? BOUND_LOWER : BOUND_UPPER)) &&
        !rules_near_limit(&w->shared->rules, pos)) {
        if (tt_score >= beta && hash_move != MOVE_NONE && !hash_is_capture && is_pseudo_legal(pos, hash_move))
            teach_quiet(w, f, hash_move, history_bonus(depth) * tt_cut_weight / 100);
        return tt_score;
    }

    /* 3. Static evaluation. */
    Score eval = SCORE_NONE, raw_eval = SCORE_NONE;
    bool improving = false;
    if (f->in_check) {
        f->static_eval = SCORE_NONE;
    } else if (excluded != MOVE_NONE) {
        eval = f->static_eval;
    } else {
        raw_eval = found && hit.eval != SCORE_NONE ? hit.eval : evaluate(&w->evaluator, pos);
        eval = f->static_eval = corrected_eval(w, f, raw_eval);
        if (!found)
            worker_remember(w, key, f->ply, MOVE_NONE, 0, raw_eval, 0, BOUND_NONE);
        if (tt_score != SCORE_NONE && (hit.bound & (tt_score > eval ? BOUND_LOWER : BOUND_UPPER)))
            eval = tt_score;
        teach_by_eval_change(w, f);
        Score before = f[-2].static_eval != SCORE_NONE ? f[-2].static_eval : f[-4].static_eval;
        improving = before == SCORE_NONE || f->static_eval > before;
    }

    if (!pv_node && !f->in_check && excluded == MOVE_NONE && less_pruning < 2) {
        Score score;

        /* 4. Razoring. */
        if (depth <= razor_depth && razored(w, f, alpha, beta, eval, depth, &score))
            return score;

        /* 5. Reverse futility: so far above beta that a few plies will not bring it down. */
        if (depth <= rfp_depth && eval - rfp_margin * depth + (improving ? rfp_improving : 0) >= beta && !is_decisive(eval) &&
            !is_decisive(beta))
            return beta + (eval - beta) / rfp_divisor;

        /* 6. Null move. */
        if (depth >= nmp_depth && (score = null_move_score(w, f, beta, eval, depth, cut_node)) != SCORE_NONE)
            return score;

        /* 7. ProbCut. */
        if (depth >= probcut_depth && !is_decisive(beta) &&
            (tt_score == SCORE_NONE || hit.depth < depth - probcut_tt_plies || tt_score >= beta + probcut_margin) &&
            (score = probcut_score(w, f, beta, depth, hash_move, cut_node)) != SCORE_NONE)
            return is_decisive(score) ? score : score - probcut_margin;
        if (w->stopped)
            return SCORE_DRAW;
    }

    /* 8. Internal iterative reduction (Ed Schröder): without a hash move the ordering is poor, so look
     *    less deep and leave a move for next time. */
    if (depth >= iir_depth && hash_move == MOVE_NONE && excluded == MOVE_NONE && (pv_node || cut_node))
        depth--;

    /* 9. The moves. */
    Picker picker;
    picker_init(&picker, w, f, hash_move);
    Score best = -SCORE_INFINITE;
    Move best_move = MOVE_NONE;
    Tried tried = {0};
    int number = 0;

    for (Move m; (m = picker_next(&picker)) != MOVE_NONE;) {
        if (m == excluded)
            continue;
        RootMove *rm = NULL;
        if (root && !(rm = root_move(w, m)))
            continue;
        number++;
        if (root && w->id == 0 && w->shared->listener && w->shared->listener->root_move) {
            int64_t time_ms = clock_since_start(w->shared);
            if (time_ms >= 1000)
                w->shared->listener->root_move(w->shared->listener->self, depth, m, number + w->pv_index, time_ms);
        }

        const bool capture = is_capture(pos, m);
        const bool check = gives_check(pos, m);
        const int history = capture ? *history_capture(&w->history, pos, m) : quiet_history(w, f, m);
        int reduction = w->shared->lmr[least(depth, 63)][least(number, 63)];
        if (!improving)
            reduction += lmr_not_improving;

        /* 10. Pruning of late moves at low depth, once something holds. */
        if (!root && less_pruning < 1 && best > -SCORE_WIN_LEAST && has_attackers(pos, (Side)pos->side)) {
            int reduced = most(0, depth - 1 - reduction / DEPTH_SCALE);
            if (!capture) {
                if (number > (lmp_base + depth * depth) / (improving ? 1 : lmp_divisor))
                    picker.skip_quiets = true;
                if (!check && !f->in_check && reduced <= futility_depth &&
                    f->static_eval + futility_base + futility_slope * reduced + history / futility_history <= alpha) {
                    picker.skip_quiets = true;
                    continue;
                }
                if (!check && reduced <= history_prune_depth && history < -history_prune_slope * (reduced + 1))
                    continue;
                if (!see_at_least(pos, m, -see_quiet_slope * reduced * reduced - (check ? see_quiet_check : 0)))
                    continue;
            } else if (!see_at_least(pos, m, -see_capture_slope * depth - (check ? see_capture_check : 0))) {
                continue;
            }
        }

        /* 11. Extensions. */
        int extension = 0;
        if (!root && f->ply < extension_length * w->root_depth) {
            if (m == hash_move && found && excluded == MOVE_NONE && depth >= singular_depth && tt_score != SCORE_NONE &&
                !is_decisive(tt_score) && (hit.bound & BOUND_LOWER) && hit.depth >= depth - singular_tt_plies) {
                Score cutoff;
                extension = singular_extension(w, f, &hit, tt_score, beta, depth, pv_node, cut_node, &cutoff);
                if (w->stopped)
                    return SCORE_DRAW;
                if (cutoff != SCORE_NONE)
                    return cutoff;
            } else if (check && check_extension && (pv_node || check_extension == 2) && depth >= check_extension_depth &&
                       see_at_least(pos, m, check_extension_see)) {
                extension = 1;
            }
        }

        /* 12. Search: full window for the first, null window and reduced depth for the rest. */
        const uint64_t nodes_before = worker_nodes(w);
        f->stat_score = history;
        f->number = number;
        worker_make(w, f, m);
        int next_depth = depth - 1 + extension;
        Score score = -SCORE_INFINITE;

        if (depth >= lmr_depth && number > (root ? lmr_root_number : lmr_number) && less_pruning < 3) {
            if (cut_node)
                reduction += lmr_cut_node;
            if (pv_node)
                reduction -= lmr_pv;
            if (check)
                reduction -= lmr_check;
            if (f->in_check)
                reduction -= lmr_evasion;
            if (m == f->killers[0] || m == f->killers[1])
                reduction -= lmr_killer;
            if (hash_is_capture && !capture)
                reduction += lmr_tt_capture;
            if (f[1].cutoffs > lmr_cutoffs)
                reduction += lmr_cutoff_plies;
            if (capture)
                reduction -= lmr_capture;
            reduction -= history * (capture ? lmr_capture_history : lmr_history) / 1024;

            int reduced = most(1, least(next_depth - reduction / DEPTH_SCALE, next_depth + lmr_extend));
            score = -alphabeta(w, f + 1, -alpha - 1, -alpha, reduced, true);
            if (score > alpha && reduced < next_depth) {
                /* better than feared: a little deeper if by far, a little less if barely */
                if (score > best + lmr_deeper + lmr_deeper_slope * next_depth)
                    next_depth++;
                else if (score < best + lmr_shallower)
                    next_depth--;
                if (next_depth > reduced)
                    score = -alphabeta(w, f + 1, -alpha - 1, -alpha, next_depth, !cut_node);
            }
        } else if (!pv_node || number > 1) {
            score = -alphabeta(w, f + 1, -alpha - 1, -alpha, next_depth, !cut_node);
        }
        if (pv_node && (number == 1 || score > alpha))
            score = -alphabeta(w, f + 1, -beta, -alpha, next_depth, false);
        worker_unmake(w);
        if (w->stopped)
            return SCORE_DRAW;

        if (root) {
            rm->nodes += worker_nodes(w) - nodes_before;
            if (number == 1 || score > alpha) {
                rm->score = score;
                rm->bound = score >= beta ? BOUND_LOWER : score <= alpha ? BOUND_UPPER : BOUND_EXACT;
                rm->average =
                    rm->average == -SCORE_INFINITE ? score : (rm->average * (100 - average_weight) + score * average_weight) / 100;
                rm->depth = w->root_depth;
                rm->seldepth = w->selective_depth;
                rm->pv[0] = m;
                rm->pv_length = 1;
                for (int i = 0; i < f[1].pv_length && rm->pv_length < PV_MAX; i++)
                    rm->pv[rm->pv_length++] = f[1].pv[i];
            } else {
                rm->score = -SCORE_INFINITE;
            }
        }

        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = m;
                if (pv_node)
                    frame_set_pv(f, m);
                if (score >= beta) {
                    f->cutoffs++;
                    break;
                }
                alpha = score;
                /* a move better than all before is found: the others need less proof */
                if (depth > alpha_raise_least && depth < alpha_raise_most && !is_decisive(score))
                    depth -= least(alpha_raise_plies, depth - 1);
            }
        }
        if (capture && tried.capture_count < CAPTURES_TRIED)
            tried.captures[tried.capture_count++] = m;
        else if (!capture && tried.quiet_count < QUIETS_TRIED)
            tried.quiets[tried.quiet_count++] = m;
    }

    /* 13. No move: mated or stalemated, lost either way; or nothing besides the excluded move. */
    if (number == 0)
        return excluded != MOVE_NONE ? alpha : mated_in(f->ply);

    if (best_move != MOVE_NONE)
        teach_histories(w, f, best_move, depth, &tried);
    else if (excluded == MOVE_NONE)
        teach_move_before(w, f, depth, pv_node || cut_node);

    /* 14. Remember. */
    if (excluded == MOVE_NONE && !(root && w->pv_index > 0)) {
        Bound bound = best >= beta ? BOUND_LOWER : pv_node && best_move != MOVE_NONE ? BOUND_EXACT : BOUND_UPPER;
        worker_remember(w, key, f->ply, best_move, best, raw_eval, depth, bound);
        if (!f->in_check && (best_move == MOVE_NONE || !is_capture(pos, best_move)) && !is_decisive(best) &&
            !(bound == BOUND_LOWER && best <= f->static_eval) && !(bound == BOUND_UPPER && best >= f->static_eval)) {
            Square earlier = f[-2].move != MOVE_NONE && f[-2].move != MOVE_NULL ? move_to(f[-2].move) : SQ_NONE;
            history_learn_correction(&w->history, (Side)pos->side, &f->parts, f[-1].slot, earlier, best - f->static_eval, depth);
        }
    }
    return best;
}
