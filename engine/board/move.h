/* SPDX-License-Identifier: GPL-3.0-only */
/* move.h - moves in sixteen bits, and lists of moves.
 *
 * A move is from * 256 + to, both 0x90 squares. Xiangqi has no promotion, castling or en passant,
 * so a move needs no further data. 0 is a0a0, which no piece can play, and serves as MOVE_NONE. MOVE_NULL (a
 * pass) is a1a1. */
#pragma once

#include "engine/board/square.h"

typedef uint16_t Move;

_Static_assert(SQUARE_SPAN <= 256, "a square fits the eight bits that a move has for it");

enum { MOVE_NONE = 0, MOVE_NULL = 0x0101, MAX_MOVES = 128 };

static inline Move move_make(Square from, Square to) { return (Move)(from << 8 | to); }
static inline Square move_from(Move m) { return (Square)(m >> 8); }
static inline Square move_to(Move m) { return (Square)m; }

/* Returns the move that reverses m, unless m was a capture. */
static inline Move move_back(Move m) { return move_make(move_to(m), move_from(m)); }

/* Returns true if both squares are on the board, which must be checked before an untrusted move is
 * used as an index. */
static inline bool move_on_board(Move m) { return on_board(move_from(m)) && on_board(move_to(m)); }

static inline Move move_mirror(Move m) { return move_make(square_mirror(move_from(m)), square_mirror(move_to(m))); }
static inline Move move_flip(Move m) { return move_make(square_flip(move_from(m)), square_flip(move_to(m))); }

/* No position with sixteen pieces a side has more than 119 moves (two rooks and two cannons with 17
 * each, two horses with 8, five crossed pawns with 3, and at most 20 for king, advisors and
 * elephants). */
typedef struct MoveList {
    int count;
    Move moves[MAX_MOVES];
} MoveList;

static inline bool move_list_has(const MoveList *list, Move m)
{
    for (int i = 0; i < list->count; i++)
        if (list->moves[i] == m)
            return true;
    return false;
}
