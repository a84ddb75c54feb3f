/* SPDX-License-Identifier: GPL-3.0-only */
/* position.h - one Xiangqi position as plain data.
 *
 * Three views of the same pieces, each for what it answers fastest:
 *   - board[], the 0x90 mailbox: what stands here?  list[]: where is this piece?
 *   - file[] and rank[], line words: what is on this line?  Red's pieces in the low sixteen bits,
 *     Black's in the high sixteen, so one load gives occupancy and colour (see tables.h);
 *   - pieces[] and sides[], bitboards of the 90 points: where are all of these?
 *
 * Invariants, all checked by position_verify():
 *   - list[id] is where board[] holds id, SQ_NONE if nowhere;
 *   - bit r of file[f] (+ 16 for Black) and bit f of rank[r] (+ 16) are set iff a piece of that side
 *     stands on file f, rank r; entries beyond the board are zero;
 *   - pieces[p] and sides[s] hold just the squares of those pieces;
 *   - key equals position_key_from_scratch(pos).
 * A Position owns no memory: `copy = *pos` is complete. Counters are plies. */
#pragma once

#include "engine/board/move.h"
#include "engine/board/piece.h"
#include "engine/board/tables.h"

typedef struct Position {
    Bitboard pieces[PIECES]; /* by Piece */
    Bitboard sides[2];
    uint32_t file[FILES + 1]; /* one more, for SQ_NONE */
    uint32_t rank[16];
    PieceId board[BOARD_SIZE];
    Square list[PIECE_IDS]; /* by PieceId */
    uint64_t key;           /* zobrist of pieces and side to move */
    uint8_t side;           /* to move */
    uint16_t quiet_plies;   /* since the last capture, or as the FEN said */
    uint16_t game_ply;      /* plies since the FEN's first move: 2 * (move number - 1) + side */
} Position;

typedef struct Undo { /* what unmaking a move cannot compute back; the caller holds the stack */
    uint64_t key;     /* of the position the move was made in */
    Move move;        /* MOVE_NULL for a pass */
    PieceId captured; /* EMPTY if none */
    uint16_t quiet_plies;
} Undo;

/* An empty board with Red to move. */
void position_clear(Position *pos);

/* Puts a piece on an empty point in the first free slot of its kind, keys included. False, and
 * nothing done, when the side already has as many of the kind as exist. */
bool position_put(Position *pos, Piece p, Square s);

/* The start position. */
void position_start(Position *pos);

uint64_t position_key_from_scratch(const Position *pos);

/* NULL if every invariant above holds, else a static text naming the first that does not. */
const char *position_verify(const Position *pos);

/* Left and right swapped; colours swapped with the board turned round. For tests and symmetries:
 * identities are given anew. */
void position_mirror(const Position *pos, Position *out);
void position_flip(const Position *pos, Position *out);

static inline Piece piece_at(const Position *pos, Square s) { return piece_of(pos->board[s]); }
static inline Square king_square(const Position *pos, Side side) { return pos->list[id_make(piece_make(side, KING), 0)]; }
static inline Bitboard occupied(const Position *pos) { return pos->sides[RED] | pos->sides[BLACK]; }
static inline Bitboard pieces_of(const Position *pos, Side side, Kind kind) { return pos->pieces[piece_make(side, kind)]; }

/* A line word without its colours. */
static inline unsigned line_occupied(uint32_t word) { return (word | word >> 16) & 0xFFFF; }

static inline unsigned file_occupied(const Position *pos, int file) { return line_occupied(pos->file[file]); }
static inline unsigned rank_occupied(const Position *pos, int rank) { return line_occupied(pos->rank[rank]); }

static inline bool is_capture(const Position *pos, Move m) { return pos->board[move_to(m)] != EMPTY; }
