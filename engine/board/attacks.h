/* SPDX-License-Identifier: GPL-3.0-only */
/* attacks.h - attacks, checks, and the restrictions that the safety of the king imposes.
 *
 * Legal moves are not found by making each move and testing it. They are filtered by facts about the
 * mover's king, which are computed once per position. Each enemy piece that attacks the king, or would
 * attack it if the pieces in between were different, gives one Constraint. With n pieces on the line
 * between it and our king:
 *
 *     n   rook, enemy king                        cannon
 *     0   check: interpose or capture it          the points between must stay empty
 *     1   if ours, pinned: stay between           check: interpose or capture it; if the screen is
 *         or capture it                           ours it may also leave the line
 *     2   -                                       each of ours must stay between or capture it, and
 *                                                 must not capture the other screen
 *
 * A horse with a free leg gives check (capture it or block the leg). If one of our pieces blocks
 * the leg, it is pinned unless it captures the horse. Apart from king moves, the only answer to a
 * pawn's check is to capture the pawn. Several constraints are combined by intersection, which
 * covers double checks and double pins without special cases. King moves are the exception: each
 * destination is tested for attackers with the king removed from its square. */
#pragma once

#include "engine/base/contract.h"
#include "engine/board/position.h"

/* Returns the index into knight_targets[s]: which legs are blocked. */
static inline unsigned knight_legs(const Position *pos, Square s)
{
    unsigned up_down = file_occupied(pos, square_file(s)) << 1 >> square_rank(s) & 5;
    unsigned across = rank_occupied(pos, square_rank(s)) << 1 >> square_file(s) & 5;
    return up_down | across << 1;
}

/* Returns the index into bishop_targets[s]: which eyes are blocked. */
static inline unsigned bishop_eyes(const Position *pos, Square s)
{
    unsigned below = rank_occupied(pos, (square_rank(s) - 1) & 15) << 1 >> square_file(s) & 5;
    unsigned above = rank_occupied(pos, (square_rank(s) + 1) & 15) << 1 >> square_file(s) & 5;
    return below | above << 1;
}

/* Return the points of a file or rank, as a line word, that a slider on s reaches; the kind is CANNON,
 * or any other kind for the reach of a rook. Pieces of either side are included, as in tables.h. */
static inline unsigned slider_on_file(const Position *pos, Kind kind, Square s)
{
    return (kind == CANNON ? line_cannon_file : line_rook_file)[square_rank(s)][file_occupied(pos, square_file(s))];
}
static inline unsigned slider_on_rank(const Position *pos, Kind kind, Square s)
{
    return (kind == CANNON ? line_cannon_rank : line_rook_rank)[square_file(s)][rank_occupied(pos, square_rank(s))];
}

static inline Bitboard file_word_bb(int file, unsigned word) { return (Bitboard)word << file * RANKS; }
static inline Bitboard rank_word_bb(int rank, unsigned word) { return rank_bits[word] << rank; }

/* Returns all points that a piece of this kind and side on s attacks or can move to, including points
 * occupied by pieces of its own side. For a cannon these are quiet moves, and captures over one screen.
 * If s is SQ_NONE, the set is empty. */
static inline Bitboard piece_targets(const Position *pos, Side side, Kind kind, Square s)
{
    assert(s < BOARD_SIZE || s == SQ_NONE);
    switch (kind) {
    case KING: return king_targets[s];
    case ADVISOR: return advisor_targets[s];
    case BISHOP: return bishop_targets[s][bishop_eyes(pos, s)];
    case KNIGHT: return knight_targets[s][knight_legs(pos, s)];
    case ROOK:
    case CANNON:
        return file_word_bb(square_file(s), slider_on_file(pos, kind, s)) | rank_word_bb(square_rank(s), slider_on_rank(pos, kind, s));
    case PAWN: return pawn_targets[side][s];
    case NO_KIND: break;
    }
    return 0;
}

