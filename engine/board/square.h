/* SPDX-License-Identifier: GPL-3.0-only */
/* square.h - the geometry of the 0x90 board.
 *
 * A square is file * 16 + rank. Files a..i are 0..8; ranks are 0..9, counted from Red's back rank
 * as in ICCS. Ranks 10..15 are padding: a step off the top or bottom lands on padding, and a step
 * off a side leaves 0..0x8F, so that on_board() covers both with one test. Deltas are signed: one
 * file is 16, one rank 1.
 *
 * SQ_NONE marks a captured piece in piece lists. It is a padding square beyond the last file (file
 * 9, rank 15). Every table indexed by square or line position has empty rows there, so that
 * counting loops need no test for absent pieces. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/contract.h"

typedef uint8_t Square;

enum {
    FILES = 9,
    RANKS = 10,
    SQUARES = 90,       /* points of the board */
    BOARD_SIZE = 0x90,  /* mailbox entries: 9 files of 16 */
    SQ_NONE = 0x9F,     /* not a square; see above */
    SQUARE_SPAN = 0xA0, /* rows of tables that may be indexed by SQ_NONE */
};

enum { NORTH = 1, SOUTH = -1, EAST = 16, WEST = -16 }; /* north: away from Red */

static inline Square square_make(int file, int rank) { return (Square)(file << 4 | rank); }
static inline int square_file(Square s) { return s >> 4; }
static inline int square_rank(Square s) { return s & 15; }

static inline bool on_board(int s) { return (unsigned)s < BOARD_SIZE && (s & 15) < RANKS; }

/* Returns the index of a point in bitboards: file by file, a0 = 0, a9 = 9, b0 = 10 .. i9 = 89. */
static inline int square_index(Square s)
{
    assert(on_board(s));
    return (s >> 4) * RANKS + (s & 15);
}

/* Returns the square that two digits name: its file from the left and its rank from Black's back rank.
 * Returns SQ_NONE if they are not digits or name no square. */
static inline Square square_from_digits(const char *digits)
{
    const int file = digits[0] - '0', rank = digits[0] ? RANKS - 1 - (digits[1] - '0') : RANKS;
    return in_range(file, 0, FILES - 1) && in_range(rank, 0, RANKS - 1) ? square_make(file, rank) : SQ_NONE;
}

static inline Square square_mirror(Square s) { return (Square)((8 - (s >> 4)) << 4 | (s & 15)); } /* left-right */
static inline Square square_flip(Square s) { return (Square)((s & 0xF0) | (9 - (s & 15))); }      /* Red-Black */

static inline bool same_file(Square a, Square b) { return ((a ^ b) & 0xF0) == 0; }
static inline bool same_rank(Square a, Square b) { return ((a ^ b) & 0x0F) == 0; }

/* side is 0 for Red and 1 for Black; it is an int because this header does not include piece.h */
static inline bool in_own_half(Square s, int side)
{
    assert(side == 0 || side == 1);
    return ((s & 15) >= 5) == (side != 0);
}

static inline bool in_palace(Square s, int side)
{
    assert(side == 0 || side == 1);
    int rank = side ? 9 - (s & 15) : s & 15;
    return (s >> 4) >= 3 && (s >> 4) <= 5 && rank <= 2;
}
