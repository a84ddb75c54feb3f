#include "engine/board/see.h"

const int see_value[KINDS] = {0, 20000, 210, 230, 430, 950, 460, 120};

/* Exactly `wanted` pieces between a and b when the board holds `occ`? */
static bool between_is(Bitboard occ, Square a, Square b, int wanted)
{
    Bitboard there = squares_between(a, b) & occ;
    return wanted == 0 ? there == 0 : there != 0 && !bb_many(there);
}

/* The cheapest piece of `side` among `occ` that may capture on s; SQ_NONE if none. */
static Square cheapest_attacker(const Position *pos, Square s, Side side, Bitboard occ)
{
    Bitboard mine = pos->sides[side] & occ;
    Bitboard found = pieces_of(pos, side, PAWN) & pawn_attackers[side][s] & occ;
    if (found)
        return bb_pop(&found);
    found = pieces_of(pos, side, ADVISOR) & advisor_targets[s] & occ;
    if (found)
        return bb_pop(&found);
    for (found = pieces_of(pos, side, BISHOP) & bishop_targets[s][0] & occ; found;) {
        Square a = bb_pop(&found);
        if (!bb_has(occ, (Square)((a + s) / 2)))
            return a;
    }
    for (found = pieces_of(pos, side, KNIGHT) & knight_zone[s] & occ; found;) {
        Square a = bb_pop(&found);
        if (!bb_has(occ, knight_leg(a, s)))
            return a;
    }
    Bitboard cross = cross_squares[s] & mine;
    for (found = pieces_of(pos, side, CANNON) & cross; found;) {
        Square a = bb_pop(&found);
        if (between_is(occ, a, s, 1))
            return a;
    }
    for (found = pieces_of(pos, side, ROOK) & cross; found;) {
        Square a = bb_pop(&found);
        if (between_is(occ, a, s, 0))
            return a;
    }
    found = pieces_of(pos, side, KING) & king_targets[s] & occ;
    return found ? bb_pop(&found) : SQ_NONE;
}

/* The swap algorithm with a null window, as Stockfish has it: `gap` is what the side to capture must
 * still win to turn the verdict, so nothing but the verdict is carried along. */
bool see_at_least(const Position *pos, Move m, int threshold)
{
    Square from = move_from(m), to = move_to(m);
    int gap = see_value[id_kind(pos->board[to])] - threshold;
    if (gap < 0)
        return false; /* not even when nothing takes back */
    gap = see_value[id_kind(pos->board[from])] - gap;
    if (gap <= 0)
        return true; /* even when the mover is lost for nothing */

    Bitboard occ = (occupied(pos) | square_bit(to)) & ~square_bit(from);
    Side side = id_side(pos->board[from]);
    bool verdict = true;
    for (;;) {
        side = opponent(side);
        Square a = cheapest_attacker(pos, to, side, occ);
        if (a == SQ_NONE)
            return verdict;
        Kind kind = id_kind(pos->board[a]);
        occ &= ~square_bit(a);
        if (kind == KING) /* may take only if nothing then takes it */
            return cheapest_attacker(pos, to, opponent(side), occ) == SQ_NONE ? !verdict : verdict;
        verdict = !verdict;
        gap = see_value[kind] - gap;
        if (gap < (verdict ? 1 : 0))
            return verdict; /* the other side would lose by going on */
    }
}