/* Returns true if the move is pseudo-legal: possible for the side to move if the safety of that side's
 * king is ignored. Accepts any 16-bit value. */
bool is_pseudo_legal(const Position *pos, Move m);

/* Returns the occupied points strictly between a and b, which must share a file or rank, as a word
 * of that line. */
static inline unsigned pieces_between(const Position *pos, Square a, Square b)
{
    assert(on_board(a) && on_board(b));
    assert(same_file(a, b) || same_rank(a, b));
    if (same_file(a, b))
        return file_occupied(pos, square_file(a)) & line_between[square_rank(a)][square_rank(b)];
    return rank_occupied(pos, square_rank(a)) & line_between[square_file(a)][square_file(b)];
}

/* Returns all points strictly between a and b, which must share a file or rank. */
static inline Bitboard squares_between(Square a, Square b)
{
    assert(on_board(a) && on_board(b));
    assert(same_file(a, b) || same_rank(a, b));
    if (same_file(a, b))
        return file_word_bb(square_file(a), line_between[square_rank(a)][square_rank(b)]);
    return rank_word_bb(square_rank(a), line_between[square_file(a)][square_file(b)]);
}

static inline bool word_single(unsigned word) { return word != 0 && (word & (word - 1)) == 0; }

/* Returns the square of the lowest bit of a word of the line through a and b. */
static inline Square line_square(Square a, Square b, unsigned word)
{
    assert(word != 0);
    assert(same_file(a, b) || same_rank(a, b));
    int place = __builtin_ctz(word);
    return same_file(a, b) ? (Square)((a & 0xF0) | place) : (Square)(place << 4 | (a & 15));
}

typedef struct Constraint {
    Bitboard others;  /* destinations allowed to pieces that are not in `pinned` */
    Square pinned[2]; /* pieces with an individual rule; SQ_NONE if there are fewer */
    Bitboard allowed[2];
} Constraint;

enum { CONSTRAINTS_MOST = 16 };

typedef struct Legality {
    Bitboard checkers; /* enemy pieces giving check */
    Bitboard targets;  /* destinations allowed to pieces other than the king that are not in `pinned` */
    Bitboard pinned;   /* pieces of the side to move that have an individual rule */
    int count;
    Constraint constraints[CONSTRAINTS_MOST];
} Legality;

static inline Constraint *legality_add(Legality *l, Bitboard others)
{
    assert(l->count < CONSTRAINTS_MOST);
    Constraint *c = &l->constraints[l->count++];
    c->others = others;
    c->pinned[0] = c->pinned[1] = SQ_NONE;
    l->targets &= others;
    return c;
}

static inline void constraint_pin(Legality *l, Constraint *c, int which, Square s, Bitboard allowed)
{
    assert(which == 0 || which == 1);
    c->pinned[which] = s;
    c->allowed[which] = allowed;
    l->pinned |= square_bit(s);
}

/* Adds the constraint, if any, that the enemy rook (or the facing king) on s imposes on `us`, whose
 * king is on k (see the table above). */
static inline void legality_rook_line(const Position *pos, Side us, Square k, Square s, Legality *l)
{
    const unsigned between = pieces_between(pos, s, k);
    if (between == 0) {
        l->checkers |= square_bit(s);
        legality_add(l, squares_between(s, k) | square_bit(s));
    } else if (word_single(between)) {
        Square first = line_square(s, k, between);
        if (id_side(pos->board[first]) == us)
            constraint_pin(l, legality_add(l, BB_ALL), 0, first, squares_between(s, k) | square_bit(s));
    }
}

