/* SPDX-License-Identifier: GPL-3.0-only */
/* movegen.h - lists of moves.
 *
 * Legal generation takes the Legality of the side to move (attacks.h), which a caller that
 * generates in stages computes once. When in check the same functions yield the evasions. The
 * order of moves is fixed: rooks, cannons, horses, pawns, elephants, advisors, king. */
#pragma once

#include "engine/board/attacks.h"

typedef enum MoveKinds { GEN_CAPTURES = 1, GEN_QUIETS = 2, GEN_ALL = 3 } MoveKinds;

/* Appends to the list only legal moves; l is the Legality of the side to move. */
void generate_legal(const Position *pos, const Legality *l, MoveKinds kinds, MoveList *list);

/* All legal moves, for callers not in a hurry. Returns their number. */
int legal_moves(const Position *pos, MoveList *list);

/* Has the side to move any legal move? If not it has lost, in check or not. */
bool any_legal_move(const Position *pos);
