#include "engine/board/attacks.h"

Bitboard attackers_of(const Position *pos, Square s, Side side)
{
    Bitboard found = 0;
    Bitboard rooks = pieces_of(pos, side, ROOK) & cross_squares[s];
    while (rooks) {
        Square a = bb_pop(&rooks);
        if (pieces_between(pos, a, s) == 0)
            found |= square_bit(a);
    }
    Bitboard cannons = pieces_of(pos, side, CANNON) & cross_squares[s];
    while (cannons) {
        Square a = bb_pop(&cannons);
        unsigned between = pieces_between(pos, a, s);
        if (between != 0 && (between & (between - 1)) == 0)
            found |= square_bit(a);
    }
    Bitboard knights = pieces_of(pos, side, KNIGHT) & knight_zone[s];
    while (knights) {
        Square a = bb_pop(&knights);
        if (pos->board[knight_leg(a, s)] == EMPTY)
            found |= square_bit(a);
    }
    found |= pieces_of(pos, side, PAWN) & pawn_attackers[side][s];
    found |= pieces_of(pos, side, ADVISOR) & advisor_targets[s];
    found |= pieces_of(pos, side, BISHOP) & bishop_targets[s][bishop_eyes(pos, s)]; /* eyes are midway: symmetric */
    found |= pieces_of(pos, side, KING) & king_targets[s];
    return found;
}

void check_squares(const Position *pos, Side us, CheckSquares *out)
{
    Square k = king_square(pos, opponent(us));
    int file = square_file(k), rank = square_rank(k);
    unsigned on_file = file_occupied(pos, file), on_rank = rank_occupied(pos, rank);
    unsigned near_file = line_rook_file[rank][on_file], near_rank = line_rook_rank[file][on_rank];
    /* beyond the first piece each way, up to the second: look again with the first ones lifted */
    unsigned far_file = line_rook_file[rank][on_file & ~near_file] & ~near_file;
    unsigned far_rank = line_rook_rank[file][on_rank & ~near_rank] & ~near_rank;

    out->by_kind[NO_KIND] = out->by_kind[KING] = out->by_kind[ADVISOR] = out->by_kind[BISHOP] = 0;
    out->by_kind[ROOK] = file_word_bb(file, near_file) | rank_word_bb(rank, near_rank);
    out->by_kind[CANNON] = file_word_bb(file, far_file) | rank_word_bb(rank, far_rank);
    out->by_kind[PAWN] = pawn_attackers[us][k];
    out->by_kind[KNIGHT] = 0;
    for (Bitboard zone = knight_zone[k]; zone;) {
        Square s = bb_pop(&zone);
        if (pos->board[knight_leg(s, k)] == EMPTY)
            out->by_kind[KNIGHT] |= square_bit(s);
    }
}

/* Pieces between a and b after the piece on `from` went to `to`: 0, 1 or "2 or more". */
static int count_between_after(const Position *pos, Square a, Square b, Square from, Square to)
{
    Bitboard line = squares_between(a, b);
    Bitboard there = line & ((occupied(pos) & ~square_bit(from)) | square_bit(to));
    return there == 0 ? 0 : bb_many(there) ? 2 : 1;
}

bool gives_check(const Position *pos, Move m)
{
    Square from = move_from(m), to = move_to(m);
    PieceId id = pos->board[from];
    Side us = id_side(id);
    Square k = king_square(pos, opponent(us));

    /* Directly, by the piece that moved. */
    switch (id_kind(id)) {
    case ROOK:
        if (bb_has(cross_squares[k], to) && count_between_after(pos, to, k, from, to) == 0)
            return true;
        break;
    case CANNON:
        if (bb_has(cross_squares[k], to) && count_between_after(pos, to, k, from, to) == 1)
            return true;
        break;
    case KNIGHT:
        if (bb_has(knight_zone[k], to)) {
            Square leg = knight_leg(to, k);
            if (pos->board[leg] == EMPTY || leg == from)
                return true;
        }
        break;
    case PAWN:
        if (bb_has(pawn_attackers[us][k], to))
            return true;
        break;
    default: break;
    }

    /* By another piece: the move took away or put down a piece on its line, or freed a leg. */
    Bitboard touched = square_bit(from) | square_bit(to);
    if (touched & cross_squares[k]) {
        Bitboard sliders = (pieces_of(pos, us, ROOK) | pieces_of(pos, us, CANNON)) & cross_squares[k] & ~square_bit(from);
        while (sliders) {
            Square s = bb_pop(&sliders);
            if (!(squares_between(s, k) & touched))
                continue;
            int wanted = id_kind(pos->board[s]) == CANNON ? 1 : 0;
            if (count_between_after(pos, s, k, from, to) == wanted)
                return true;
        }
    }
    Bitboard knights = pieces_of(pos, us, KNIGHT) & knight_zone[k] & ~square_bit(from);
    while (knights) {
        Square s = bb_pop(&knights);
        if (knight_leg(s, k) == from)
            return true;
    }
    return false;
}