/* Does the same for the enemy cannon on s. */
static inline void legality_cannon_line(const Position *pos, Side us, Square k, Square s, Legality *l)
{
    const unsigned between = pieces_between(pos, s, k), rest = between & (between - 1);
    if (rest & (rest - 1))
        return;
    const Bitboard line = squares_between(s, k);
    if (between == 0) {
        if (line)
            legality_add(l, ~line & BB_ALL);
        return;
    }

    Square first = line_square(s, k, between);
    bool first_ours = id_side(pos->board[first]) == us;
    if (rest == 0) {
        l->checkers |= square_bit(s);
        Constraint *c = legality_add(l, (line & ~square_bit(first)) | square_bit(s));
        if (first_ours)
            constraint_pin(l, c, 0, first, ~line & BB_ALL);
    } else {
        Square second = line_square(s, k, rest);
        bool second_ours = id_side(pos->board[second]) == us;
        if (!first_ours && !second_ours)
            return;
        Constraint *c = legality_add(l, BB_ALL);
        if (first_ours)
            constraint_pin(l, c, 0, first, (line | square_bit(s)) & ~square_bit(second));
        if (second_ours)
            constraint_pin(l, c, 1, second, (line | square_bit(s)) & ~square_bit(first));
    }
}

/* Fills in *l for side `us`, whose king must be on the board. */
static inline void legality_init(const Position *pos, Side us, Legality *l)
{
    assert(on_board(king_square(pos, us)));
    Side them = opponent(us);
    Square k = king_square(pos, us);
    l->checkers = l->pinned = 0;
    l->targets = BB_ALL;
    l->count = 0;

    Bitboard rooks = (pieces_of(pos, them, ROOK) | pieces_of(pos, them, KING)) & cross_squares[k];
    while (rooks)
        legality_rook_line(pos, us, k, bb_pop(&rooks), l);
    Bitboard cannons = pieces_of(pos, them, CANNON) & cross_squares[k];
    while (cannons)
        legality_cannon_line(pos, us, k, bb_pop(&cannons), l);

    Bitboard knights = pieces_of(pos, them, KNIGHT) & knight_zone[k];
    while (knights) {
        Square s = bb_pop(&knights), leg = knight_leg(s, k);
        PieceId blocker = pos->board[leg];
        if (blocker == EMPTY) {
            l->checkers |= square_bit(s);
            legality_add(l, square_bit(s) | square_bit(leg));
        } else if (id_side(blocker) == us) {
            constraint_pin(l, legality_add(l, BB_ALL), 0, leg, square_bit(s));
        }
    }
    Bitboard pawns = pieces_of(pos, them, PAWN) & pawn_attackers[them][k];
    while (pawns) {
        Square s = bb_pop(&pawns);
        l->checkers |= square_bit(s);
        legality_add(l, square_bit(s));
    }
}

/* Does the work of legality_targets() for a piece in `pinned`. Not inline, because such pieces are
 * rare. */
Bitboard legality_pinned_targets(const Legality *l, Square s);

/* Returns the points to which the piece on s, other than the king, may move without exposing its
 * king. */
static inline Bitboard legality_targets(const Legality *l, Square s)
{
    assert(on_board(s));
    return bb_has(l->pinned, s) ? legality_pinned_targets(l, s) : l->targets;
}

/* Returns true if a king of `us` that moved from `from` to `to`, capturing any piece there, would
 * be attacked, or would face the other king. With from == to, tests the king where it is. */
static inline bool king_attacked_on(const Position *pos, Side us, Square from, Square to)
{
    assert(on_board(from) && on_board(to));
    Side them = opponent(us);
    Bitboard lines = (pieces_of(pos, them, ROOK) | pieces_of(pos, them, CANNON) | pieces_of(pos, them, KING)) & cross_squares[to];
    Bitboard knights = pieces_of(pos, them, KNIGHT) & knight_zone[to];
    if (pieces_of(pos, them, PAWN) & pawn_attackers[them][to])
        return true;
    if (!(lines | knights))
        return false;

    while (lines) {
        Square s = bb_pop(&lines);
        unsigned between = pieces_between(pos, s, to);
        if (same_file(s, to) ? same_file(from, to) : same_rank(from, to))
            between &= ~(1u << (same_file(s, to) ? square_rank(from) : square_file(from)));
        if (id_kind(pos->board[s]) == CANNON ? word_single(between) : between == 0)
            return true;
    }
    while (knights) {
        Square s = bb_pop(&knights), leg = knight_leg(s, to);
        if (pos->board[leg] == EMPTY || leg == from)
            return true;
    }
    return false;
}

