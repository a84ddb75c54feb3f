/* SPDX-License-Identifier: GPL-3.0-only */
/* features.h - maps positions to rows of the first layer: one definition for player and trainer.
 *
 * Each side has a view: the board flipped so that its own back rank is rank 0, and mirrored so that
 * its king is on the left, unless it is on the middle file. In that case the other king decides,
 * and if both kings are in the middle, the heavier half goes to the left (see Lean). In such a
 * view, every piece on a square that it can legally occupy is one row, separately for own and enemy
 * pieces: 689 rows, once for each bucket of the own king's square in each phase. A position and its
 * mirror image have the same rows. An Orientation selects the table: (phase * buckets + bucket) * 2
 * + mirrored. */
#pragma once

#include "engine/base/contract.h"
#include "engine/board/position.h"
#include "eval/nnue/arch.h"

typedef uint8_t Orientation;

enum { ORIENTATIONS = NET_PHASES * NET_KING_BUCKETS * 2, NO_ROW = 0xFFFF };

/* Row offset by piece (the viewing side counts as Red) and oriented square; NO_ROW where the piece
 * cannot be. */
extern const uint16_t piece_square_row[PIECES][BOARD_SIZE];

/* Square in a view, indexed by view * 2 + mirrored. Padding stays padding. */
extern const Square square_seen[4][BOARD_SIZE];

/* Indexed by the oriented square of the viewing side's king. */
extern const uint8_t king_bucket[BOARD_SIZE];

/* How far a view leans to the right: the weights of its pieces to the right of the middle file
 * minus those on the left, without kings. It is zero only if these pieces are symmetric, apart from
 * collisions of some twenty random bits. Pieces that rarely move weigh most, so that the sign
 * rarely changes: each change costs a refresh of the sums. Both views are packed into one word,
 * Red's above Black's, and are added and subtracted together. */
typedef int64_t Lean;

extern const Lean lean_weight[PIECES][BOARD_SIZE]; /* NO_PIECE has weight 0 */

static inline int32_t lean_of_view(Lean lean, Side view)
{
    int32_t black = (int32_t)(uint32_t)(uint64_t)lean;
    return view == BLACK ? black : (int32_t)((lean - black) >> 32);
}

Lean lean_of(const Position *pos);

/* Returns true if both kings are on the middle file, where the lean decides. */
static inline bool kings_in_the_middle(const Position *pos)
{
    return square_file(king_square(pos, RED)) == 4 && square_file(king_square(pos, BLACK)) == 4;
}

/* Returns the orientation for the squares of both kings, the lean of the position and its number of
 * pieces. */
static inline Orientation orientation_by(Square own, Square other, Side view, Lean lean, int pieces)
{
    assert(on_board(own) && on_board(other));
    int file = square_file(own), other_file = square_file(other);
    bool mirror = file != 4 ? file > 4 : other_file != 4 ? other_file > 4 : lean_of_view(lean, view) > 0;
    const int table = net_phase(pieces) * NET_KING_BUCKETS;
    if (NET_KING_BUCKETS == 1)
        return (Orientation)(table * 2 + mirror);
    if (view == BLACK)
        own = square_flip(own);
    return (Orientation)((table + king_bucket[mirror ? square_mirror(own) : own]) * 2 + mirror);
}

/* Returns the orientation of a position. `lean` is lean_of(pos). Both kings must be on the board. */
static inline Orientation orientation_given(const Position *pos, Side view, Lean lean)
{
    return orientation_by(king_square(pos, view), king_square(pos, opponent(view)), view, lean, bb_count(occupied(pos)));
}

/* Returns the orientation one ply after `before` in the same phase, if both kings were and are on
 * the middle file: they are symmetric, and only the lean can change the orientation. */
static inline Orientation orientation_leaning(Orientation before, Side view, Lean lean)
{
    return (Orientation)((before & ~1) | (lean_of_view(lean, view) > 0));
}

static inline Orientation orientation_of(const Position *pos, Side view) { return orientation_given(pos, view, lean_of(pos)); }

static inline int orientation_phase(Orientation o)
{
    assert(o < ORIENTATIONS);
    return (o >> 1) / NET_KING_BUCKETS;
}

/* Returns the row of a piece on a square that it can legally occupy. */
static inline int feature_row(Side view, Orientation o, Piece p, Square s)
{
    assert(o < ORIENTATIONS && p < PIECES && s < BOARD_SIZE);
    assert(piece_square_row[p ^ view << 3][square_seen[view << 1 | (o & 1)][s]] != NO_ROW);
    return (o >> 1) * NET_PIECE_SQUARES + piece_square_row[p ^ view << 3][square_seen[view << 1 | (o & 1)][s]];
}

/* Writes all rows of a view to rows[NET_ACTIVE_MAX]. Returns the number of rows. */
int feature_rows(const Position *pos, Side view, Orientation o, uint16_t *rows);
