/* features.h - from a position to the rows of the first layer: one definition for player and trainer.
 *
 * Each side has a view: the board turned so that its own back rank is rank 0, and mirrored so that
 * its king, if not on the middle file, stands left (if it does and the other king does not, the
 * other king decides; with both in the middle nothing is mirrored, and the trainer mirrors such
 * positions at random instead). Seen so, every piece on a square it can legally occupy is one row,
 * own pieces and the opponent's apart: 689 rows, once per bucket of the own king's square.
 * An Orientation is what selects the table: bucket * 2 + mirrored. */
#ifndef HANXIN_EVAL_FEATURES_H
#define HANXIN_EVAL_FEATURES_H

#include "engine/position.h"
#include "eval/arch.h"

typedef uint8_t Orientation;

enum { ORIENTATIONS = NET_KING_BUCKETS * 2, NO_ROW = 0xFFFF };

/* By piece (of the viewing side: as if it were Red) and oriented square; NO_ROW where it cannot stand. */
extern const uint16_t piece_square_row[PIECES][BOARD_SIZE];

/* By oriented square of the own king. */
extern const uint8_t king_bucket[BOARD_SIZE];

/* Both kings must be on the board. */
static inline Orientation orientation_of(const Position *pos, Side view)
{
    Square own = king_square(pos, view);
    int file = square_file(own);
    bool mirror = file > 4 || (file == 4 && square_file(king_square(pos, opponent(view))) > 4);
    if (NET_KING_BUCKETS == 1)
        return mirror;
    if (view == BLACK)
        own = square_flip(own);
    return (Orientation)(king_bucket[mirror ? square_mirror(own) : own] * 2 + mirror);
}

/* Row of a piece on a square it can legally occupy. */
static inline int feature_row(Side view, Orientation o, Piece p, Square s)
{
    if (view == BLACK)
        s = square_flip(s);
    if (o & 1)
        s = square_mirror(s);
    return (o >> 1) * NET_PIECE_SQUARES + piece_square_row[p ^ view << 3][s];
}

/* All rows of a view in rows[NET_ACTIVE_MAX]; returns how many. */
int feature_rows(const Position *pos, Side view, Orientation o, uint16_t *rows);

#endif