/* Returns true if the king of `side` is attacked or faces the other king. */
static inline bool in_check(const Position *pos, Side side)
{
    Square k = king_square(pos, side);
    return king_attacked_on(pos, side, k, k);
}

/* Returns the points from which a piece of this kind and side could capture on s if nothing blocked
 * it. */
static inline Bitboard attack_zone(Side side, Kind kind, Square s)
{
    switch (kind) {
    case KING: return king_targets[s];
    case ADVISOR: return advisor_targets[s];
    case BISHOP: return bishop_targets[s][0];
    case KNIGHT: return knight_zone[s];
    case ROOK:
    case CANNON: return cross_squares[s];
    case PAWN: return pawn_attackers[side][s];
    case NO_KIND: break;
    }
    return 0;
}

/* Returns true if the piece on a, a point of attack_zone(), can capture on s with the given
 * occupancy. */
static inline bool attack_is_open(Kind kind, Square a, Square s, Bitboard occupied)
{
    if (kind == BISHOP)
        return !bb_has(occupied, (Square)((a + s) / 2));
    if (kind == KNIGHT)
        return !bb_has(occupied, knight_leg(a, s));
    if (kind != ROOK && kind != CANNON)
        return true;
    Bitboard between = squares_between(a, s) & occupied;
    return kind == ROOK ? between == 0 : between != 0 && !bb_many(between);
}

/* Returns the pieces of this kind and side, among the occupied points, that could capture on s. */
static inline Bitboard attackers_of_kind(const Position *pos, Side side, Kind kind, Square s, Bitboard occupied)
{
    Bitboard found = pieces_of(pos, side, kind) & attack_zone(side, kind, s) & occupied;
    if (BISHOP <= kind && kind <= CANNON)
        for (Bitboard left = found; left;) {
            Square a = bb_pop(&left);
            if (!attack_is_open(kind, a, s, occupied))
                found ^= square_bit(a);
        }
    return found;
}

/* Returns all pieces of `side`, including king and guards, that could capture an enemy piece on s. */
Bitboard attackers_of(const Position *pos, Square s, Side side);

/* Returns the enemy pieces that give check to the side to move. */
static inline Bitboard checkers_of(const Position *pos)
{
    Legality l;
    legality_init(pos, side_to_move(pos), &l);
    return l.checkers;
}

/* Returns true if this pseudo-legal move gives check, directly or by discovery. The move is not
 * made. */
bool gives_check(const Position *pos, Move m);

/* Squares that decide whether a move of the side to move gives check. */
typedef struct CheckSquares {
    /* Destinations from which a piece of this kind gives direct check; empty for king and guards. */
    Bitboard by_kind[KINDS];
    /* Moves from or to these squares must be tested with gives_check(). Such a move may change the line
     * between another piece and the king, or its slider may already be on such a line. */
    Bitboard lines;
} CheckSquares;
/* Fills in *out for `us`, the side to move. */
void check_squares(const Position *pos, Side us, CheckSquares *out);

/* Does the same as gives_check(), faster for many moves of one position. */
static inline bool gives_check_given(const CheckSquares *c, const Position *pos, Move m)
{
    assert(move_on_board(m) && pos->board[move_from(m)] != EMPTY);
    assert(id_side(pos->board[move_from(m)]) == side_to_move(pos));
    if ((square_bit(move_from(m)) | square_bit(move_to(m))) & c->lines)
        return gives_check(pos, m);
    return bb_has(c->by_kind[id_kind(pos->board[move_from(m)])], move_to(m));
}
