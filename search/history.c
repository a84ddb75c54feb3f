/* SPDX-License-Identifier: GPL-3.0-only */
#include "search/history.h"

#include <string.h>

#include "engine/base/contract.h"
#include "engine/board/points.h"
#include "search/params.h"

#define SLOT(base, point)              (uint16_t)((point) == NO_POINT ? 0 : (base) + (point))
#define RED_SLOT(base, number, f, r)   SLOT(base, (r) < RANKS ? number(f, r) : NO_POINT)
#define BLACK_SLOT(base, number, f, r) SLOT(SLOTS / 2 + (base), (r) < RANKS ? number(f, 9 - (r)) : NO_POINT)
#define SLOTS_OF(kind, base, number)   [kind] = SQUARE_TABLE(RED_SLOT, base, number), [8 + (kind)] = SQUARE_TABLE(BLACK_SLOT, base, number)

/* Slots of the same side are adjacent, so that move ordering touches few cache lines. */
const uint16_t piece_slot[PIECES][BOARD_SIZE] = {
    SLOTS_OF(ROOK, 0, POINT_ANY),        SLOTS_OF(CANNON, 90, POINT_ANY), SLOTS_OF(KNIGHT, 180, POINT_ANY),
    SLOTS_OF(PAWN, 270, POINT_PAWN),     SLOTS_OF(KING, 325, POINT_KING), SLOTS_OF(ADVISOR, 334, POINT_ADVISOR),
    SLOTS_OF(BISHOP, 339, POINT_BISHOP),
};

void history_clear(History *h)
{
    memset(h, 0, sizeof *h);
    for (int i = 0; i <= SLOTS; i++)
        for (int j = 0; j < SLOTS; j++)
            h->continuation[i][j] = continuation_start;
}

PartKeys part_keys(const Position *pos)
{
    PartKeys keys = {{0}};
    for (int p = 0; p < PIECES; p++)
        for (Bitboard left = pos->pieces[p]; left;)
            keys.key[part_of((Piece)p)] ^= part_bits((Piece)p, bb_pop(&left));
    return keys;
}

int history_correction(const History *h, Side side, Evidence at)
{
    assert(in_range(at.last_slot, 0, SLOTS));
    const int parts[PARTS] = {correction_pawns, correction_guards, correction_force, correction_force};
    int sum = 0;
    for (int part = 0; part < PARTS; part++)
        sum += parts[part] * h->part_correction[side][part][at.parts->key[part] % CORRECTION_SIZE];
    if (at.earlier_to != SQ_NONE)
        sum += correction_moves * h->move_correction[at.last_slot][square_index(at.earlier_to)];
    return sum / (4 * CORRECTION_GRAIN);
}

void history_learn_correction(History *h, Side side, Evidence at, int difference, int depth)
{
    assert(in_range(at.last_slot, 0, SLOTS));
    assert(depth >= 0);
    int bonus = difference * (depth > correction_depth ? correction_depth : depth) / correction_rate;
    bonus = bonus > correction_most ? correction_most : bonus < -correction_most ? -correction_most : bonus;
    for (int part = 0; part < PARTS; part++)
        history_add(&h->part_correction[side][part][at.parts->key[part] % CORRECTION_SIZE], bonus, correction_limit);
    if (at.earlier_to != SQ_NONE)
        history_add(&h->move_correction[at.last_slot][square_index(at.earlier_to)], bonus, correction_limit);
}
