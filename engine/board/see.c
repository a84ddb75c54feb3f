/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/board/see.h"

#include "engine/base/contract.h"

const int see_value[KINDS] = {0, 20000, 210, 230, 430, 950, 460, 120};

/* Returns the square of the cheapest piece of `side` within `occ` that can capture on s, or
 * SQ_NONE. */
static Square see_cheapest_attacker(const Position *pos, Square s, Side side, Bitboard occ)
{
    static const Kind by_value[] = {PAWN, ADVISOR, BISHOP, KNIGHT, CANNON, ROOK, KING};
    const bool home = in_own_half(s, side);
#pragma GCC unroll 7 /* unrolled, so that each test is specialised for its kind */
    for (int i = 0; i < KINDS - 1; i++) {
        Kind kind = by_value[i];
        if (kind <= BISHOP && !home) /* king and guards never leave their own half of the board */
            continue;
        Bitboard found = attackers_of_kind(pos, side, kind, s, occ);
        if (found)
            return bb_pop(&found);
    }
    return SQ_NONE;
}

/* The swap algorithm with a null window, as in Stockfish: `gap` is the material that the side to
 * capture must still win to reverse the verdict, so only the verdict needs to be tracked. */
bool see_at_least(const Position *pos, Move m, int threshold)
{
    VERIFY_ASSERT(is_pseudo_legal(pos, m));
    Square from = move_from(m), to = move_to(m);
    int gap = see_value[id_kind(pos->board[to])] - threshold;
    if (gap < 0)
        return false; /* the captured piece is not worth enough, even without a recapture */
    gap = see_value[id_kind(pos->board[from])] - gap;
    if (gap <= 0)
        return true; /* the captured piece is worth enough, even if the moving piece is lost for nothing */

    Bitboard occ = (occupied(pos) | square_bit(to)) & ~square_bit(from);
    Side side = id_side(pos->board[from]);
    bool verdict = true;
    for (;;) {
        side = opponent(side);
        Square a = see_cheapest_attacker(pos, to, side, occ);
        if (a == SQ_NONE)
            return verdict;
        Kind kind = id_kind(pos->board[a]);
        occ &= ~square_bit(a);
        if (kind == KING) /* a king may capture only if it cannot be captured in turn */
            return see_cheapest_attacker(pos, to, opponent(side), occ) == SQ_NONE ? !verdict : verdict;
        verdict = !verdict;
        gap = see_value[kind] - gap;
        if (gap < (verdict ? 1 : 0))
            return verdict; /* the other side would lose material by continuing */
    }
}
