/* SPDX-License-Identifier: GPL-3.0-only */
/* count.h - counts legal moves without generating them.
 *
 * The last ply of perft needs only the number of moves. Unless the safety of the king restricts
 * them, that is one population count per piece, with no loop over moves and almost no branches.
 * Restricted positions mask the same targets with the Legality. The functions are specialised for
 * each side by inlining.
 *
 * One ply earlier, most moves hardly change the number of replies. A quiet move far from the other
 * king, the legs of its horses and the eyes of its elephants affects only rooks and cannons on the
 * two lines that it touches. The replies are therefore counted once, for the position before the
 * move, and count_replies_after() corrects that number line by line. Only the remaining moves are
 * made. */
#pragma once

#include "engine/base/contract.h"
#include "engine/board/attacks.h"

#define COUNT_INLINE static inline __attribute__((always_inline))

COUNT_INLINE int count_slider(const Position *pos, Side us, Square s, Kind kind)
{
    assert(s < BOARD_SIZE || s == SQ_NONE);
    unsigned along_file = slider_on_file(pos, kind, s) & ~(pos->file[square_file(s)] >> 16 * us);
    unsigned along_rank = slider_on_rank(pos, kind, s) & ~(pos->rank[square_rank(s)] >> 16 * us);
    return popcount64((uint64_t)along_file | (uint64_t)along_rank << 32);
}

COUNT_INLINE int count_pawns(const Position *pos, Side us)
{
    const Bitboard rank0 = rank_bits[(1 << FILES) - 1];
    const Bitboard river = (Bitboard)31 * rank0; /* ranks 0-4 */
    Bitboard pawns = pieces_of(pos, us, PAWN), open = ~pos->sides[us] & BB_ALL;
    Bitboard across = us == RED ? pawns & ~river : pawns & river;
    Bitboard ahead = us == RED ? (pawns & ~(rank0 << 9)) << 1 : (pawns & ~rank0) >> 1;
    return bb_count(ahead & open) + bb_count(across << RANKS & open) + bb_count(across >> RANKS & open);
}

COUNT_INLINE int count_king(const Position *pos, Side us, Square k)
{
    int count = 0;
    for (Bitboard targets = king_targets[k] & ~pos->sides[us]; targets;)
        count += !king_attacked_on(pos, us, k, bb_pop(&targets));
    return count;
}

/* Counts the moves of the piece on s that the Legality allows. */
COUNT_INLINE int count_restricted(const Position *pos, const Legality *l, Side us, Kind kind, Square s)
{
    return s == SQ_NONE ? 0 : bb_count(piece_targets(pos, us, kind, s) & ~pos->sides[us] & legality_targets(l, s));
}

COUNT_INLINE int count_legal_moves(const Position *pos, const Side us)
{
    const Square *list = pos->list;
    const Square *rooks = &list[id_make(piece_make(us, ROOK), 0)], *cannons = &list[id_make(piece_make(us, CANNON), 0)];
    const Square *knights = &list[id_make(piece_make(us, KNIGHT), 0)], *bishops = &list[id_make(piece_make(us, BISHOP), 0)];
    const Square *advisors = &list[id_make(piece_make(us, ADVISOR), 0)], *pawns = &list[id_make(piece_make(us, PAWN), 0)];
    Square k = king_square(pos, us);
    int count = count_king(pos, us, k);

    Legality l;
    legality_init(pos, us, &l);
    if (__builtin_expect(l.count != 0 && l.targets != BB_ALL, 0)) {
        for (int slot = 0; slot < 2; slot++)
            count += count_restricted(pos, &l, us, ROOK, rooks[slot]) + count_restricted(pos, &l, us, CANNON, cannons[slot]) +
                     count_restricted(pos, &l, us, KNIGHT, knights[slot]) + count_restricted(pos, &l, us, BISHOP, bishops[slot]) +
                     count_restricted(pos, &l, us, ADVISOR, advisors[slot]);
        for (int slot = 0; slot < 5; slot++)
            count += count_restricted(pos, &l, us, PAWN, pawns[slot]);
        return count;
    }

    Bitboard open = ~pos->sides[us];
    for (int slot = 0; slot < 2; slot++) {
        count += count_slider(pos, us, rooks[slot], ROOK) + count_slider(pos, us, cannons[slot], CANNON);
        count += bb_count(knight_targets[knights[slot]][knight_legs(pos, knights[slot])] & open);
        count += bb_count(bishop_targets[bishops[slot]][bishop_eyes(pos, bishops[slot])] & open);
        count += bb_count(advisor_targets[advisors[slot]] & open);
    }
    count += count_pawns(pos, us);

    for (Bitboard pinned = l.pinned; pinned;) { /* subtract the moves that pins forbid */
        Square s = bb_pop(&pinned);
        Bitboard targets = piece_targets(pos, us, id_kind(pos->board[s]), s) & open;
        count -= bb_count(targets & ~legality_targets(&l, s));
    }
    return count;
}

