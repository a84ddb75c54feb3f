#include "search/history.h"

#include <string.h>

void history_clear(History *h)
{
    memset(h, 0, sizeof *h);
    for (int i = 0; i <= SLOTS; i++)
        for (int j = 0; j < SLOTS; j++)
            h->continuation[i][j] = -400;
}

static unsigned mix(Bitboard b, uint64_t seed)
{
    uint64_t x = ((uint64_t)b * 0x9E3779B97F4A7C15u) ^ ((uint64_t)(b >> 64) * 0xD6E8FEB86659FD93u) ^ seed;
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93u;
    return (unsigned)(x >> 40);
}

typedef struct CorrectionKeys {
    unsigned pawn, guard, force[2];
} CorrectionKeys;

static CorrectionKeys correction_keys(const Position *pos)
{
    CorrectionKeys k;
    k.pawn = (mix(pieces_of(pos, RED, PAWN), 1) ^ mix(pieces_of(pos, BLACK, PAWN), 2)) % CORRECTION_SIZE;
    k.guard = (mix(pieces_of(pos, RED, KING), 3) ^ mix(pieces_of(pos, BLACK, KING), 4) ^ mix(pieces_of(pos, RED, ADVISOR), 5) ^
               mix(pieces_of(pos, BLACK, ADVISOR), 6) ^ mix(pieces_of(pos, RED, BISHOP), 7) ^ mix(pieces_of(pos, BLACK, BISHOP), 8)) %
              CORRECTION_SIZE;
    for (Side side = RED; side <= BLACK; side++)
        k.force[side] =
            (mix(pieces_of(pos, side, ROOK), 9) ^ mix(pieces_of(pos, side, KNIGHT), 10) ^ mix(pieces_of(pos, side, CANNON), 11)) %
            CORRECTION_SIZE;
    return k;
}

int history_correction(const History *h, const Position *pos, int last_slot, Square earlier_to)
{
    CorrectionKeys k = correction_keys(pos);
    int s = pos->side;
    int sum = 2 * h->pawn_correction[s][k.pawn] + h->guard_correction[s][k.guard] + h->force_correction[s][RED][k.force[RED]] +
              h->force_correction[s][BLACK][k.force[BLACK]];
    if (earlier_to != SQ_NONE)
        sum += 2 * h->move_correction[last_slot][square_index(earlier_to)];
    return sum / (4 * CORRECTION_GRAIN);
}

static void learn(int16_t *c, int target, int weight)
{
    int bonus = target * weight / 8;
    if (bonus > CORRECTION_LIMIT / 4)
        bonus = CORRECTION_LIMIT / 4;
    if (bonus < -CORRECTION_LIMIT / 4)
        bonus = -CORRECTION_LIMIT / 4;
    *c = (int16_t)(*c + bonus - *c * abs(bonus) / CORRECTION_LIMIT);
}

void history_learn_correction(History *h, const Position *pos, int last_slot, Square earlier_to, int difference, int depth)
{
    CorrectionKeys k = correction_keys(pos);
    int s = pos->side, weight = depth > 16 ? 16 : depth;
    learn(&h->pawn_correction[s][k.pawn], difference, weight);
    learn(&h->guard_correction[s][k.guard], difference, weight);
    learn(&h->force_correction[s][RED][k.force[RED]], difference, weight);
    learn(&h->force_correction[s][BLACK][k.force[BLACK]], difference, weight);
    if (earlier_to != SQ_NONE)
        learn(&h->move_correction[last_slot][square_index(earlier_to)], difference, weight);
}
