/* SPDX-License-Identifier: GPL-3.0-only */
/* position.h - one Xiangqi position as plain data.
 *
 * Three views of the same pieces, each for the question that it answers fastest:
 *   - board[], the 0x90 mailbox: which piece is on this square? list[]: where is this piece?
 *   - file[] and rank[], line words: which pieces are on this line? Red uses the low sixteen bits,
 *     Black the high sixteen, so one load gives occupancy and colour (see tables.h);
 *   - pieces[] and sides[], bitboards of the 90 points: where are all of these pieces?
 *
 * Invariants, all checked by position_verify():
 *   - list[id] is the square on which board[] holds id, SQ_NONE if there is none;
 *   - bit r of file[f] and bit f of rank[r] (+ 16 for Black) are set iff a piece of that side is on
 *     file f, rank r; entries beyond the board are zero;
 *   - pieces[p] and sides[s] contain exactly the squares of those pieces;
 *   - key equals position_key_from_scratch(pos).
 * A Position owns no memory: `copy = *pos` is complete. Counters are plies. */
#pragma once

#include "engine/base/contract.h"
#include "engine/board/move.h"
#include "engine/board/piece.h"
#include "engine/board/tables.h"

typedef struct Position {
    Bitboard pieces[PIECES]; /* indexed by Piece */
    Bitboard sides[2];
    uint32_t file[FILES + 1]; /* one extra entry, for SQ_NONE */
    uint32_t rank[16];
    PieceId board[BOARD_SIZE];
    Square list[PIECE_IDS]; /* indexed by PieceId */
    uint64_t key;           /* Zobrist key of the pieces and the side to move */
    uint8_t side;           /* side to move */
    uint16_t quiet_plies;   /* plies since the last capture, including those given by the FEN */
    uint16_t game_ply;      /* plies of the game, according to the FEN's move number: 2 * (move number - 1) + side */
} Position;

typedef struct Undo { /* state that unmaking a move cannot recompute; the caller owns the stack */
    uint64_t key;     /* key of the position before the move */
    Move move;        /* MOVE_NULL for a pass */
    PieceId captured; /* EMPTY if the move is not a capture */
    uint16_t quiet_plies;
} Undo;

/* Empties the board, with Red to move. */
void position_clear(Position *pos);

/* Puts a piece on an empty point, in the first free slot of its kind, and updates the key. Returns
 * false and changes nothing if the side already has the maximum number of that kind. */
bool position_put(Position *pos, Piece p, Square s);

/* Copies a position without the piece on one point, with this side to move. */
void position_without(const Position *pos, Square without, Side mover, Position *out);

/* Sets up the start position. */
void position_start(Position *pos);

uint64_t position_key_from_scratch(const Position *pos);

/* Returns NULL if every invariant above holds, else a static text that names the first violation. */
const char *position_verify(const Position *pos);

/* Mirror the board left to right, or mirror it from Red's side to Black's and swap the colours.
 * Identities are assigned anew. For tests and symmetries. */
void position_mirror(const Position *pos, Position *out);
void position_flip(const Position *pos, Position *out);

static inline Side side_to_move(const Position *pos) { return (Side)pos->side; }

static inline Piece piece_at(const Position *pos, Square s)
{
    assert(s < BOARD_SIZE);
    return piece_of(pos->board[s]);
}

static inline Square king_square(const Position *pos, Side side) { return pos->list[id_make(piece_make(side, KING), 0)]; }
static inline Bitboard occupied(const Position *pos) { return pos->sides[RED] | pos->sides[BLACK]; }
static inline Bitboard pieces_of(const Position *pos, Side side, Kind kind) { return pos->pieces[piece_make(side, kind)]; }

/* Returns the occupancy of a line word, without colours. */
static inline unsigned line_occupied(uint32_t word) { return (word | word >> 16) & 0xFFFF; }

static inline unsigned file_occupied(const Position *pos, int file) { return line_occupied(pos->file[file]); }
static inline unsigned rank_occupied(const Position *pos, int rank) { return line_occupied(pos->rank[rank]); }

static inline bool is_capture(const Position *pos, Move m) { return pos->board[move_to(m)] != EMPTY; }
