/* SPDX-License-Identifier: GPL-3.0-only */
/* slow_rules.h - a slow and obvious implementation of the rules of Xiangqi, with which the fast
 * implementation is compared.
 *
 * A board is 10 ranks of 9 characters, and every question is answered by examining all its points. It
 * shares no table, type or function with engine/. A move is legal if the piece can move like that and
 * no enemy piece can then capture the king. */
#pragma once

#include <stdbool.h>

typedef struct SlowBoard {
    char at[10][9]; /* [rank][file], rank 0 is Red's back rank; KABNRCP red, kabnrcp black, '.' empty */
    bool black;     /* true if Black is to move */
} SlowBoard;

typedef struct SlowMove {
    int from_file, from_rank, to_file, to_rank;
} SlowMove;

enum { SLOW_MAX_MOVES = 256 };

/* Returns true if the letter's piece can ever be on this point. */
bool slow_may_stand(char piece, int file, int rank);

/* Returns true if the piece on the first point, of either side, can move like this. The safety of its
 * king is ignored. A king can capture the other king along an open file. */
bool slow_moves_so(const SlowBoard *b, SlowMove m);

/* Returns true if a piece of the side could capture an enemy piece on this point, which may be empty. Cannons need a screen. */
bool slow_attacked(const SlowBoard *b, bool by_black, int file, int rank);

/* Returns true if the king of the side is attacked or absent. */
bool slow_king_attacked(const SlowBoard *b, bool black);

void slow_make(SlowBoard *b, SlowMove m);

/* Writes all legal moves of the side to move to out[SLOW_MAX_MOVES]. Returns their number. */
int slow_legal_moves(const SlowBoard *b, SlowMove *out);

/* Returns true if there is a legal move. */
bool slow_can_move(const SlowBoard *b);

/* Does the same as slow_legal_moves() without testing whether the king is left attacked. */
int slow_pseudo_moves(const SlowBoard *b, SlowMove *out);
