/* SPDX-License-Identifier: GPL-3.0-only */
/* piece.h - sides, kinds, coloured pieces, and the piece identities stored in the mailbox.
 *
 * A Piece is side * 8 + kind. The mailbox holds a PieceId = piece * 8 + slot; the slot
 * distinguishes pieces of one kind and side (at most five pawns, two of the others). A PieceId is
 * the index into the piece list, so a move updates the list without searching, and it identifies
 * the same piece throughout a game. piece_of() is a single shift. */
#pragma once

#include <stdint.h>

#include "engine/base/contract.h"

typedef enum Side { RED, BLACK } Side;

typedef enum Kind { NO_KIND, KING, ADVISOR, BISHOP, KNIGHT, ROOK, CANNON, PAWN } Kind;

typedef uint8_t Piece;   /* side * 8 + kind, or 0 for an empty point */
typedef uint8_t PieceId; /* piece * 8 + slot, 0 for an empty point */

enum { NO_PIECE = 0, PIECES = 16, EMPTY = 0, PIECE_IDS = PIECES * 8, KINDS = 8 };

_Static_assert(PIECE_IDS <= 256 && PIECES == 2 * KINDS, "a PieceId fits one byte");

static inline Piece piece_make(Side side, Kind kind) { return (Piece)(side << 3 | kind); }
static inline Side piece_side(Piece p) { return (Side)(p >> 3); }
static inline Kind piece_kind(Piece p) { return (Kind)(p & 7); }

static inline PieceId id_make(Piece p, int slot)
{
    assert(p < PIECES && in_range(slot, 0, 7));
    return (PieceId)(p << 3 | slot);
}

static inline Piece piece_of(PieceId id) { return id >> 3; }
static inline Kind id_kind(PieceId id) { return (Kind)(id >> 3 & 7); }
static inline Side id_side(PieceId id) { return (Side)(id >> 6); }

static inline Side opponent(Side s) { return (Side)(s ^ 1); }

/* Returns how many pieces of the kind a side starts with, which is also the maximum. */
static inline int kind_limit(Kind k) { return k == KING ? 1 : k == PAWN ? 5 : k == NO_KIND ? 0 : 2; }

/* Returns the FEN letter, or '.' for no piece. */
static inline char piece_letter(Piece p) { return ".KABNRCP.kabnrcp"[p & 15]; }
