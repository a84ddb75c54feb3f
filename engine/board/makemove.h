/* SPDX-License-Identifier: GPL-3.0-only */
/* makemove.h - makes and unmakes moves in place.
 *
 * Every function updates all views of the position (position.h) and its key. The caller keeps the
 * Undo and unmakes in reverse order. Moves must be pseudo-legal. VERIFY builds check the whole
 * position after each move. */
#pragma once

#include "engine/base/contract.h"
#include "engine/board/attacks.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef VERIFY
static inline void verify_or_abort(const Position *pos)
{
    const char *fault = position_verify(pos);
    if (fault) {
        fprintf(stderr, "position broken: %s\n", fault);
        abort();
    }
}
#else
#define verify_or_abort(pos) ((void)0)
#endif

/* Updates bitboards and line words for a move. The same function reverses the move, because it toggles
 * bits. */
static inline void toggle_piece(Position *pos, int side, Square from, Square to, Piece p, Piece captured)
{
    Bitboard both = square_bit(from) | square_bit(to);
    uint32_t ours = side ? 1u << 16 : 1u, theirs = side ? 1u : 1u << 16;

    pos->pieces[p] ^= both;
    pos->sides[side] ^= both;
    pos->file[square_file(from)] ^= ours << square_rank(from);
    pos->file[square_file(to)] ^= ours << square_rank(to);
    pos->rank[square_rank(from)] ^= ours << square_file(from);
    pos->rank[square_rank(to)] ^= ours << square_file(to);
    if (captured != NO_PIECE) {
        pos->pieces[captured] ^= square_bit(to);
        pos->sides[side ^ 1] ^= square_bit(to);
        pos->file[square_file(to)] ^= theirs << square_rank(to);
        pos->rank[square_rank(to)] ^= theirs << square_file(to);
    }
}

/* Moves a piece of `side` and removes the piece that it captures, in all views except the key. */
static inline void shift_piece(Position *pos, int side, Square from, Square to, PieceId id, PieceId captured)
{
    assert(pos->board[from] == id && pos->board[to] == captured);
    toggle_piece(pos, side, from, to, piece_of(id), piece_of(captured));
    if (captured != EMPTY)
        pos->list[captured] = SQ_NONE;
    pos->board[from] = EMPTY;
    pos->board[to] = id;
    pos->list[id] = to;
}

/* Reverses shift_piece() with the same arguments. */
static inline void unshift_piece(Position *pos, int side, Square from, Square to, PieceId id, PieceId captured)
{
    assert(pos->board[to] == id && pos->board[from] == EMPTY);
    pos->board[from] = id;
    pos->board[to] = captured;
    pos->list[id] = from;
    toggle_piece(pos, side, from, to, piece_of(id), piece_of(captured));
    if (captured != EMPTY)
        pos->list[captured] = to;
}

/* Returns the key of the position after move m without making it (for prefetching the hash table). */
static inline uint64_t key_after(const Position *pos, Move m)
{
    assert(move_on_board(m) && pos->board[move_from(m)] != EMPTY);
    Square from = move_from(m), to = move_to(m);
    Piece p = piece_at(pos, from);
    return pos->key ^ zobrist_black ^ zobrist_piece[p][from] ^ zobrist_piece[p][to] ^ zobrist_piece[piece_at(pos, to)][to];
}

static inline void position_make(Position *pos, Move m, Undo *undo)
{
    Square from = move_from(m), to = move_to(m);
    PieceId id = pos->board[from], captured = pos->board[to];

    assert(move_on_board(m) && id != EMPTY && id_side(id) == pos->side);
    assert(captured == EMPTY || (id_side(captured) != pos->side && id_kind(captured) != KING));
    VERIFY_ASSERT(is_pseudo_legal(pos, m));

    *undo = (Undo){pos->key, m, captured, pos->quiet_plies};
    pos->key = key_after(pos, m);
    pos->quiet_plies = captured != EMPTY ? 0 : pos->quiet_plies + 1;
    pos->game_ply++;
    shift_piece(pos, pos->side, from, to, id, captured);
    pos->side ^= 1;
    verify_or_abort(pos);
}

static inline void position_unmake(Position *pos, const Undo *undo)
{
    assert(undo->move != MOVE_NULL && move_on_board(undo->move));
    assert(pos->board[move_from(undo->move)] == EMPTY && pos->board[move_to(undo->move)] != EMPTY);
    assert(id_side(pos->board[move_to(undo->move)]) != side_to_move(pos));
    assert(pos->game_ply > 0);
    Square from = move_from(undo->move), to = move_to(undo->move);

    pos->side ^= 1;
    unshift_piece(pos, pos->side, from, to, pos->board[to], undo->captured);
    pos->key = undo->key;
    pos->quiet_plies = undo->quiet_plies;
    pos->game_ply--;
    verify_or_abort(pos);
}

/* Makes a null move. The side to move must not be in check. */
static inline void position_make_null(Position *pos, Undo *undo)
{
    VERIFY_ASSERT(!in_check(pos, side_to_move(pos)));
    *undo = (Undo){pos->key, MOVE_NULL, EMPTY, pos->quiet_plies};
    pos->key ^= zobrist_black;
    pos->quiet_plies++;
    pos->game_ply++;
    pos->side ^= 1;
}

static inline void position_unmake_null(Position *pos, const Undo *undo)
{
    assert(undo->move == MOVE_NULL && undo->captured == EMPTY);
    pos->side ^= 1;
    pos->key = undo->key;
    pos->quiet_plies = undo->quiet_plies;
    pos->game_ply--;
}