/* Information about the replies of one side before the other side has moved. */
typedef struct ReplyBase {
    int count; /* number of legal moves of this side */
    /* A move from or to one of these squares may change more than the moves of this side's rooks and
     * cannons. The whole board if the safety of the king restricts the side. */
    Bitboard sensitive;
    Bitboard sliders; /* rooks and cannons of this side */
} ReplyBase;

/* Fills in the base for `us`, the side that will reply, which must not be in check. */
COUNT_INLINE ReplyBase reply_base(const Position *pos, const Side us)
{
    assert(us != side_to_move(pos));
    VERIFY_ASSERT(!in_check(pos, us));
    Legality l;
    legality_init(pos, us, &l);
    if (l.count != 0)
        return (ReplyBase){0, BB_ALL, 0};

    /* For each point where the king is or could go, add its lines, the horses that would attack it, and
     * their legs, which are the diagonal neighbours of the point. Shifts across an edge only add
     * points. */
    Square k = king_square(pos, us);
    Bitboard near = (king_targets[k] & ~pos->sides[us]) | square_bit(k);
    Bitboard sensitive = near << (RANKS + 1) | near << (RANKS - 1) | near >> (RANKS + 1) | near >> (RANKS - 1);
    for (Bitboard points = near; points;) {
        Square s = bb_pop(&points);
        sensitive |= cross_squares[s] | knight_zone[s];
    }
    Bitboard knights = pieces_of(pos, us, KNIGHT), bishops = pieces_of(pos, us, BISHOP);
    sensitive |= knights << 1 | knights >> 1 | knights << RANKS | knights >> RANKS;
    sensitive |= bishops << (RANKS + 1) | bishops << (RANKS - 1) | bishops >> (RANKS + 1) | bishops >> (RANKS - 1);
    sensitive |= pos->sides[us]; /* because they could be captured */
    return (ReplyBase){count_legal_moves(pos, us), sensitive, pieces_of(pos, us, ROOK) | pieces_of(pos, us, CANNON)};
}

/* Counts the moves along one line. `reach` is the slider's row of a table of line moves. */
COUNT_INLINE int count_on_line(const uint16_t *reach, uint32_t word, Side us)
{
    return popcount64(reach[line_occupied(word)] & ~(word >> 16 * us) & 0xFFFF);
}

/* Returns the change in the moves of the slider on s when an enemy piece moves from `from` to `to`.
 * Neither point may hold a piece of the slider's side. */
COUNT_INLINE int slider_change(const Position *pos, Side us, Square s, Square from, Square to)
{
    assert(pos->board[s] != EMPTY);
    assert(pos->board[from] != EMPTY && id_side(pos->board[from]) != us);
    assert(pos->board[to] == EMPTY || id_side(pos->board[to]) != us);
    const int file = square_file(s), rank = square_rank(s), their_shift = 16 * (us ^ 1);
    const bool cannon = id_kind(pos->board[s]) == CANNON;
    int change = 0;
    uint32_t toggled = (same_file(s, from) ? 1u << square_rank(from) : 0) ^ (same_file(s, to) ? 1u << square_rank(to) : 0);
    if (toggled) {
        const uint16_t *reach = cannon ? line_cannon_file[rank] : line_rook_file[rank];
        uint32_t word = pos->file[file];
        change += count_on_line(reach, word ^ toggled << their_shift, us) - count_on_line(reach, word, us);
    }
    toggled = (same_rank(s, from) ? 1u << square_file(from) : 0) ^ (same_rank(s, to) ? 1u << square_file(to) : 0);
    if (toggled) {
        const uint16_t *reach = cannon ? line_cannon_rank[file] : line_rook_rank[file];
        uint32_t word = pos->rank[rank];
        change += count_on_line(reach, word ^ toggled << their_shift, us) - count_on_line(reach, word, us);
    }
    return change;
}

/* Counts the replies to a legal move that does not touch the sensitive squares. */
COUNT_INLINE int count_replies_after(const Position *pos, const ReplyBase *base, const Side us, Move m)
{
    assert(us != side_to_move(pos));
    assert(!bb_has(base->sensitive, move_from(m)) && !bb_has(base->sensitive, move_to(m)));
    Square from = move_from(m), to = move_to(m);
    int count = base->count;
    for (Bitboard touched = base->sliders & (cross_squares[from] | cross_squares[to]); touched;)
        count += slider_change(pos, us, bb_pop(&touched), from, to);
    return count;
}
