/* SPDX-License-Identifier: GPL-3.0-only */
#include "search/alphabeta.h"

#include "engine/base/contract.h"
#include "engine/base/minmax.h"
#include "engine/board/legal.h"
#include "engine/board/see.h"
#include "search/movepick.h"
#include "search/team.h"

/* Steps of a node that have one caller each. They are inlined because a call would cost more than the
 * step itself. */
#define INLINE static inline __attribute__((always_inline))

/* ---- every node: immediate results, static evaluation, PV ---- */

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
    case RULE_WIN: *score = -tree_rule_loss(ss->ply, false); return true;
    case RULE_LOSS: *score = tree_rule_loss(ss->ply, true); return true;
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
Move upcoming_repetition(Worker *w, const StackEntry *ss)
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

/* Starts a node. Returns true and a score if the node needs no search. Changes the window and the score
 * as rules_decide() does. A singular-extension search keeps the PV, which belongs to the enclosing
 * node. */
static inline bool node_ends(Worker *w, StackEntry *ss, Score *alpha, Score *beta, Score *score)
{
    assert(in_range(ss->ply, 0, MAX_PLY));
    assert(*alpha < *beta);
    const bool excluding = ss->excluded != MOVE_NONE;
    if (!excluding)
        ss->pv_length = 0;
    w->selective_depth = max_int(w->selective_depth, ss->ply);
    if (worker_check_stop(w)) {
        *score = SCORE_DRAW;
        return true;
    }
    if (ss->ply == 0)
        return false;
    if (!excluding && rules_decide(w, ss, alpha, beta, score))
        return true;
    if (*alpha < SCORE_DRAW && !excluding) {
        const Move back = upcoming_repetition(w, ss);
        if (back != MOVE_NONE) {
            *score = *alpha = SCORE_DRAW;
            if (*alpha >= *beta)
                return true;
            ss->pv[0] = back; /* this is the PV unless a better move is found */
            ss->pv_length = 1;
        }
    }
    if (w->shared->endgames_in_tree && endgame_possible(&w->pos) && !excluding && endings_decide(w, ss, score))
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

/* Stores a result whose score is relative to the root. If the score comes from the repetition rules,
 * and so depends on the path, only the move is kept (repetition.h). */
static inline void worker_tt_store(Worker *w, uint64_t key, int ply, const TtEntry *result)
{
    assert(in_range(ply, 0, MAX_PLY));
    assert(in_range(result->score, -SCORE_INFINITE, SCORE_INFINITE));
    const bool by_rule = is_decisive(result->score) && (!is_mate(result->score) || is_rule_loss_of_root(result->score, ply));
    const Bound bound = by_rule ? BOUND_NONE : result->bound;
    if (bound == BOUND_NONE && result->move == MOVE_NONE)
        return; /* there is nothing to store */
    const TtEntry entry = {result->move, tt_score_out(result->score, ply), result->depth, bound};
    tt_store(&w->shared->tt, key, &entry);
    if (result->depth >= TEAM_DEPTH && w->shared->team && bound != BOUND_NONE)
        team_hand_result(w, key, &entry);
}

/* Returns true if the table's bound proves that the true score is on the same side of `limit` as the
 * score given, which is the entry's. */
static inline bool bound_decides(const TtEntry *hit, Score score, Score limit)
{
    return score != SCORE_NONE && (hit->bound & (score >= limit ? BOUND_LOWER : BOUND_UPPER)) != 0;
}

/* ---- quiescence ---- */

/* Probes the table. Returns the score of the entry found, relative to the root, or SCORE_NONE.
 * hit->move is MOVE_NONE if there is no entry. */
INLINE Score leaf_table_score(const Worker *w, const StackEntry *ss, uint64_t key, TtEntry *hit)
{
    if (!tt_probe(&w->shared->tt, key, hit)) {
        hit->move = MOVE_NONE;
        return SCORE_NONE;
    }
    if (hit->bound == BOUND_NONE)
        return SCORE_NONE;
    const Score score = tt_score_in(hit->score, ss->ply);
    const bool foreign = is_decisive(score) && hit->move != MOVE_NONE && !is_pseudo_legal(&w->pos, hit->move);
    return foreign ? SCORE_NONE : score; /* foreign: the entry belongs to another position */
}

/* Returns the least score of a leaf. The side to move may decline every capture (stand pat), unless
 * it is in check. */
INLINE Score leaf_least_score(const Worker *w, const StackEntry *ss, const TtEntry *hit, Score tt_score)
{
    if (ss->in_check)
        return mated_in(ss->ply);
    const bool closer =
        bound_decides(hit, tt_score, ss->static_eval) && !(is_decisive(tt_score) && rules_near_limit(&w->shared->rules, &w->pos));
    return closer ? tt_score : ss->static_eval;
}

/* Returns the moves to search at a leaf. */
INLINE Picked leaf_moves(const StackEntry *ss, Score beta, int check_plies)
{
    if (ss->in_check)
        return PICKED_ALL;
    return check_plies > 0 && is_winning_score(beta) ? PICKED_CAPTURES_AND_CHECKS : PICKED_CAPTURES;
}

/* Returns true for captures that are not searched: those that do not reach alpha even by winning the
 * victim for nothing (futility), for which *best is raised to that gain, and those after the first
 * qs_captures. */
INLINE bool leaf_capture_is_futile(const Worker *w, const StackEntry *ss, Move m, int number, Score alpha, Score *best)
{
    if (ss->in_check || gives_check(&w->pos, m))
        return false;
    if (number > qs_captures)
        return true;
    const Score gain = ss->static_eval + qs_futility + see_value[piece_kind(piece_at(&w->pos, move_to(m)))];
    if (gain > alpha)
        return false;
    *best = max_int(*best, gain);
    return true;
}

/* Returns true if the move with this number is not searched because an earlier move does not lose.
 * Changes *best as leaf_capture_is_futile() does. */
INLINE bool leaf_prunes_move(const Worker *w, const StackEntry *ss, Move m, int number, Score alpha, Score *best)
{
    if (*best < -SCORE_EVAL_MAX)
        return false;
    if (!is_capture(&w->pos, m))
        return ss->in_check && number > qs_evasions; /* a few evasions are enough once one of them does not lose */
    if (leaf_capture_is_futile(w, ss, m, number, alpha, best))
        return true;
    /* The picker has removed losing captures, except in check and except the hash move. */
    return (ss->in_check || number == 1) && !see_at_least(&w->pos, m, ss->in_check ? qs_evasion_see : qs_see);
}

/* Searches a leaf. If beta is a winning score, quiet checks are also tried in the first check_plies
 * plies. */
static Score search_leaf(Worker *w, StackEntry *ss, Score alpha, Score beta, int check_plies)
{
    const bool pv_node = beta - alpha > 1;
    Position *pos = &w->pos;
    const Score old_alpha = alpha;
    Score ended;
    if (node_ends(w, ss, &alpha, &beta, &ended))
        return ended;
    const bool raised = alpha > old_alpha; /* true if the rules have raised alpha */
    legality_init(pos, side_to_move(pos), &ss->legality);
    ss->in_check = ss->legality.checkers != 0;

    /* Compute the static evaluation while the table entry is being fetched, as in alphabeta(); then
     * probe the table. */
    ss->static_eval = ss->in_check ? SCORE_NONE : corrected_eval(w, ss, evaluate(&w->evaluator, pos));
    TtEntry hit;
    const uint64_t key = worker_key(w);
    const Score tt_score = leaf_table_score(w, ss, key, &hit);
    if (!pv_node && bound_decides(&hit, tt_score, beta))
        return tt_score;

    Score best = leaf_least_score(w, ss, &hit, tt_score);
    if (best >= beta && !ss->in_check)
        return best;
    if (best > alpha)
        alpha = min_int(best, beta - 1); /* a score of being mated here may already reach beta, so the window is kept open */
    else if (raised)
        best = alpha;

    Picker picker;
    picker_init(&picker, w, ss, hit.move, leaf_moves(ss, beta, check_plies), qs_see);
    ss[1].ply = ss->ply + 1;
    Move best_move = MOVE_NONE;
    int number = 0;
    for (Move m; (m = picker_next(&picker)) != MOVE_NONE;) {
        if (leaf_prunes_move(w, ss, m, ++number, alpha, &best))
            continue;
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
    if (best_move != MOVE_NONE || best != tt_score || !is_decisive(best)) /* a mate score from the table is kept unchanged */
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

/* ---- alpha-beta ---- */

/* State of a node during its search, in addition to what the stack entry (StackEntry) keeps. */
typedef struct Node {
    Score alpha, beta;
    int depth;
    bool root, pv_node, cut_node, improving;
    bool may_be_pruned; /* true if a cheaper search may replace the search of the whole node */
    bool prunes_moves;  /* true if late moves may be skipped */
    bool found;         /* true if the table has an entry for this node, which is then in `hit` */
    TtEntry hit;
    Score tt_score; /* score of the entry relative to the root; SCORE_NONE if it has none */
    uint64_t key;
    Move hash_move;
    bool hash_is_capture;
    Score eval;              /* static evaluation, or the table's bound if that is closer */
    Score best, lower_bound; /* lower_bound: lower bound given by the rules; -SCORE_INFINITE if there is none */
    Move best_move;          /* move that raised alpha; MOVE_NONE if no move did */
    int move_count;
} Node;

enum { QUIETS_TRIED = 64, CAPTURES_TRIED = 32, DEPTH_SCALE = 1024 /* units of a reduction per ply */ };

typedef struct Tried { /* moves searched before the best move */
    int quiet_count, capture_count;
    Move quiets[QUIETS_TRIED], captures[CAPTURES_TRIED];
} Tried;

typedef struct MoveInfo { /* a move and its properties before it is searched */
    Move move;
    bool capture, check;
    int history;
    int reduction; /* 1024ths of a ply */
} MoveInfo;

/* ---- updates of the histories ---- */

static int history_bonus(int depth) { return clamp_int(history_bonus_base + history_bonus_slope * depth, 0, history_bonus_max); }
static int history_malus(int depth) { return clamp_int(history_malus_base + history_malus_slope * depth, 0, history_malus_max); }

static void update_continuations(StackEntry *ss, int slot, int bonus)
{
    static const int back[] = {1, 2, 4, 6};
    for (int i = 0; i < 4; i++)
        if (ss[-back[i]].slot != SLOTS)
            history_add(&(*ss[-back[i]].continuation)[slot], back[i] > 2 ? bonus * continuation_far / 100 : bonus, continuation_limit);
}

static void update_quiet_move(Worker *w, StackEntry *ss, Move m, int bonus)
{
    history_add(history_butterfly(&w->history, side_to_move(&w->pos), m), bonus, butterfly_limit);
    if (ss->ply < LOW_PLIES)
        history_add(&w->history.low_ply[ss->ply][square_index(move_from(m))][square_index(move_to(m))], bonus, butterfly_limit);
    update_continuations(ss, history_slot(piece_at(&w->pos, move_from(m)), move_to(m)), bonus);
}

/* Returns the butterfly entry of the opponent's move that led here, or NULL if it was a capture or a null move. */
static int16_t *butterfly_of_last(Worker *w, const StackEntry *ss)
{
    if (ss->ply == 0 || ss[-1].move == MOVE_NULL)
        return NULL;
    const Undo *last = &w->undos[w->undo_count - 1];
    if (last->captured != EMPTY)
        return NULL;
    return history_butterfly(&w->history, opponent(side_to_move(&w->pos)), last->move);
}

/* Before any search has confirmed it, a quiet move that improved its side's evaluation is assumed to be
 * good (Stockfish, 2020). Being to move adds something to both evaluations, and eval_change_offset
 * subtracts it: without this the update cost 110 Elo, with it the update gains 24. */
static void update_by_eval_change(Worker *w, StackEntry *ss)
{
    int16_t *h = ss[-1].static_eval != SCORE_NONE ? butterfly_of_last(w, ss) : NULL;
    if (!h)
        return;
    int bonus = (eval_change_offset - ss[-1].static_eval - ss->static_eval) * eval_change_weight / 10;
    history_add(h, clamp_int(bonus, -eval_change_max, eval_change_max), butterfly_limit);
}

/* All moves failed low here, so the quiet move that led here was good. Its bonus is larger if the move
 * came late or was unexpected (Stockfish's "prior countermove"; +17 Elo). */
static void update_previous_move(Worker *w, StackEntry *ss, int depth, bool surprising)
{
    int16_t *h = butterfly_of_last(w, ss);
    if (!h)
        return;
    int reasons = (depth > fail_low_depth) + surprising + (ss[-1].stat_score < fail_low_stat) + (ss[-1].move_count > fail_low_number);
    int bonus = min_int(history_bonus(depth) * reasons * fail_low_weight / 200, butterfly_limit);
    history_add(h, bonus, butterfly_limit);
    update_continuations(ss - 1, ss[-1].slot, bonus);
}

/* Raises the histories of the best move. Lowers those of the moves tried before it, and of the previous
 * move if that was a quiet first move, which the best move refutes (Stockfish). */
static void update_histories(Worker *w, StackEntry *ss, Move best, int depth, const Tried *tried)
{
    int bonus = history_bonus(depth), malus = history_malus(depth);
    if (is_capture(&w->pos, best)) {
        history_add(history_capture(&w->history, &w->pos, best), bonus, capture_limit);
    } else {
        if (ss->killers[0] != best) {
            ss->killers[1] = ss->killers[0];
            ss->killers[0] = best;
        }
        update_quiet_move(w, ss, best, bonus);
        for (int i = 0; i < tried->quiet_count; i++)
            if (tried->quiets[i] != best)
                update_quiet_move(w, ss, tried->quiets[i], -malus);
    }
    for (int i = 0; i < tried->capture_count; i++)
        if (tried->captures[i] != best)
            history_add(history_capture(&w->history, &w->pos, tried->captures[i]), -malus, capture_limit);
    if (ss[-1].move_count == 1 && butterfly_of_last(w, ss))
        update_continuations(ss - 1, ss[-1].slot, -malus * refuted_weight / 100);
}

/* ---- transposition table and evaluation ---- */

/* Returns true if the table entry allows a cutoff at this depth in a null window. If it does and the
 * hash move is quiet, gives that move a history bonus (+9 Elo). */
INLINE bool table_cuts(Worker *w, StackEntry *ss, const Node *n)
{
    if (n->pv_node || n->hit.depth < n->depth || !bound_decides(&n->hit, n->tt_score, n->beta) ||
        rules_near_limit(&w->shared->rules, &w->pos))
        return false;
    if (n->hash_move != MOVE_NONE && !is_pseudo_legal(&w->pos, n->hash_move)) /* the entry belongs to another position */
        return false;
    if (n->tt_score >= n->beta && n->hash_move != MOVE_NONE && !n->hash_is_capture)
        update_quiet_move(w, ss, n->hash_move, history_bonus(n->depth) * tt_cut_weight / 100);
    return true;
}

/* Sets eval and improving from the static evaluation, if there is one, and from the bound in the table. */
INLINE void refine_eval(Worker *w, StackEntry *ss, Node *n)
{
    if (ss->static_eval == SCORE_NONE)
        return;
    n->eval = ss->static_eval;
    if (ss->excluded != MOVE_NONE)
        return;
    if (bound_decides(&n->hit, n->tt_score, n->eval))
        n->eval = n->tt_score;
    update_by_eval_change(w, ss);
    Score before = ss[-2].static_eval != SCORE_NONE ? ss[-2].static_eval : ss[-4].static_eval;
    n->improving = before == SCORE_NONE || ss->static_eval > before;
}

/* Returns by how many centipawns the static evaluation was corrected, in either direction: a measure of how far it can be trusted. */
static int eval_doubt(const Worker *w, const StackEntry *ss)
{
    return ss->in_check ? 0 : abs(history_correction(&w->history, side_to_move(&w->pos), correction_evidence(ss)));
}

/* ---- pruning the whole node: these return a score, or SCORE_NONE if they do not apply ---- */

/* Returns true if the side has a piece that attacks. With only guards and pawns, zugzwang is common. */
static bool has_attackers(const Position *pos, Side side)
{
    return (pieces_of(pos, side, ROOK) | pieces_of(pos, side, KNIGHT) | pieces_of(pos, side, CANNON)) != 0;
}

/* Razoring: the node is so far below alpha that only tactics could help. Quiescence finds those. */
INLINE Score razor_score(Worker *w, StackEntry *ss, const Node *n)
{
    if (!n->may_be_pruned || n->depth > razor_depth || n->eval >= n->alpha - razor_base - razor_slope * n->depth * n->depth)
        return SCORE_NONE;
    Score score = quiescence(w, ss, n->alpha, n->beta);
    return !is_decisive(score) && score <= n->alpha ? score : SCORE_NONE;
}

/* Reverse futility (static null move): the node is so far above beta that a few plies will not bring it down. */
INLINE Score reverse_futility_score(const Worker *w, const StackEntry *ss, const Node *n)
{
    const int above = n->eval - rfp_margin * n->depth + (n->improving ? rfp_improving : 0) - n->beta;
    if (!n->may_be_pruned || n->depth > rfp_depth || above < 0 || is_decisive(n->eval) || is_winning_score(n->beta) ||
        above < eval_doubt(w, ss) * rfp_correction / 100)
        return SCORE_NONE;
    return n->beta + (n->eval - n->beta) / rfp_divisor;
}

/* Verifies a deep null move by a search in which neither side may pass for some plies (as in
 * Stockfish). */
INLINE bool null_move_holds(Worker *w, StackEntry *ss, const Node *n, int depth)
{
    if (w->null_least_ply || n->depth < nmp_verify_depth)
        return true;
    w->null_least_ply = ss->ply + nmp_verify_part * depth / 100;
    const Score verified = alphabeta(w, ss, n->beta - 1, n->beta, depth, false);
    w->null_least_ply = 0;
    return verified >= n->beta;
}

/* Null move (Donninger, ICCA Journal 16(3), 1993): if even passing holds beta, some move will. Sound only if moving is never worse
 * than passing, so not with guards and pawns alone. */
INLINE Score null_move_score(Worker *w, StackEntry *ss, const Node *n)
{
    if (!n->may_be_pruned || n->depth < nmp_depth || ss[-1].move == MOVE_NULL || n->eval < n->beta ||
        ss->static_eval < n->beta - nmp_static_slope * n->depth + nmp_static_base || !has_attackers(&w->pos, side_to_move(&w->pos)) ||
        is_loss(n->beta) || ss->ply < w->null_least_ply)
        return SCORE_NONE;

    const int depth = n->depth - nmp_base - n->depth / nmp_divisor - min_int(nmp_eval_most, (n->eval - n->beta) / nmp_eval_step);
    worker_make_null(w, ss);
    ss[1].ply = ss->ply + 1;
    Score score = -alphabeta(w, ss + 1, -n->beta, -n->beta + 1, depth, !n->cut_node);
    worker_unmake_null(w);
    if (w->stopped || score < n->beta)
        return SCORE_NONE;
    if (is_win(score) || is_by_table(score))
        score = n->beta; /* a win found after passing is not proven, so beta is returned instead */
    return null_move_holds(w, ss, n, depth) ? score : SCORE_NONE;
}

static Score probcut_search(Worker *w, StackEntry *ss, const Node *n)
{
    const Score high = n->beta + probcut_margin;
    Picker picker;
    picker_init(&picker, w, ss, n->hash_move, PICKED_CAPTURES, max_int(1, high - ss->static_eval));
    ss[1].ply = ss->ply + 1;
    for (Move m; (m = picker_next(&picker)) != MOVE_NONE;) {
        worker_make(w, ss, m);
        Score score = -quiescence(w, ss + 1, -high, -high + 1);
        if (score >= high && n->depth > probcut_plies)
            score = -alphabeta(w, ss + 1, -high, -high + 1, n->depth - probcut_plies, !n->cut_node);
        worker_unmake(w);
        if (w->stopped)
            return SCORE_NONE;
        if (score >= high)
            return is_decisive(score) ? score : score - probcut_margin;
    }
    return SCORE_NONE;
}

/* ProbCut (Buro, ICCA Journal 18(2), 1995): a capture that beats beta by a margin in a shallow search will very probably beat beta
 * in a deep one. Not tried if the table says that it would fail. */
INLINE Score probcut_score(Worker *w, StackEntry *ss, const Node *n)
{
    if (!n->may_be_pruned || n->depth < probcut_depth || is_decisive(n->beta) ||
        (n->tt_score != SCORE_NONE && n->hit.depth >= n->depth - probcut_tt_plies && n->tt_score < n->beta + probcut_margin))
        return SCORE_NONE;
    return probcut_search(w, ss, n);
}

/* ---- the moves ---- */

/* Returns NULL for a move that is not searched at this root, because it was not requested or is the
 * first move of a better PV. */
static RootMove *root_move(Worker *w, Move m)
{
    const int i = root_move_find(w->roots, w->pv_index, w->root_count, m);
    return i < w->root_count ? &w->roots[i] : NULL;
}

INLINE MoveInfo move_info(const Worker *w, const StackEntry *ss, const Node *n, const CheckSquares *checks, Move m)
{
    const bool capture = is_capture(&w->pos, m);
    return (MoveInfo){
        .move = m,
        .capture = capture,
        .check = gives_check_given(checks, &w->pos, m),
        .history = capture ? *history_capture((History *)&w->history, &w->pos, m) : quiet_history(w, ss, m),
        .reduction = w->shared->lmr[min_int(n->depth, 63)][min_int(n->move_count, 63)] + (n->improving ? 0 : lmr_not_improving) +
                     (is_winning_score(n->beta) ? lmr_winning : 0),
    };
}

INLINE bool prunes_capture(const Worker *w, const StackEntry *ss, const Node *n, const MoveInfo *c, int reduced)
{
    const int victim = see_value[piece_kind(piece_at(&w->pos, move_to(c->move)))];
    if (!c->check && !ss->in_check && !is_decisive(n->alpha) && reduced <= capture_futility_depth &&
        ss->static_eval + victim + capture_futility_base + capture_futility_slope * reduced + c->history / capture_futility_history <=
            n->alpha)
        return true;
    const int most = see_capture_most * n->depth, trust = clamp_int(c->history / see_capture_history, -most, most);
    return !see_at_least(&w->pos, c->move, -see_capture_slope * n->depth - trust - (c->check ? see_capture_check : 0));
}

INLINE bool prunes_quiet(const Worker *w, const StackEntry *ss, const Node *n, const MoveInfo *c, int reduced, bool *skip_quiets)
{
    if (n->move_count > (lmp_base + n->depth * n->depth) / (n->improving ? 1 : lmp_divisor))
        *skip_quiets = true;
    /* a move with a good history is judged as if it were searched more deeply */
    const int judged = max_int(0, reduced + clamp_int(c->history / prune_history_ply, -prune_history_most, prune_history_most));
    if (!c->check && !ss->in_check && judged <= futility_depth && ss->static_eval + futility_base + futility_slope * judged <= n->alpha) {
        *skip_quiets = true;
        return true;
    }
    if (!c->check && reduced <= history_prune_depth && c->history < -history_prune_slope * (reduced + 1))
        return true;
    return !see_at_least(&w->pos, c->move, -see_quiet_slope * judged * judged - (c->check ? see_quiet_check : 0));
}

/* Prunes late moves at low depth, once another move does not lose. Reasons: too many quiet moves were
 * tried (this sets *skip_quiets); the move has no chance of reaching alpha, even with the victim's
 * value added (futility); its history is bad; it loses material. */
INLINE bool prunes_move(const Worker *w, const StackEntry *ss, const Node *n, const MoveInfo *c, bool *skip_quiets)
{
    if (!n->prunes_moves || n->move_count == 1 || n->best < -SCORE_EVAL_MAX)
        return false;
    const int reduced = max_int(0, n->depth - 1 - c->reduction / DEPTH_SCALE);
    return c->capture ? prunes_capture(w, ss, n, c, reduced) : prunes_quiet(w, ss, n, c, reduced, skip_quiets);
}

/* Singular extension (Anantharaman, Campbell and Hsu; implemented as in Stockfish): if all other moves
 * fail well below the hash move's score, the hash move is forced and is searched more deeply. Returns
 * the number of plies to extend, negative if other moves are as good. *cutoff receives a score if beta
 * holds even without the hash move ("multi-cut"), else SCORE_NONE. */
INLINE int singular_extension(Worker *w, StackEntry *ss, const Node *n, Score *cutoff)
{
    Score bar = n->tt_score - singular_margin * n->depth / 16;
    *cutoff = SCORE_NONE;
    ss->excluded = n->hash_move;
    Score others = alphabeta(w, ss, bar - 1, bar, (n->depth - 1) / singular_divisor, n->cut_node);
    ss->excluded = MOVE_NONE;
    if (others < bar)
        return !n->pv_node && others < bar - max_int(0, double_margin - eval_doubt(w, ss) * double_correction / 100) ? 2 : 1;
    if (others >= n->beta && !is_decisive(others)) {
        *cutoff = others;
        return 0;
    }
    return n->tt_score >= n->beta ? -singular_beta_plies : n->cut_node ? -singular_cut_plies : 0;
}

INLINE bool may_be_singular(const StackEntry *ss, const Node *n, Move m)
{
    return m == n->hash_move && n->found && ss->excluded == MOVE_NONE && n->depth >= singular_depth && n->tt_score != SCORE_NONE &&
           !is_decisive(n->tt_score) && (n->hit.bound & BOUND_LOWER) && n->hit.depth >= n->depth - singular_tt_plies;
}

INLINE bool check_extends(const Worker *w, const Node *n, const MoveInfo *c)
{
    if (!c->check || n->depth < check_extension_depth)
        return false;
    if (is_winning_score(n->beta))
        return true;
    return check_extension && (n->pv_node || check_extension == 2) && see_at_least(&w->pos, c->move, check_extension_see);
}

/* Returns the extension of a move in plies, negative for a reduction. *cutoff receives a score that
 * ends the node, else SCORE_NONE. If the hash move is extended twice, the moves after it are searched
 * more deeply as well. */
INLINE int move_extension(Worker *w, StackEntry *ss, Node *n, const MoveInfo *c, Score *cutoff)
{
    *cutoff = SCORE_NONE;
    if (n->root || ss->ply >= extension_length * w->root_depth)
        return 0;
    if (!may_be_singular(ss, n, c->move))
        return check_extends(w, n, c);
    const int plies = singular_extension(w, ss, n, cutoff);
    if (plies == 2 && n->depth < singular_deepen)
        n->depth++;
    return plies;
}

/* Returns the late move reduction in plies: larger for moves that are late, unexpected or have a bad history. The
 * number of cutoffs among the children (StackEntry.cutoffs) is an idea of Stockfish. */
INLINE int late_move_reduction(const StackEntry *ss, const Node *n, const MoveInfo *c)
{
    int r = c->reduction;
    if (n->cut_node)
        r += lmr_cut_node;
    if (n->pv_node)
        r -= lmr_pv;
    if (c->check)
        r -= lmr_check;
    if (ss->in_check)
        r -= lmr_evasion;
    if (c->move == ss->killers[0] || c->move == ss->killers[1])
        r -= lmr_killer;
    if (n->hash_is_capture && !c->capture)
        r += lmr_tt_capture;
    if (ss[1].cutoffs > lmr_cutoffs)
        r += lmr_cutoff_plies;
    if (c->capture)
        r -= lmr_capture;
    r -= c->history * (c->capture ? lmr_capture_history : lmr_history) / 1024;
    return r / DEPTH_SCALE;
}

/* Principal variation search of the move just made: the first move gets the full window, the others a
 * null window and reduced depth, and moves that turn out better are searched again. */
INLINE Score search_move(Worker *w, StackEntry *ss, const Node *n, const MoveInfo *c, int next_depth)
{
    const Score alpha = n->alpha, beta = n->beta;
    Score score = -SCORE_INFINITE;
    if (n->depth >= lmr_depth && n->move_count > (n->root ? lmr_root_number : lmr_number) && w->shared->limits.ablation.pruning < 3) {
        int reduced = max_int(1, min_int(next_depth - late_move_reduction(ss, n, c), next_depth + lmr_extend));
        ss->reduced = next_depth - reduced;
        score = -alphabeta(w, ss + 1, -alpha - 1, -alpha, reduced, true);
        ss->reduced = 0;
        if (score > alpha && reduced < next_depth) {
            /* the score is better than expected: search a little deeper if it is much better, a little
             * less if it is barely better (Stockfish) */
            if (score > n->best + lmr_deeper + lmr_deeper_slope * next_depth)
                next_depth++;
            else if (score < n->best + lmr_shallower)
                next_depth--;
            if (next_depth > reduced)
                score = -alphabeta(w, ss + 1, -alpha - 1, -alpha, next_depth, !n->cut_node);
        }
    } else if (!n->pv_node || n->move_count > 1) {
        score = -alphabeta(w, ss + 1, -alpha - 1, -alpha, next_depth, !n->cut_node);
    }
    if (n->pv_node && (n->move_count == 1 || score > alpha))
        score = -alphabeta(w, ss + 1, -beta, -alpha, next_depth, false);
    return score;
}

/* ---- root moves, and the end of a node ---- */

INLINE void report_root_move(Worker *w, const Node *n, Move m)
{
    enum { AFTER_MS = 1000 };
    const SearchListener *listener = &w->shared->listener;
    if (w->id != 0 || !listener->root_move)
        return;
    int64_t time_ms = shared_since_go_ms(w->shared);
    if (time_ms >= AFTER_MS)
        listener->root_move(listener->self, n->depth, m, n->move_count + w->pv_index, time_ms);
}

/* Stores the result of a root move. A later move that failed low is only known to be worse and has no score. */
INLINE void store_root_score(Worker *w, const StackEntry *ss, const Node *n, Move m, Score score)
{
    RootMove *rm = root_move(w, m);
    rm->nodes += worker_nodes(w) - w->nodes_before_root_move;
    if (n->move_count > 1 && score <= n->alpha) {
        rm->score = -SCORE_INFINITE;
        return;
    }
    rm->score = score;
    rm->bound = score >= n->beta ? BOUND_LOWER : score <= n->alpha ? BOUND_UPPER : BOUND_EXACT;
    /* the mean of a winning score and an evaluation would be meaningless */
    rm->average =
        is_evaluation(score) && is_evaluation(rm->average) ? (rm->average * (100 - average_weight) + score * average_weight) / 100 : score;
    rm->depth = w->root_depth;
    rm->seldepth = w->selective_depth;
    rm->pv[0] = m;
    rm->pv_length = 1;
    for (int i = 0; i < ss[1].pv_length && rm->pv_length < PV_MAX; i++)
        rm->pv[rm->pv_length++] = ss[1].pv[i];
}

/* Updates the node with the score of a searched move. Returns true on a cutoff. */
INLINE bool update_best(StackEntry *ss, Node *n, Move m, Score score)
{
    if (score <= n->best)
        return false;
    n->best = score;
    if (score <= n->alpha)
        return false;
    n->best_move = m;
    if (n->pv_node)
        stack_set_pv(ss, m);
    if (score >= n->beta) {
        ss->cutoffs++;
        return true;
    }
    n->alpha = score;
    /* once a move is better than all before it, the others need less proof (Stockfish; +17 Elo) */
    if (n->depth > alpha_raise_least && n->depth < alpha_raise_most && !is_decisive(score))
        n->depth -= min_int(alpha_raise_plies, n->depth - 1);
    return false;
}

/* Stores the result in the table, and in the correction histories if it shows that the evaluation was wrong. */
INLINE void store_node(Worker *w, StackEntry *ss, const Node *n)
{
    const Score best = n->best;
    Bound bound = best >= n->beta ? BOUND_LOWER : n->pv_node && n->best_move != MOVE_NONE ? BOUND_EXACT : BOUND_UPPER;
    worker_tt_store(w, n->key, ss->ply, &(TtEntry){n->best_move, best, n->depth, bound});
    if (ss->in_check || (n->best_move != MOVE_NONE && is_capture(&w->pos, n->best_move)) || !is_evaluation(best) ||
        best == n->lower_bound || (bound == BOUND_LOWER && best <= ss->static_eval) || (bound == BOUND_UPPER && best >= ss->static_eval))
        return;
    history_learn_correction(&w->history, side_to_move(&w->pos), correction_evidence(ss), best - ss->static_eval, n->depth);
}

/* Returns true if the node is to be searched one ply less deeply, so that the next search of the node
 * finds a move in the table: internal iterative reduction (Ed Schröder). Without a hash move, or with a
 * hash move from a far shallower search, the ordering is poor. */
INLINE bool reduces_without_hash_move(const StackEntry *ss, const Node *n)
{
    return n->depth >= iir_depth && (n->pv_node || n->cut_node) && ss->excluded == MOVE_NONE &&
           (n->hash_move == MOVE_NONE || (!n->root && n->hit.depth + iir_stale < n->depth)) && (n->root || ss[-1].reduced <= iir_prior);
}

/* Searches an inner node: does the work of alphabeta() except for leaves. */
INLINE Score search_node(Worker *w, StackEntry *ss, Node *n)
{
    /* 1. The stop flag and the rules. Mate distance pruning: ends the node if a shorter mate is already
     * known. */
    const Score old_alpha = n->alpha;
    Score score;
    if (node_ends(w, ss, &n->alpha, &n->beta, &score))
        return score;
    n->best = n->lower_bound = n->alpha > old_alpha ? n->alpha : -SCORE_INFINITE;
    if (!n->root) {
        n->alpha = max_int(n->alpha, mated_in(ss->ply));
        n->beta = min_int(n->beta, mate_in(ss->ply + 1));
        if (n->alpha >= n->beta)
            return n->alpha;
    }

    const Move excluded = ss->excluded;
    const int less_pruning = w->shared->limits.ablation.pruning;
    if (excluded == MOVE_NONE) {
        legality_init(&w->pos, side_to_move(&w->pos), &ss->legality);
        ss->in_check = ss->legality.checkers != 0;
    }
    ss[1].ply = ss->ply + 1;
    ss[1].excluded = MOVE_NONE;
    ss[2].killers[0] = ss[2].killers[1] = MOVE_NONE;
    ss[2].cutoffs = 0;

    /* 2. Static evaluation. Not computed in check; a singular-extension search takes it from the stack
     *    entry. Done before the table is probed, because the entry prefetched by worker_make() has not
     *    arrived yet and is usually missing anyway (MEASURED.md, "Speed"). */
    if (excluded == MOVE_NONE)
        ss->static_eval = ss->in_check ? SCORE_NONE : corrected_eval(w, ss, evaluate(&w->evaluator, &w->pos));

    /* 3. Transposition table. */
    n->key = worker_key(w);
    n->found = excluded == MOVE_NONE && tt_probe(&w->shared->tt, n->key, &n->hit);
    n->tt_score = n->found && n->hit.bound != BOUND_NONE ? tt_score_in(n->hit.score, ss->ply) : SCORE_NONE;
    n->hash_move = n->root ? w->roots[w->pv_index].move : n->found ? n->hit.move : MOVE_NONE;
    n->hash_is_capture = n->hash_move != MOVE_NONE && move_on_board(n->hash_move) && is_capture(&w->pos, n->hash_move);
    if (table_cuts(w, ss, n))
        return n->tt_score;

    /* 4. Combine evaluation and table. */
    refine_eval(w, ss, n);

    /* 5. Razoring. */
    n->may_be_pruned = !n->pv_node && !ss->in_check && excluded == MOVE_NONE && less_pruning < 2;
    if ((score = razor_score(w, ss, n)) != SCORE_NONE)
        return score;

    /* 6. Reverse futility. */
    if ((score = reverse_futility_score(w, ss, n)) != SCORE_NONE)
        return score;

    /* 7. Null move. */
    if ((score = null_move_score(w, ss, n)) != SCORE_NONE)
        return score;

    /* 8. ProbCut. */
    if ((score = probcut_score(w, ss, n)) != SCORE_NONE)
        return score;
    if (w->stopped)
        return SCORE_DRAW;

    /* 9. Internal iterative reduction. */
    if (reduces_without_hash_move(ss, n))
        n->depth--;

    /* 10. The moves, best first. */
    Tried tried;
    tried.quiet_count = tried.capture_count = 0;
    n->prunes_moves = !n->root && less_pruning < 1 && has_attackers(&w->pos, side_to_move(&w->pos));
    Picker picker;
    picker_init(&picker, w, ss, n->hash_move, PICKED_ALL, 0);
    for (Move m; (m = picker_next(&picker)) != MOVE_NONE;) {
        if (m == excluded || (n->root && !root_move(w, m)))
            continue;
        n->move_count++;
        if (n->root)
            report_root_move(w, n, m);

        /* 11. Pruning of late moves. */
        const MoveInfo c = move_info(w, ss, n, &picker.checks, m);
        if (prunes_move(w, ss, n, &c, &picker.skip_quiets))
            continue;

        /* 12. Extensions of singular moves and of checks. */
        const int next_depth = n->depth - 1; /* depth of this move, even if later moves are searched deeper */
        Score cutoff;
        const int extension = move_extension(w, ss, n, &c, &cutoff);
        if (w->stopped)
            return SCORE_DRAW;
        if (cutoff != SCORE_NONE)
            return cutoff;

        /* 13. Search. */
        ss->stat_score = c.history;
        ss->move_count = n->move_count;
        if (n->root)
            w->nodes_before_root_move = worker_nodes(w);
        worker_make(w, ss, m);
        score = search_move(w, ss, n, &c, next_depth + extension);
        worker_unmake(w);
        if (w->stopped)
            return SCORE_DRAW;

        /* 14. Use the result. */
        if (n->root)
            store_root_score(w, ss, n, m, score);
        if (update_best(ss, n, m, score))
            break;
        if (c.capture && tried.capture_count < CAPTURES_TRIED)
            tried.captures[tried.capture_count++] = m;
        else if (!c.capture && tried.quiet_count < QUIETS_TRIED)
            tried.quiets[tried.quiet_count++] = m;
    }

    /* 15. No legal move: the side to move is mated or stalemated and has lost, unless a move is
     * excluded. */
    if (n->move_count == 0)
        return excluded != MOVE_NONE ? n->alpha : mated_in(ss->ply);

    /* 16. Update the histories and the table. */
    if (n->best_move != MOVE_NONE)
        update_histories(w, ss, n->best_move, n->depth + (n->best >= n->beta + history_excess), &tried);
    else if (excluded == MOVE_NONE)
        update_previous_move(w, ss, n->depth, n->pv_node || n->cut_node);
    if (excluded == MOVE_NONE && !(n->root && (w->pv_index > 0 || root_filter_is_set(&w->shared->limits.roots))))
        store_node(w, ss, n);
    return n->best;
}

Score alphabeta(Worker *w, StackEntry *ss, Score alpha, Score beta, int depth, bool cut_node)
{
    VERIFY_ASSERT(ss->ply == w->undo_count - w->root_undos);
    assert(-SCORE_INFINITE <= alpha && alpha < beta && beta <= SCORE_INFINITE);
    assert(ss == worker_root_entry(w) + ss->ply && 0 <= ss->ply && ss->ply <= MAX_PLY);
    if (depth <= 0)
        return quiescence(w, ss, alpha, beta);
    Node n = {
        .alpha = alpha,
        .beta = beta,
        .depth = depth,
        .root = ss->ply == 0,
        .pv_node = beta - alpha > 1,
        .cut_node = cut_node,
        .eval = SCORE_NONE,
        .hit.bound = BOUND_NONE,
        .best_move = MOVE_NONE,
    };
    return search_node(w, ss, &n);
}
