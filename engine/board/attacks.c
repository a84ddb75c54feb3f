/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/board/attacks.h"

#include "engine/base/contract.h"

bool is_pseudo_legal(const Position *pos, Move m)
{
    Square from = move_from(m), to = move_to(m);
    if (!move_on_board(m))
        return false;
    PieceId id = pos->board[from], target = pos->board[to];
    if (id == EMPTY || id_side(id) != pos->side || (target != EMPTY && id_side(target) == pos->side))
        return false;
    return bb_has(piece_targets(pos, side_to_move(pos), id_kind(id), from), to);
}

Bitboard legality_pinned_targets(const Legality *l, Square s)
{
    assert(bb_has(l->pinned, s));
    Bitboard allowed = BB_ALL;
    for (int i = 0; i < l->count; i++) {
        const Constraint *c = &l->constraints[i];
        allowed &= s == c->pinned[0] ? c->allowed[0] : s == c->pinned[1] ? c->allowed[1] : c->others;
    }
    return allowed;
}

Bitboard attackers_of(const Position *pos, Square s, Side side)
{
    assert(on_board(s));
    Bitboard found = 0;
    for (Kind kind = KING; kind <= PAWN; kind++)
        found |= attackers_of_kind(pos, side, kind, s, occupied(pos));
    return found;
}

void check_squares(const Position *pos, Side us, CheckSquares *out)
{
    assert(on_board(king_square(pos, opponent(us))));
    Square k = king_square(pos, opponent(us));
    int file = square_file(k), rank = square_rank(k);
    unsigned on_file = file_occupied(pos, file), on_rank = rank_occupied(pos, rank);
    unsigned near_file = line_rook_file[rank][on_file], near_rank = line_rook_rank[file][on_rank];
    /* points from the first piece in each direction to the second: look up again without the first */
    unsigned far_file = line_rook_file[rank][on_file & ~near_file] & ~near_file;
    unsigned far_rank = line_rook_rank[file][on_rank & ~near_rank] & ~near_rank;

    out->by_kind[NO_KIND] = out->by_kind[KING] = out->by_kind[ADVISOR] = out->by_kind[BISHOP] = 0;
    out->by_kind[ROOK] = file_word_bb(file, near_file) | rank_word_bb(rank, near_rank);
    out->by_kind[CANNON] = file_word_bb(file, far_file) | rank_word_bb(rank, far_rank);
    out->by_kind[PAWN] = pawn_attackers[us][k];
    out->by_kind[KNIGHT] = knight_attackers[k][bishop_eyes(pos, k)];

    out->lines = 0;
    for (Bitboard left = (pieces_of(pos, us, ROOK) | pieces_of(pos, us, CANNON)) & cross_squares[k]; left;) {
        Square s = bb_pop(&left);
        out->lines |= squares_between(s, k) | square_bit(s);
    }
    for (Bitboard left = pieces_of(pos, us, KNIGHT) & knight_zone[k]; left;)
        out->lines |= square_bit(knight_leg(bb_pop(&left), k));
}

bool gives_check(const Position *pos, Move m)
{
    VERIFY_ASSERT(is_pseudo_legal(pos, m));
    Square from = move_from(m), to = move_to(m);
    PieceId id = pos->board[from];
    Side us = id_side(id);
    Square k = king_square(pos, opponent(us));
    Bitboard touched = square_bit(from) | square_bit(to), after = (occupied(pos) & ~square_bit(from)) | square_bit(to);

    if (bb_has(attack_zone(us, id_kind(id), k), to) && attack_is_open(id_kind(id), to, k, after))
        return true;
    /* check by another piece: the move removed or added a piece on the line of that piece, or freed its
     * leg */
    if (touched & cross_squares[k] && (attackers_of_kind(pos, us, ROOK, k, after) || attackers_of_kind(pos, us, CANNON, k, after)))
        return true;
    return attackers_of_kind(pos, us, KNIGHT, k, after) != 0;
}
