/* SPDX-License-Identifier: GPL-3.0-only */
/* tables.h - constant attack tables, printed at build time by gen_tables.c.
 *
 * Lines. A rook's or a cannon's moves along a file or rank depend only on its place on the line
 * and on the line's occupancy word, so each is one look-up: line_rook_file[rank][occupancy] is the
 * set of ranks it reaches, blockers of either colour included (mask off one's own). A cannon's
 * set holds the empty points up to the first piece and the second piece beyond it:
 *
 *     occupancy of a file, cannon on rank 0:   C . . X . Y . Z .  ->  ranks 1 2 and 5 (Y)
 *
 * (ElephantEye keeps such words and tables too; the idea is older than both.)
 *
 * Leapers. Horse moves are indexed by which of its four legs are taken, elephant moves by its four
 * eyes; the index comes straight from shifted line words (knight_legs(), bishop_eyes()). Where horses hit a point
 * from is indexed by its own eyes: their legs stand there.
 *
 * Everything accepts SQ_NONE, or line place 9 (rank) and 15 (file), and answers with nothing. */
#pragma once

#include "engine/board/bitboard.h"
#include "engine/board/piece.h"

extern const uint16_t line_rook_file[16][1 << RANKS];
extern const uint16_t line_cannon_file[16][1 << RANKS];
extern const uint16_t line_rook_rank[10][1 << FILES];
extern const uint16_t line_cannon_rank[10][1 << FILES];
extern const uint16_t line_between[16][16]; /* places strictly between two places of a line */

extern const Bitboard knight_targets[SQUARE_SPAN][16];   /* by legs taken: S = 1, W = 2, N = 4, E = 8 */
extern const Bitboard knight_attackers[SQUARE_SPAN][16]; /* where horses hit it from, by its own eyes, as below */
extern const Bitboard bishop_targets[SQUARE_SPAN][16];   /* by eyes taken: SW = 1, NW = 2, SE = 4, NE = 8 */
extern const Bitboard advisor_targets[SQUARE_SPAN];
extern const Bitboard king_targets[SQUARE_SPAN];
extern const Bitboard pawn_targets[2][SQUARE_SPAN];   /* by the pawn's side */
extern const Bitboard pawn_attackers[2][SQUARE_SPAN]; /* where a pawn of that side hits this square from */
extern const Bitboard knight_zone[SQUARE_SPAN];       /* the up to eight points a horse's leap away */
extern const Bitboard cross_squares[SQUARE_SPAN];     /* the rest of the file and of the rank */
extern const Bitboard square_bits[SQUARE_SPAN];
extern const Bitboard rank_bits[1 << FILES]; /* a rank word as a set on rank 0: shift left by the rank */
extern const Square index_square[SQUARES];   /* inverse of square_index() */

/* Where a piece of this kind and side may ever stand: palace points, elephant points, and so on. */
extern const Bitboard kind_squares[2][KINDS];

extern const uint64_t zobrist_piece[PIECES][SQUARE_SPAN];
extern const uint64_t zobrist_black; /* in the key when Black is to move */

static inline Bitboard square_bit(Square s) { return square_bits[s]; }
static inline bool bb_has(Bitboard b, Square s) { return (b & square_bits[s]) != 0; }

/* Removes and returns the lowest square; b is not empty. */
static inline Square bb_pop(Bitboard *b)
{
    int i = bb_first(*b);
    *b &= *b - 1;
    return index_square[i];
}

/* The points a leap of `to - from` passes through, for a horse its leg; to must be a horse's leap away. */
static inline Square knight_leg(Square from, Square to)
{
    int d = to - from, a = d < 0 ? -d : d; /* 31, 33: two files, one rank; 14, 18: one file, two ranks */
    int step = a > 30 ? EAST : NORTH;
    bool negative = a == 14 ? d > 0 : d < 0; /* +14 is one file east, two ranks south */
    return (Square)(from + (negative ? -step : step));
}
