/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/board/legal.h"

#include <stdlib.h>

#include "engine/board/makemove.h"

bool is_legal(const Position *pos, Move m)
{
    if (!is_pseudo_legal(pos, m))
        return false;
    Legality l;
    legality_init(pos, side_to_move(pos), &l);
    return is_legal_given(pos, &l, m);
}

/* Checks whether the piece can move in this way; the owners of both squares have been checked. */
static MoveFault shape_fault(const Position *pos, Side us, Kind kind, Square from, Square to, Square *where)
{
    int files = abs(square_file(to) - square_file(from)), ranks = abs(square_rank(to) - square_rank(from));
    bool straight = files == 0 || ranks == 0;

    switch (kind) {
    case KING:
        if (files + ranks != 1)
            return FAULT_SHAPE;
        return in_palace(to, us) ? MOVE_OK : FAULT_PALACE;
    case ADVISOR:
        if (files != 1 || ranks != 1)
            return FAULT_SHAPE;
        return in_palace(to, us) ? MOVE_OK : FAULT_PALACE;
    case BISHOP:
        if (files != 2 || ranks != 2)
            return FAULT_SHAPE;
        if (!in_own_half(to, us))
            return FAULT_RIVER;
        *where = (Square)((from + to) / 2);
        return pos->board[*where] == EMPTY ? MOVE_OK : FAULT_EYE_BLOCKED;
    case KNIGHT:
        if (files * ranks != 2)
            return FAULT_SHAPE;
        *where = knight_leg(from, to);
        return pos->board[*where] == EMPTY ? MOVE_OK : FAULT_LEG_BLOCKED;
    case ROOK:
    case CANNON: {
        if (!straight)
            return FAULT_SHAPE;
        unsigned between = pieces_between(pos, from, to);
        if (kind == CANNON && pos->board[to] != EMPTY)
            return between == 0 ? FAULT_NO_SCREEN : word_single(between) ? MOVE_OK : FAULT_MANY_SCREENS;
        if (between == 0)
            return MOVE_OK;
        /* nearest piece on the way: the lowest bit going up, the highest going down */
        int place = to > from ? __builtin_ctz(between) : 31 - __builtin_clz(between);
        *where = line_square(from, to, 1u << place);
        return FAULT_PATH_BLOCKED;
    }
    case PAWN: {
        int ahead = us == RED ? square_rank(to) - square_rank(from) : square_rank(from) - square_rank(to);
        if (files + ranks != 1)
            return FAULT_SHAPE;
        if (ahead < 0)
            return FAULT_PAWN_BACK;
        return files == 1 && in_own_half(from, us) ? FAULT_PAWN_SIDEWAYS : MOVE_OK;
    }
    case NO_KIND: break;
    }
    return FAULT_SHAPE;
}

MoveFault move_fault(const Position *pos, Move m, Square *where)
{
    Side us = side_to_move(pos);
    Square from = move_from(m), to = move_to(m), unused;
    if (!where)
        where = &unused;
    *where = SQ_NONE;
    if (!move_on_board(m))
        return FAULT_OFF_BOARD;
    PieceId id = pos->board[from], target = pos->board[to];
    if (id == EMPTY)
        return FAULT_NO_PIECE;
    if (id_side(id) != us)
        return FAULT_NOT_YOURS;
    if (from == to)
        return FAULT_SAME_SQUARE;

    MoveFault fault = shape_fault(pos, us, id_kind(id), from, to, where);
    if (target != EMPTY && id_side(target) == us) {
        *where = SQ_NONE;
        return FAULT_OWN_PIECE;
    }
    if (fault != MOVE_OK)
        return fault;
    *where = SQ_NONE;
    if (is_legal(pos, m))
        return MOVE_OK;

    bool was_in_check = in_check(pos, us);
    Position after = *pos;
    Undo undo;
    position_make(&after, m, &undo);
    Legality l;
    legality_init(&after, us, &l);
    Square checker = bb_pop(&l.checkers);
    if (id_kind(after.board[checker]) == KING)
        return FAULT_FACING;
    *where = checker;
    return was_in_check ? FAULT_STILL_IN_CHECK : FAULT_INTO_CHECK;
}
