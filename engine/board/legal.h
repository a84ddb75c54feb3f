/* SPDX-License-Identifier: GPL-3.0-only */
/* legal.h - tests whether one move, from the hash table or from a user, is legal, and if it is not,
 * why. */
#pragma once

#include "engine/base/contract.h"
#include "engine/board/attacks.h"

/* Returns true if the pseudo-legal move m is legal; l is the Legality of the side to move. */
static inline bool is_legal_given(const Position *pos, const Legality *l, Move m)
{
    VERIFY_ASSERT(is_pseudo_legal(pos, m));
    Side us = side_to_move(pos);
    Square from = move_from(m), to = move_to(m);
    if (id_kind(pos->board[from]) == KING)
        return !king_attacked_on(pos, us, from, to);
    return bb_has(legality_targets(l, from), to);
}

/* Returns true if the move is legal. Accepts any 16-bit value. */
bool is_legal(const Position *pos, Move m);

/* Reasons why a move is illegal. move_fault() returns the most informative one, and sets *where for
 * reasons that refer to a point: the blocked leg or eye, a piece in the way, or the checking
 * piece. */
typedef enum MoveFault {
    MOVE_OK,
    FAULT_OFF_BOARD,      /* not two points of the board */
    FAULT_NO_PIECE,       /* the first point is empty */
    FAULT_NOT_YOURS,      /* the piece belongs to the opponent */
    FAULT_SAME_SQUARE,    /* the piece would not move */
    FAULT_OWN_PIECE,      /* the destination holds a piece of the same side */
    FAULT_SHAPE,          /* the piece does not move that way */
    FAULT_PALACE,         /* king or advisor would leave the palace */
    FAULT_RIVER,          /* elephant would cross the river */
    FAULT_PAWN_BACK,      /* pawn would move backwards */
    FAULT_PAWN_SIDEWAYS,  /* pawn would move sideways before crossing the river */
    FAULT_LEG_BLOCKED,    /* where: the horse's leg */
    FAULT_EYE_BLOCKED,    /* where: the elephant's eye */
    FAULT_PATH_BLOCKED,   /* where: the first piece in the way of a rook, or of a quiet move of a cannon */
    FAULT_NO_SCREEN,      /* cannon captures without a screen */
    FAULT_MANY_SCREENS,   /* cannon captures over two or more pieces */
    FAULT_STILL_IN_CHECK, /* where: the checking piece; the move does not parry the check */
    FAULT_INTO_CHECK,     /* where: the piece that would give check */
    FAULT_FACING,         /* the kings would face each other */
} MoveFault;

MoveFault move_fault(const Position *pos, Move m, Square *where);
