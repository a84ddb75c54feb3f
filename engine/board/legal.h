/* SPDX-License-Identifier: GPL-3.0-only */
/* legal.h - one move, from the hash table or from a person: may it be played, and if not why not. */
#pragma once

#include "engine/board/attacks.h"

/* Any sixteen bits: is there a piece of the side to move that moves so? Its king is not looked at. */
bool is_pseudo_legal(const Position *pos, Move m);

/* For a pseudo-legal m; l is the Legality of the side to move. */
static inline bool is_legal_given(const Position *pos, const Legality *l, Move m)
{
    Side us = (Side)pos->side;
    Square from = move_from(m), to = move_to(m);
    if (id_kind(pos->board[from]) == KING)
        return !king_attacked_on(pos, us, from, to);
    return bb_has(legality_targets(l, from), to);
}

/* Any sixteen bits: is it a legal move here? */
bool is_legal(const Position *pos, Move m);

/* Why a move cannot be played, most telling reason first. `where` is filled for those that name a
 * point: the blocked leg or eye, a piece in the way, the checking piece. */
typedef enum MoveFault {
    MOVE_OK,
    FAULT_OFF_BOARD,      /* not two points of the board */
    FAULT_NO_PIECE,       /* nothing stands on the first point */
    FAULT_NOT_YOURS,      /* the piece there is the opponent's */
    FAULT_SAME_SQUARE,    /* the piece would not move */
    FAULT_OWN_PIECE,      /* a piece of one's own stands on the target */
    FAULT_SHAPE,          /* that kind of piece does not move that way */
    FAULT_PALACE,         /* king or advisor would leave the palace */
    FAULT_RIVER,          /* elephant would cross the river */
    FAULT_PAWN_BACK,      /* pawn would go backwards */
    FAULT_PAWN_SIDEWAYS,  /* pawn would go sideways before the river */
    FAULT_LEG_BLOCKED,    /* where: the horse's leg */
    FAULT_EYE_BLOCKED,    /* where: the elephant's eye */
    FAULT_PATH_BLOCKED,   /* where: the first piece in the way of rook, or of a quiet cannon move */
    FAULT_NO_SCREEN,      /* cannon captures without a screen */
    FAULT_MANY_SCREENS,   /* cannon captures over two pieces or more */
    FAULT_STILL_IN_CHECK, /* where: the checking piece; the move does not answer the check */
    FAULT_INTO_CHECK,     /* where: the piece that would then give check */
    FAULT_FACING,         /* the kings would face each other */
} MoveFault;

MoveFault move_fault(const Position *pos, Move m, Square *where);
