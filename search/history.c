#include "search/history.h"

#include <string.h>

void history_clear(History *h)
{
    memset(h, 0, sizeof *h);
    for (int i = 0; i <= SLOTS; i++)
        for (int j = 0; j < SLOTS; j++)
            h->continuation[i][j] = -400;
}

PartKeys part_keys(const Position *pos)
{
    PartKeys keys = {{0}};
    for (int p = 0; p < PIECES; p++)
        for (Bitboard left = pos->pieces[p]; left;)
            keys.key[part_of((Piece)p)] ^= part_bits((Piece)p, bb_pop(&left));
    return keys;
}

int history_correction(const History *h, Side side, const PartKeys *keys, int last_slot, Square earlier_to)
{
    int sum = h->part_correction[side][PART_PAWNS][keys->key[PART_PAWNS] % CORRECTION_SIZE];
    for (int part = 0; part < PARTS; part++)
        sum += h->part_correction[side][part][keys->key[part] % CORRECTION_SIZE];
    if (earlier_to != SQ_NONE)
        sum += 2 * h->move_correction[last_slot][square_index(earlier_to)];
    return sum / (4 * CORRECTION_GRAIN);
}

static void learn(int16_t *c, int bonus) { *c = (int16_t)(*c + bonus - *c * abs(bonus) / CORRECTION_LIMIT); }

void history_learn_correction(History *h, Side side, const PartKeys *keys, int last_slot, Square earlier_to, int difference, int depth)
{
    int bonus = difference * (depth > 16 ? 16 : depth) / 8;
    if (bonus > CORRECTION_LIMIT / 4)
        bonus = CORRECTION_LIMIT / 4;
    if (bonus < -CORRECTION_LIMIT / 4)
        bonus = -CORRECTION_LIMIT / 4;
    for (int part = 0; part < PARTS; part++)
        learn(&h->part_correction[side][part][keys->key[part] % CORRECTION_SIZE], bonus);
    if (earlier_to != SQ_NONE)
        learn(&h->move_correction[last_slot][square_index(earlier_to)], bonus);
}
