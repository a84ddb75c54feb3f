/* SPDX-License-Identifier: GPL-3.0-only */
#include "search/movepick.h"

#include "engine/base/contract.h"
#include "engine/board/legal.h"
#include "engine/board/see.h"
#include "search/params.h"

enum { COUNT_KILLERS = 2 };

void picker_init(Picker *p, Worker *w, StackEntry *ss, Move hash_move, Picked picked, int see_margin)
{
    assert(picked <= PICKED_ALL);
    p->worker = w;
    p->entry = ss;
    p->hash_move = hash_move;
    p->stage = PICK_HASH;
    p->picked = picked;
    p->skip_quiets = false;
    p->see_margin = see_margin;
    p->killer = picked == PICKED_ALL ? 0 : COUNT_KILLERS;
    p->next = p->end = p->bad_end = 0;
    p->list.count = 0;
    if (picked != PICKED_CAPTURES)
        check_squares(&w->pos, side_to_move(&w->pos), &p->checks);
}

/* Histories that order the quiet moves of a node: its side's butterfly table, and the continuations
 * of the moves 1, 2, 4 and 6 plies ago; near the root also that of its ply. */
typedef struct QuietTables {
    const int16_t (*butterfly)[SQUARES];
    const int16_t *back_1, *back_2, *back_4, *back_6;
    const int16_t (*low_ply)[SQUARES]; /* NULL farther from the root */
    int ply;
} QuietTables;

static inline QuietTables picker_quiet_tables(const Worker *w, const StackEntry *ss)
{
    return (QuietTables){w->history.butterfly[w->pos.side],
                         *ss[-1].continuation,
                         *ss[-2].continuation,
                         *ss[-4].continuation,
                         *ss[-6].continuation,
                         ss->ply < LOW_PLIES ? w->history.low_ply[ss->ply] : NULL,
                         ss->ply};
}

static inline int picker_quiet_sum(const QuietTables *t, Piece p, Move m)
{
    int slot = history_slot(p, move_to(m));
    const int from = square_index(move_from(m)), to = square_index(move_to(m));
    int sum = order_butterfly * t->butterfly[from][to] + order_continuation_1 * t->back_1[slot] + order_continuation_2 * t->back_2[slot] +
              order_continuation_4 * t->back_4[slot] + order_continuation_6 * t->back_6[slot];
    if (t->low_ply)
        sum += order_low_ply * t->low_ply[from][to] / (1 + t->ply);
    return sum / 32;
}

int quiet_history(const Worker *w, const StackEntry *ss, Move m)
{
    VERIFY_ASSERT(is_pseudo_legal(&w->pos, m));
    const QuietTables tables = picker_quiet_tables(w, ss);
    return picker_quiet_sum(&tables, piece_at(&w->pos, move_from(m)), m);
}

/* Combines a score with the index of its move in the list: the maximum identifies the best move,
 * and the first of equal ones. */
_Static_assert(MAX_MOVES <= 128, "seven bits for the place");
static inline int picker_placed_score(int score, int place) { return score * 128 + 127 - place; }
static inline int placed_place(int placed) { return 127 - (placed & 127); }
static inline int placed_score(int placed) { return (placed & ~127) / 128; }

static void picker_score_captures(Picker *p)
{
    const Position *pos = &p->worker->pos;
    for (int i = 0; i < p->list.count; i++) {
        Move m = p->list.moves[i];
        int victim = capture_victim * see_value[piece_kind(piece_at(pos, move_to(m)))];
        p->scores[i] = picker_placed_score(victim + *history_capture(&p->worker->history, pos, m), i);
    }
}

static void picker_score_quiets(Picker *p)
{
    const Position *pos = &p->worker->pos;
    const QuietTables tables = picker_quiet_tables(p->worker, p->entry);
    for (int i = 0, count = p->list.count; i < count; i++) {
        Move m = p->list.moves[i];
        Piece piece = piece_at(pos, move_from(m));
        int score = picker_quiet_sum(&tables, piece, m);
        if (bb_has(p->checks.by_kind[piece_kind(piece)], move_to(m)) && see_at_least(pos, m, check_order_see))
            score += check_order_bonus;
        p->scores[i] = picker_placed_score(score, i);
    }
}

/* Removes and returns the best waiting move, whose score is then p->taken; the move at `next` is moved to its index. */
static Move picker_take_best(Picker *p)
{
    const int next = p->next++, end = p->end;
    int highest = p->scores[next];
    for (int i = next + 1; i < end; i++)
        highest = p->scores[i] > highest ? p->scores[i] : highest;
    const int best = placed_place(highest);
    p->taken = placed_score(highest);
    Move m = p->list.moves[best];
    p->list.moves[best] = p->list.moves[next];
    p->scores[best] = p->scores[next] + next - best; /* stored with its new index */
    return m;
}

