/* SPDX-License-Identifier: GPL-3.0-only */
/* tables.h - constant attack tables, printed at build time by gen_tables.c.
 *
 * Lines. The moves of a rook or cannon along a file or rank depend only on its position on the line and
 * on the line's occupancy word, so each is one look-up: line_rook_file[rank][occupancy] is the set of
 * ranks that it reaches, including blockers of either colour (the caller removes those of the mover's
 * side). A cannon's set contains the empty points before the first piece, and the second piece:
 *
 *     occupancy of a file, cannon on rank 0:   C . . X . Y . Z .  ->  ranks 1 2 and 5 (Y)
 *
 * (ElephantEye also uses such words and tables; the idea is older than both.)
 *
 * Leapers. Horse moves are indexed by which of the four legs are blocked, elephant moves by the
 * four eyes. The index is computed from shifted line words (knight_legs(), bishop_eyes()). The
 * points from which horses attack a square are indexed by the eyes of that square, because the
 * horses' legs are there.
 *
 * All tables accept SQ_NONE, or its position on a line (9 on a rank, 15 on a file), and are empty
 * there. */
#pragma once

#include "engine/base/contract.h"
#include "engine/board/bitboard.h"
#include "engine/board/piece.h"

extern const uint16_t line_rook_file[16][1 << RANKS];
extern const uint16_t line_cannon_file[16][1 << RANKS];
extern const uint16_t line_rook_rank[10][1 << FILES];
extern const uint16_t line_cannon_rank[10][1 << FILES];
extern const uint16_t line_between[16][16]; /* positions strictly between two positions on a line */

extern const Bitboard knight_targets[SQUARE_SPAN][16]; /* indexed by blocked legs: S = 1, W = 2, N = 4, E = 8 */
/* Points from which horses attack the square, indexed by its occupied eyes as in bishop_targets. */
extern const Bitboard knight_attackers[SQUARE_SPAN][16];
extern const Bitboard bishop_targets[SQUARE_SPAN][16]; /* indexed by blocked eyes: SW = 1, NW = 2, SE = 4, NE = 8 */
extern const Bitboard advisor_targets[SQUARE_SPAN];
extern const Bitboard king_targets[SQUARE_SPAN];
extern const Bitboard pawn_targets[2][SQUARE_SPAN];   /* indexed by the pawn's side */
extern const Bitboard pawn_attackers[2][SQUARE_SPAN]; /* points from which a pawn of that side attacks the square */
extern const Bitboard knight_zone[SQUARE_SPAN];       /* points that a horse reaches on an empty board */
extern const Bitboard cross_squares[SQUARE_SPAN];     /* all other squares of the file and rank */
extern const Bitboard square_bits[SQUARE_SPAN];
extern const Bitboard rank_bits[1 << FILES]; /* a rank word as a set on rank 0; shift left by the rank */
extern const Square index_square[SQUARES];   /* inverse of square_index() */

/* points that a piece of this kind and side can ever occupy */
extern const Bitboard kind_squares[2][KINDS];

extern const uint64_t zobrist_piece[PIECES][SQUARE_SPAN];
extern const uint64_t zobrist_black; /* part of the key when Black is to move */

static inline Bitboard square_bit(Square s)
{
    assert(s < SQUARE_SPAN);
    return square_bits[s];
}

static inline bool bb_has(Bitboard b, Square s)
{
    assert(s < SQUARE_SPAN);
    return (b & square_bits[s]) != 0;
}

/* Removes and returns the lowest square. b must not be empty. */
static inline Square bb_pop(Bitboard *b)
{
    assert((*b & ~BB_ALL) == 0);
    int i = bb_first(*b);
    *b &= *b - 1;
    return index_square[i];
}

/* Returns the leg of a horse that goes from `from` to `to`, which must be a horse's move apart. */
static inline Square knight_leg(Square from, Square to)
{
    int d = to - from, a = d < 0 ? -d : d; /* 31, 33: two files, one rank; 14, 18: one file, two ranks */
    int step = a > 30 ? EAST : NORTH;
    bool negative = a == 14 ? d > 0 : d < 0; /* +14 is one file east, two ranks south */
    return (Square)(from + (negative ? -step : step));
}
