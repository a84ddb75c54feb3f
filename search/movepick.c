/* SPDX-License-Identifier: GPL-3.0-only */
#include "search/movepick.h"

#include "engine/board/legal.h"
#include "engine/board/see.h"
#include "search/params.h"

void picker_init(Picker *p, Worker *w, Frame *f, Move hash_move, bool quiets, int see_margin)
{
    p->worker = w;
    p->frame = f;
    p->hash_move = hash_move;
    p->stage = PICK_HASH;
    p->quiets = quiets;
    p->skip_quiets = false;
    p->see_margin = see_margin;
    p->killer = 0;
    p->next = p->end = p->bad_end = 0;
    p->list.count = 0;
    if (quiets)
        check_squares(&w->pos, (Side)w->pos.side, &p->checks);
}

int quiet_history(const Worker *w, const Frame *f, Move m)
{
    const History *h = &w->history;
    int slot = history_slot(piece_at(&w->pos, move_from(m)), move_to(m));
    return (order_butterfly * h->butterfly[w->pos.side][square_index(move_from(m))][square_index(move_to(m))] +
            order_continuation_1 * (*f[-1].continuation)[slot] + order_continuation_2 * (*f[-2].continuation)[slot] +
            order_continuation_4 * (*f[-4].continuation)[slot] + order_continuation_6 * (*f[-6].continuation)[slot]) /
           32;
}

static void score_captures(Picker *p)
{
    const Position *pos = &p->worker->pos;
    for (int i = 0; i < p->list.count; i++) {
        Move m = p->list.moves[i];
        p->scores[i] = capture_victim * see_value[piece_kind(piece_at(pos, move_to(m)))] + *history_capture(&p->worker->history, pos, m);
    }
}

static void score_quiets(Picker *p)
{
    const Position *pos = &p->worker->pos;
    for (int i = 0; i < p->list.count; i++) {
        Move m = p->list.moves[i];
        int score = quiet_history(p->worker, p->frame, m);
        Kind kind = piece_kind(piece_at(pos, move_from(m)));
        if (bb_has(p->checks.by_kind[kind], move_to(m)) && see_at_least(pos, m, check_order_see))
            score += check_order_bonus;
        p->scores[i] = score;
    }
}

/* Brings the best waiting move to `next` and takes it. */
static Move take_best(Picker *p)
{
    int best = p->next;
    for (int i = p->next + 1; i < p->end; i++)
        if (p->scores[i] > p->scores[best])
            best = i;
    Move m = p->list.moves[best];
    int score = p->scores[best];
    p->list.moves[best] = p->list.moves[p->next];
    p->scores[best] = p->scores[p->next];
    p->list.moves[p->next] = m;
    p->scores[p->next++] = score;
    return m;
}

static bool is_killer(const Picker *p, Move m) { return m == p->frame->killers[0] || m == p->frame->killers[1]; }

Move picker_next(Picker *p)
{
    const Position *pos = &p->worker->pos;
    const Legality *l = &p->frame->legality;

    switch (p->stage) {
    case PICK_HASH:
        p->stage = PICK_MAKE_CAPTURES;
        if (p->hash_move != MOVE_NONE && (p->quiets || (move_on_board(p->hash_move) && is_capture(pos, p->hash_move))) &&
            is_pseudo_legal(pos, p->hash_move) && is_legal_given(pos, l, p->hash_move))
            return p->hash_move;
        p->hash_move = MOVE_NONE;
        /* fall through */
    case PICK_MAKE_CAPTURES:
        generate_legal(pos, l, GEN_CAPTURES, &p->list);
        p->end = p->list.count;
        score_captures(p);
        p->stage = PICK_GOOD_CAPTURES;
        /* fall through */
    case PICK_GOOD_CAPTURES:
        while (p->next < p->end) {
            Move m = take_best(p);
            if (m == p->hash_move)
                continue;
            if (see_at_least(pos, m, p->see_margin))
                return m;
            p->bad[p->bad_end++] = m;
        }
        if (!p->quiets) {
            p->stage = PICK_DONE;
            return MOVE_NONE;
        }
        p->stage = PICK_KILLERS;
        /* fall through */
    case PICK_KILLERS:
        while (!p->skip_quiets && p->killer < 2) {
            Move m = p->frame->killers[p->killer++];
            if (m != MOVE_NONE && m != p->hash_move && is_pseudo_legal(pos, m) && !is_capture(pos, m) && is_legal_given(pos, l, m))
                return m;
        }
        p->stage = PICK_MAKE_QUIETS;
        /* fall through */
    case PICK_MAKE_QUIETS:
        p->next = p->end = p->list.count = 0;
        if (!p->skip_quiets) {
            generate_legal(pos, l, GEN_QUIETS, &p->list);
            p->end = p->list.count;
            score_quiets(p);
        }
        p->stage = PICK_QUIETS;
        /* fall through */
    case PICK_QUIETS:
        while (!p->skip_quiets && p->next < p->end) {
            Move m = take_best(p);
            if (m != p->hash_move && !is_killer(p, m))
                return m;
        }
        p->next = 0;
        p->stage = PICK_BAD_CAPTURES;
        /* fall through */
    case PICK_BAD_CAPTURES:
        if (p->next < p->bad_end)
            return p->bad[p->next++];
        p->stage = PICK_DONE;
        /* fall through */
    case PICK_DONE: break;
    }
    return MOVE_NONE;
}
