/* SPDX-License-Identifier: GPL-3.0-only */
/* history.h - statistics of earlier moves of this search, used to order, prune and reduce moves.
 *
 * Every entry is an int16 that moves towards its limit by "gravity": h += bonus - h * |bonus| /
 * limit (as in Stockfish since 2015), so old evidence fades. A "slot" is a piece on a square that
 * it can occupy. */
#pragma once

#include <stdint.h>
#include <stdlib.h>

#include "engine/base/contract.h"
#include "engine/board/position.h"
#include "engine/board/score.h"

enum {
    /* Slots of both sides. Each side has 90 squares for each of rook, cannon and horse, 55 for a
     * pawn, and 9, 7 and 5 for king, elephant and advisor. */
    SLOTS = 2 * 346,
    LOW_PLIES = 4,           /* plies from the root with a history of their own */
    CORRECTION_SIZE = 16384, /* entries of each correction table; a power of two */
    CORRECTION_GRAIN = 8,    /* units of a correction per centipawn */
};

_Static_assert((CORRECTION_SIZE & (CORRECTION_SIZE - 1)) == 0, "a key is reduced by a mask");

/* Zobrist keys of parts of the board, updated along the path: pawns; guards (kings, advisors,
 * elephants); rooks, horses and cannons of each side. */
enum { PART_PAWNS, PART_GUARDS, PART_FORCE, PARTS = PART_FORCE + 2 };
typedef struct PartKeys {
    uint32_t key[PARTS];
} PartKeys;

static inline int part_of(Piece p)
{
    assert(piece_kind(p) != NO_KIND);
    Kind kind = piece_kind(p);
    return kind == PAWN ? PART_PAWNS : kind <= BISHOP ? PART_GUARDS : PART_FORCE + piece_side(p);
}

static inline uint32_t part_bits(Piece p, Square s) { return (uint32_t)(zobrist_piece[p][s] >> 32); }

typedef int16_t SlotHistory[SLOTS];

typedef struct History {
    int16_t butterfly[2][SQUARES][SQUARES];             /* indexed by side, from, to */
    int16_t low_ply[LOW_PLIES][SQUARES][SQUARES];       /* indexed by ply, from, to; of one search (Stockfish's low-ply history) */
    int16_t capture[SLOTS][KINDS];                      /* indexed by capturing slot (piece, target) and victim */
    SlotHistory continuation[SLOTS + 1];                /* indexed by slots of an earlier move and this one */
    int16_t part_correction[2][PARTS][CORRECTION_SIZE]; /* indexed by side to move, part of the board and its key */
    int16_t move_correction[SLOTS + 1][SQUARES];        /* indexed by the slot of the last move and the target of the move before it */
} History;

/* slot of a piece on a square; 0, which is also a valid slot, if the piece cannot be on the square */
extern const uint16_t piece_slot[PIECES][BOARD_SIZE];

static inline int history_slot(Piece p, Square to)
{
    assert(p < PIECES && on_board(to));
    return piece_slot[p][to];
}

/* Adds a bonus. |bonus| must not exceed the limit, which then bounds all entries. */
static inline void history_add(int16_t *h, int bonus, int limit)
{
    assert(abs(bonus) <= limit && abs(*h) <= limit);
    *h = (int16_t)(*h + bonus - *h * abs(bonus) / limit);
}

static inline int16_t *history_butterfly(History *h, Side side, Move m)
{
    return &h->butterfly[side][square_index(move_from(m))][square_index(move_to(m))];
}

static inline int16_t *history_capture(History *h, const Position *pos, Move m)
{
    assert(is_capture(pos, m));
    return &h->capture[history_slot(piece_at(pos, move_from(m)), move_to(m))][piece_kind(piece_at(pos, move_to(m)))];
}

/* Zeroes all tables except the continuation histories, which start slightly below zero so that unknown
 * moves rank after known ones. */
void history_clear(History *h);

PartKeys part_keys(const Position *pos);

/* Updates the keys for a move; must be called before the move is made. */
static inline void part_keys_after(const PartKeys *before, PartKeys *after, const Position *pos, Move m)
{
    Piece p = piece_at(pos, move_from(m)), captured = piece_at(pos, move_to(m));
    *after = *before;
    after->key[part_of(p)] ^= part_bits(p, move_from(m)) ^ part_bits(p, move_to(m));
    if (captured != NO_PIECE)
        after->key[part_of(captured)] ^= part_bits(captured, move_to(m));
}

typedef struct Evidence { /* keys under which a correction is stored */
    const PartKeys *parts;
    int last_slot;     /* slot of the last move */
    Square earlier_to; /* target of the move before the last; SQ_NONE if there was none */
} Evidence;

/* Returns the correction to add to the static evaluation, in centipawns: its average error for the
 * side to move in positions that share a part of the board, or the last two moves (static
 * evaluation correction, Caissa 2023, and its relatives). */
int history_correction(const History *h, Side side, Evidence at);

/* Updates the tables after a search of `depth` has found that the evaluation was too low by
 * `difference`. */
void history_learn_correction(History *h, Side side, Evidence at, int difference, int depth);
