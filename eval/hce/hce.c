#include "eval/hce/hce.h"

#include "eval/hce/hce_params.h"
#include "eval/hce/hce_terms.h"

static void sum_add(HceSum *sum, Piece p, Square s, int sign)
{
    const HceWeight *w = &hce_weights[pst_term(p, s)];
    int signed_sign = piece_side(p) == RED ? sign : -sign;
    sum->middle += signed_sign * w->middle;
    sum->end += signed_sign * w->end;
    sum->phase += sign * hce_phase_weight[piece_kind(p)];
}

void hce_sum_init(HceSum *sum, const Position *pos)
{
    *sum = (HceSum){0, 0, 0};
    for (Bitboard all = occupied(pos); all;) {
        Square s = bb_pop(&all);
        sum_add(sum, piece_at(pos, s), s, 1);
    }
}

void hce_sum_update(HceSum *after, const HceSum *before, const Position *pos, const Undo *undo)
{
    *after = *before;
    if (undo->move == MOVE_NULL)
        return;
    Square from = move_from(undo->move), to = move_to(undo->move);
    Piece p = piece_at(pos, to);
    sum_add(after, p, from, -1);
    sum_add(after, p, to, 1);
    if (undo->captured != EMPTY)
        sum_add(after, piece_of(undo->captured), to, -1);
}

static inline void add_weight(void *self, int term, int count)
{
    HceSum *sum = self;
    sum->middle += hce_weights[term].middle * count;
    sum->end += hce_weights[term].end * count;
}

Score hce_blend(const Position *pos, const HceSum *sum)
{
    int phase = sum->phase > PHASE_FULL ? PHASE_FULL : sum->phase;
    Score score = (sum->middle * phase + sum->end * (PHASE_FULL - phase)) / PHASE_FULL;
    if (pos->side == BLACK)
        score = -score;
    return score > SCORE_EVAL_MAX ? SCORE_EVAL_MAX : score < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : score;
}

Score hce_evaluate(const Position *pos, const HceSum *sum)
{
    HceSum total = *sum;
    hce_visit(pos, add_weight, &total);
    return hce_blend(pos, &total);
}

Score hce_material(const Position *pos)
{
    static const int value[KINDS] = {0, 0, 120, 120, 420, 900, 430, 100};
    Score score = 0;
    for (Kind kind = ADVISOR; kind <= PAWN; kind++)
        score +=
            value[kind] * (bb_count(pieces_of(pos, (Side)pos->side, kind)) - bb_count(pieces_of(pos, opponent((Side)pos->side), kind)));
    return score;
}
