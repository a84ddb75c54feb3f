/* SPDX-License-Identifier: GPL-3.0-only */
/* slow_rules.h - the rules of Xiangqi once more, slowly and obviously, to check the fast ones against.
 *
 * A board is 10 ranks of 9 characters, and every question is answered by walking over it. Nothing is
 * shared with engine/: no table, no type, no function. A move is legal if the piece moves so and,
 * made on a copy, leaves no enemy piece able to take the king. */
#pragma once

#include <stdbool.h>

typedef struct SlowBoard {
    char at[10][9]; /* [rank][file], rank 0 is Red's back rank; KABNRCP red, kabnrcp black, '.' empty */
    bool black;     /* to move */
} SlowBoard;

typedef struct SlowMove {
    int from_file, from_rank, to_file, to_rank;
} SlowMove;

enum { SLOW_MAX_MOVES = 256 };

/* May this letter's piece ever stand on that point? */
bool slow_may_stand(char piece, int file, int rank);

/* Does the piece on the first point, of either side, move so, by its own rule? Its king's safety is
 * not looked at. A king "takes" the other king along an open file. */
bool slow_moves_so(const SlowBoard *b, SlowMove m);

/* Can a piece of that side take what stands (or would stand) on the point? Cannons need their screen. */
bool slow_attacked(const SlowBoard *b, bool by_black, int file, int rank);

/* Is the king of that side attacked, or absent? */
bool slow_king_attacked(const SlowBoard *b, bool black);

void slow_make(SlowBoard *b, SlowMove m);

/* All legal moves of the side to move into out[SLOW_MAX_MOVES]; returns their number. */
int slow_legal_moves(const SlowBoard *b, SlowMove *out);

/* Is there one? */
bool slow_can_move(const SlowBoard *b);

/* All of them without asking whether the king is left attacked. */
int slow_pseudo_moves(const SlowBoard *b, SlowMove *out);