/* Returns true if the capture taken last is worth its exchange: if all moves are picked, the better its place in the order, the more
 * material it may lose. */
static bool picker_is_good_capture(const Picker *p, Move m)
{
    return see_at_least(&p->worker->pos, m, p->picked == PICKED_ALL ? -p->taken / good_capture_divisor : p->see_margin);
}

static bool picker_is_good_check(const Picker *p, Move m)
{
    const Position *pos = &p->worker->pos;
    return gives_check_given(&p->checks, pos, m) && see_at_least(pos, m, 0);
}

/* Returns true if the hash move may be tried first. The hash move can be any 16-bit value, so it is
 * checked here. */
static bool picker_offers_hash_move(const Picker *p)
{
    const Position *pos = &p->worker->pos;
    const Move m = p->hash_move;
    if (m == MOVE_NONE)
        return false;
    const bool capture = move_on_board(m) && is_capture(pos, m);
    if (p->picked == PICKED_CAPTURES && !capture)
        return false;
    return is_pseudo_legal(pos, m) && is_legal_given(pos, &p->entry->legality, m) &&
           (p->picked != PICKED_CAPTURES_AND_CHECKS || capture || picker_is_good_check(p, m));
}

static void picker_make_quiets(Picker *p)
{
    generate_legal(&p->worker->pos, &p->entry->legality, GEN_QUIETS, &p->list);
    p->end = p->list.count;
}

/* Generates quiet moves that give check and lose no material. */
static void picker_make_checks(Picker *p)
{
    MoveList *list = &p->list;
    generate_legal(&p->worker->pos, &p->entry->legality, GEN_QUIETS, list);
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (picker_is_good_check(p, list->moves[i]))
            list->moves[kept++] = list->moves[i];
    p->end = list->count = kept;
}

/* Returns true if the move was already returned as a killer. */
static bool picker_is_killer(const Picker *p, Move m)
{
    return p->picked == PICKED_ALL && (m == p->entry->killers[0] || m == p->entry->killers[1]);
}

Move picker_next(Picker *p)
{
    assert(p->stage <= PICK_DONE);
    assert(p->worker);
    const Position *pos = &p->worker->pos;
    const Legality *l = &p->entry->legality;

    switch (p->stage) {
    case PICK_HASH:
        p->stage = PICK_MAKE_CAPTURES;
        if (picker_offers_hash_move(p))
            return p->hash_move;
        p->hash_move = MOVE_NONE;
        /* fall through */
    case PICK_MAKE_CAPTURES:
        generate_legal(pos, l, GEN_CAPTURES, &p->list);
        p->end = p->list.count;
        picker_score_captures(p);
        p->stage = PICK_GOOD_CAPTURES;
        /* fall through */
    case PICK_GOOD_CAPTURES:
        while (p->next < p->end) {
            Move m = picker_take_best(p);
            if (m == p->hash_move)
                continue;
            if (picker_is_good_capture(p, m))
                return m;
            p->bad[p->bad_end++] = m;
        }
        if (p->picked == PICKED_CAPTURES) {
            p->stage = PICK_DONE;
            return MOVE_NONE;
        }
        p->stage = PICK_KILLERS;
        /* fall through */
    case PICK_KILLERS:
        while (!p->skip_quiets && p->killer < COUNT_KILLERS) {
            Move m = p->entry->killers[p->killer++];
            if (m != MOVE_NONE && m != p->hash_move && is_pseudo_legal(pos, m) && !is_capture(pos, m) && is_legal_given(pos, l, m))
                return m;
        }
        p->stage = PICK_MAKE_QUIETS;
        /* fall through */
    case PICK_MAKE_QUIETS:
        p->next = p->end = p->list.count = 0;
        if (!p->skip_quiets) {
            if (p->picked == PICKED_ALL)
                picker_make_quiets(p);
            else
                picker_make_checks(p);
            picker_score_quiets(p);
        }
        p->stage = PICK_QUIETS;
        /* fall through */
    case PICK_QUIETS:
        while (!p->skip_quiets && p->next < p->end) {
            Move m = picker_take_best(p);
            if (m != p->hash_move && !picker_is_killer(p, m))
                return m;
        }
        p->next = 0;
        p->stage = PICK_BAD_CAPTURES;
        /* fall through */
    case PICK_BAD_CAPTURES:
        if (p->picked == PICKED_ALL && p->next < p->bad_end)
            return p->bad[p->next++];
        p->stage = PICK_DONE;
        /* fall through */
    case PICK_DONE: break;
    }
    return MOVE_NONE;
}
