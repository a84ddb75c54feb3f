/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/board/position.h"

#include <string.h>

#include "engine/base/contract.h"

void position_clear(Position *pos)
{
    memset(pos, 0, sizeof *pos);
    memset(pos->list, SQ_NONE, sizeof pos->list);
}

bool position_put(Position *pos, Piece p, Square s)
{
    assert(on_board(s) && pos->board[s] == EMPTY);
    assert(p < PIECES && piece_kind(p) != NO_KIND);
    int slot = 0;
    while (slot < kind_limit(piece_kind(p)) && pos->list[id_make(p, slot)] != SQ_NONE)
        slot++;
    if (slot == kind_limit(piece_kind(p)))
        return false;

    Side side = piece_side(p);
    pos->board[s] = id_make(p, slot);
    pos->list[id_make(p, slot)] = s;
    pos->file[square_file(s)] |= 1u << (square_rank(s) + 16 * side);
    pos->rank[square_rank(s)] |= 1u << (square_file(s) + 16 * side);
    pos->pieces[p] |= square_bit(s);
    pos->sides[side] |= square_bit(s);
    pos->key ^= zobrist_piece[p][s];
    return true;
}

void position_start(Position *pos)
{
    static const Kind back_rank[FILES] = {ROOK, KNIGHT, BISHOP, ADVISOR, KING, ADVISOR, BISHOP, KNIGHT, ROOK};

    position_clear(pos);
    for (Side side = RED; side <= BLACK; side++) {
        int home = side == RED ? 0 : 9, north = side == RED ? 1 : -1;
        for (int file = 0; file < FILES; file++)
            position_put(pos, piece_make(side, back_rank[file]), square_make(file, home));
        position_put(pos, piece_make(side, CANNON), square_make(1, home + 2 * north));
        position_put(pos, piece_make(side, CANNON), square_make(7, home + 2 * north));
        for (int file = 0; file < FILES; file += 2)
            position_put(pos, piece_make(side, PAWN), square_make(file, home + 3 * north));
    }
}

uint64_t position_key_from_scratch(const Position *pos)
{
    uint64_t key = pos->side == BLACK ? zobrist_black : 0;
    for (int s = 0; s < BOARD_SIZE; s++)
        if (pos->board[s] != EMPTY)
            key ^= zobrist_piece[piece_of(pos->board[s])][s];
    return key;
}

const char *position_verify(const Position *pos)
{
    Position fresh;
    position_clear(&fresh);
    fresh.side = pos->side;

    for (int s = 0; s < BOARD_SIZE; s++) {
        PieceId id = pos->board[s];
        if (id == EMPTY)
            continue;
        if (!on_board(s))
            return "a piece stands on padding";
        if (id >= PIECE_IDS || pos->list[id] != s)
            return "the piece list disagrees with the board";
        if (!position_put(&fresh, piece_of(id), (Square)s))
            return "more pieces of a kind than exist";
    }
    for (int id = 0; id < PIECE_IDS; id++)
        if (pos->list[id] != SQ_NONE && (pos->list[id] >= BOARD_SIZE || pos->board[pos->list[id]] != id))
            return "the board disagrees with the piece list";
    if (memcmp(fresh.file, pos->file, sizeof fresh.file) != 0)
        return "a file word is wrong";
    if (memcmp(fresh.rank, pos->rank, sizeof fresh.rank) != 0)
        return "a rank word is wrong";
    if (memcmp(fresh.pieces, pos->pieces, sizeof fresh.pieces) != 0)
        return "a bitboard of a piece is wrong";
    if (memcmp(fresh.sides, pos->sides, sizeof fresh.sides) != 0)
        return "a bitboard of a side is wrong";
    if (pos->key != position_key_from_scratch(pos))
        return "the key is wrong";
    return NULL;
}

static void position_turn(const Position *pos, Square (*turned)(Square), Side swapped, Position *out)
{
    position_clear(out);
    for (Bitboard left = occupied(pos); left;) {
        Square s = bb_pop(&left);
        Piece p = piece_at(pos, s);
        position_put(out, piece_make(piece_side(p) ^ swapped, piece_kind(p)), turned(s));
    }
    out->side = pos->side ^ swapped;
    out->key = position_key_from_scratch(out);
    out->quiet_plies = pos->quiet_plies;
    out->game_ply = pos->game_ply;
}

void position_without(const Position *pos, Square without, Side mover, Position *out)
{
    position_clear(out);
    for (Square s = 0; s < BOARD_SIZE; s++)
        if (on_board(s) && s != without && piece_at(pos, s) != NO_PIECE)
            position_put(out, piece_at(pos, s), s);
    out->side = (uint8_t)mover;
    out->key = position_key_from_scratch(out);
}

void position_mirror(const Position *pos, Position *out) { position_turn(pos, square_mirror, RED, out); }

void position_flip(const Position *pos, Position *out) { position_turn(pos, square_flip, BLACK, out); }
