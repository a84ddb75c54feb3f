/* SPDX-License-Identifier: GPL-3.0-only */
#include "eval/nnue/features.h"

#include "engine/base/contract.h"
#include "engine/board/points.h"

/* The points of the opponent's pieces are numbered rank by rank, as seen in this view. The king of the
 * viewing side is never on the right file of its palace, because the view is then mirrored. */
#define OPP_ADVISOR(f, r) POINT_ADVISOR(f, (r)-7)
#define OPP_BISHOP(f, r)  POINT_BISHOP(f, (r)-5)
#define OPP_PAWN(f, r)    ((r) <= 4 ? POINT_ANY(f, r) : (r) <= 6 && (f) % 2 == 0 ? 45 + ((r)-5) * 5 + (f) / 2 : NO_POINT)
#define OWN_KING(f, r)    ((r) <= 2 && ((f) == 3 || (f) == 4) ? (r)*2 + (f)-3 : NO_POINT)
#define OPP_KING(f, r)    ((r) >= 7 && (f) >= 3 && (f) <= 5 ? ((r)-7) * 3 + (f)-3 : NO_POINT)

#define AT(base, number, f, r) (uint16_t)((r) >= RANKS || number(f, r) == NO_POINT ? NO_ROW : (base) + number(f, r))

const uint16_t piece_square_row[PIECES][BOARD_SIZE] = {
    [ROOK] = SQUARE_TABLE(AT, 0, POINT_ANY),
    [8 + ROOK] = SQUARE_TABLE(AT, 343, POINT_ANY), /* 90 */
    [ADVISOR] = SQUARE_TABLE(AT, 90, POINT_ADVISOR),
    [8 + ADVISOR] = SQUARE_TABLE(AT, 433, OPP_ADVISOR), /* 5 */
    [CANNON] = SQUARE_TABLE(AT, 95, POINT_ANY),
    [8 + CANNON] = SQUARE_TABLE(AT, 438, POINT_ANY), /* 90 */
    [PAWN] = SQUARE_TABLE(AT, 185, POINT_PAWN),
    [8 + PAWN] = SQUARE_TABLE(AT, 528, OPP_PAWN), /* 55 */
    [KNIGHT] = SQUARE_TABLE(AT, 240, POINT_ANY),
    [8 + KNIGHT] = SQUARE_TABLE(AT, 583, POINT_ANY), /* 90 */
    [BISHOP] = SQUARE_TABLE(AT, 330, POINT_BISHOP),
    [8 + BISHOP] = SQUARE_TABLE(AT, 673, OPP_BISHOP), /* 7 */
    [KING] = SQUARE_TABLE(AT, 337, OWN_KING),
    [8 + KING] = SQUARE_TABLE(AT, 680, OPP_KING), /* 6, because the right file is mirrored; and 9 */
};

#define SEEN(view, mirrored, f, r) (Square)(((mirrored) ? 8 - (f) : (f)) << 4 | ((r) >= RANKS || !(view) ? (r) : 9 - (r)))

const Square square_seen[4][BOARD_SIZE] = {SQUARE_TABLE(SEEN, 0, 0), SQUARE_TABLE(SEEN, 0, 1), SQUARE_TABLE(SEEN, 1, 0),
                                           SQUARE_TABLE(SEEN, 1, 1)};

/* Buckets of the six squares in use, by how often the king is there: the corner, the middle and the
 * rest. */
#if NET_KING_BUCKETS == 6
#define KING_BUCKET(f, r) ((r)*2 + (f)-3)
#elif NET_KING_BUCKETS == 3
#define KING_BUCKET(f, r) ((r) == 0 ? (f)-3 : 2)
#else
#define KING_BUCKET(f, r) 0
#endif

const uint8_t king_bucket[BOARD_SIZE] = {
    [0x30] = KING_BUCKET(3, 0), [0x31] = KING_BUCKET(3, 1), [0x32] = KING_BUCKET(3, 2),
    [0x40] = KING_BUCKET(4, 0), [0x41] = KING_BUCKET(4, 1), [0x42] = KING_BUCKET(4, 2),
};

/* Weight of a piece: twenty bits derived from the numbers of piece, file from the nearer edge and
 * rank, below a constant for its kind. The bits are cubic in these numbers, because linear weights
 * would cancel in pairs. Sums of 32 weights fit 31 bits. */
#define NUMBER(p, f, r)    ((uint64_t)(p)*64 + (uint64_t)(f)*16 + (uint64_t)(r) + 1)
#define RANDOM(n)          ((((n) * (n) * (n)*0x9E3779B97F4A7C15u) ^ ((n) * (n)*0xD6E8FEB86659FD93u)) >> 44)
#define WEIGHT(p, k, f, r) ((Lean)((uint64_t)(k) << 20) + (Lean)RANDOM(NUMBER(p, f, r)))
#define SIDED(p, k, f, r)  ((f) < 4 ? -WEIGHT(p, k, f, r) : (f) > 4 ? WEIGHT(p, k, 8 - (f), r) : 0)

/* Packs the weight in Red's view into the upper half of the word, and that in Black's view, with sides
 * and ranks exchanged, into the lower half. */
#define LEAN(p, k, f, r) (r) >= RANKS ? 0 : SIDED(p, k, f, r) * ((Lean)1 << 32) + SIDED((p) ^ 8, k, f, 9 - (r))
#define LEAN_KIND(p, k)  [p] = SQUARE_TABLE(LEAN, p, k), [8 + (p)] = SQUARE_TABLE(LEAN, 8 + (p), k)

const Lean lean_weight[PIECES][BOARD_SIZE] = {
    LEAN_KIND(PAWN, 120), LEAN_KIND(BISHOP, 50), LEAN_KIND(ADVISOR, 50), LEAN_KIND(KNIGHT, 12), LEAN_KIND(CANNON, 4), LEAN_KIND(ROOK, 1),
};

Lean lean_of(const Position *pos)
{
    Lean lean = 0;
    for (int p = 0; p < PIECES; p++)
        for (Bitboard left = pos->pieces[p]; left;)
            lean += lean_weight[p][bb_pop(&left)];
    return lean;
}

int feature_rows(const Position *pos, Side view, Orientation o, uint16_t *rows)
{
    assert(o < ORIENTATIONS && bb_count(occupied(pos)) <= NET_ACTIVE_MAX);
    int count = 0;
    for (int p = 0; p < PIECES; p++)
        for (Bitboard left = pos->pieces[p]; left;)
            rows[count++] = (uint16_t)feature_row(view, o, (Piece)p, bb_pop(&left));
    return count;
}
