/* SPDX-License-Identifier: GPL-3.0-only */
/* movegen.h - move generation.
 *
 * Legal generation takes the Legality of the side to move (attacks.h), which a caller that
 * generates in stages computes once. If the side is in check, the same functions yield the
 * evasions. The order of moves is fixed: rooks, cannons, horses, pawns, elephants, advisors,
 * king. */
#pragma once

#include "engine/board/attacks.h"

typedef enum MoveKinds { GEN_CAPTURES = 1, GEN_QUIETS = 2, GEN_ALL = 3 } MoveKinds;

/* Appends the legal moves of the given kinds to the list; l is the Legality of the side to move. */
void generate_legal(const Position *pos, const Legality *l, MoveKinds kinds, MoveList *list);

/* Fills the list with all legal moves and returns their number. Not for time-critical callers. */
int legal_moves(const Position *pos, MoveList *list);

/* Returns true if the side to move has a legal move. If not, it has lost, in check or not. */
bool any_legal_move(const Position *pos);
