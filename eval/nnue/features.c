/* SPDX-License-Identifier: GPL-3.0-only */
#include "eval/nnue/features.h"

/* The number of a square within the increasing list (rank by rank) of the squares of its piece, as
 * constant expressions of file f and rank r: own pieces, and the same sets turned round. */
#define ANY(f, r) ((r)*9 + (f))

#define OFF 0xFFFF /* not a square of that piece */

#define OWN_ADVISOR(f, r)                                                                                                                  \
    ((r) == 1 ? (f) == 4 ? 2 : OFF : (r) == 0 || (r) == 2 ? (f) == 3 ? (r)*3 / 2 : (f) == 5 ? (r)*3 / 2 + 1 : OFF : OFF)
#define OPP_ADVISOR(f, r) OWN_ADVISOR(f, (r)-7)
#define OWN_BISHOP(f, r)                                                                                                                   \
    ((r) == 2 ? (f) % 4 == 0 ? 2 + (f) / 4 : OFF : (r) == 0 || (r) == 4 ? (f) == 2 || (f) == 6 ? (r) / 4 * 5 + (f) / 4 : OFF : OFF)
#define OPP_BISHOP(f, r) OWN_BISHOP(f, (r)-5)
#define OWN_PAWN(f, r)   ((r) >= 5 ? 10 + ((r)-5) * 9 + (f) : (r) >= 3 && (f) % 2 == 0 ? ((r)-3) * 5 + (f) / 2 : OFF)
#define OPP_PAWN(f, r)   ((r) <= 4 ? ANY(f, r) : (r) <= 6 && (f) % 2 == 0 ? 45 + ((r)-5) * 5 + (f) / 2 : OFF)
#define OWN_KING(f, r)   ((r) <= 2 && ((f) == 3 || (f) == 4) ? (r)*2 + (f)-3 : OFF)
#define OPP_KING(f, r)   ((r) >= 7 && (f) >= 3 && (f) <= 5 ? ((r)-7) * 3 + (f)-3 : OFF)

#define AT(base, number, f, r) (uint16_t)((r) >= RANKS || number(f, r) == OFF ? NO_ROW : (base) + number(f, r))

/* A table of all squares, padding too, each a constant ITEM(a, b, file, rank): read-only data. */
#define ON_FILE(ITEM, a, b, f)                                                                                                             \
    ITEM(a, b, f, 0), ITEM(a, b, f, 1), ITEM(a, b, f, 2), ITEM(a, b, f, 3), ITEM(a, b, f, 4), ITEM(a, b, f, 5), ITEM(a, b, f, 6),          \
        ITEM(a, b, f, 7), ITEM(a, b, f, 8), ITEM(a, b, f, 9), ITEM(a, b, f, 10), ITEM(a, b, f, 11), ITEM(a, b, f, 12), ITEM(a, b, f, 13),  \
        ITEM(a, b, f, 14), ITEM(a, b, f, 15)
#define TABLE(ITEM, a, b)                                                                                                                  \
    {                                                                                                                                      \
        ON_FILE(ITEM, a, b, 0), ON_FILE(ITEM, a, b, 1), ON_FILE(ITEM, a, b, 2), ON_FILE(ITEM, a, b, 3), ON_FILE(ITEM, a, b, 4),            \
            ON_FILE(ITEM, a, b, 5), ON_FILE(ITEM, a, b, 6), ON_FILE(ITEM, a, b, 7), ON_FILE(ITEM, a, b, 8)                                 \
    }

const uint16_t piece_square_row[PIECES][BOARD_SIZE] = {
    [ROOK] = TABLE(AT, 0, ANY),
    [8 + ROOK] = TABLE(AT, 343, ANY), /* 90 */
    [ADVISOR] = TABLE(AT, 90, OWN_ADVISOR),
    [8 + ADVISOR] = TABLE(AT, 433, OPP_ADVISOR), /* 5 */
    [CANNON] = TABLE(AT, 95, ANY),
    [8 + CANNON] = TABLE(AT, 438, ANY), /* 90 */
    [PAWN] = TABLE(AT, 185, OWN_PAWN),
    [8 + PAWN] = TABLE(AT, 528, OPP_PAWN), /* 55 */
    [KNIGHT] = TABLE(AT, 240, ANY),
    [8 + KNIGHT] = TABLE(AT, 583, ANY), /* 90 */
    [BISHOP] = TABLE(AT, 330, OWN_BISHOP),
    [8 + BISHOP] = TABLE(AT, 673, OPP_BISHOP), /* 7 */
    [KING] = TABLE(AT, 337, OWN_KING),
    [8 + KING] = TABLE(AT, 680, OPP_KING), /* 6: the right file is mirrored away; 9 */
};

#define SEEN(view, mirrored, f, r) (Square)(((mirrored) ? 8 - (f) : (f)) << 4 | ((r) >= RANKS || !(view) ? (r) : 9 - (r)))

const Square square_seen[4][BOARD_SIZE] = {TABLE(SEEN, 0, 0), TABLE(SEEN, 0, 1), TABLE(SEEN, 1, 0), TABLE(SEEN, 1, 1)};

/* Of the six squares in use, by how often the king is there: the corner, the middle, and the rest. */
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

/* What a piece weighs: twenty bits out of the numbers of piece, file from the nearer edge and rank (a cube,
 * because weights that were linear in them would cancel in pairs), below what its kind counts for.
 * Sums of 32 stay within 31 bits. */
#define NUMBER(p, f, r)    ((uint64_t)(p)*64 + (uint64_t)(f)*16 + (uint64_t)(r) + 1)
#define RANDOM(n)          ((((n) * (n) * (n)*0x9E3779B97F4A7C15u) ^ ((n) * (n)*0xD6E8FEB86659FD93u)) >> 44)
#define WEIGHT(p, k, f, r) ((Lean)((uint64_t)(k) << 20) + (Lean)RANDOM(NUMBER(p, f, r)))
#define SIDED(p, k, f, r)  ((f) < 4 ? -WEIGHT(p, k, f, r) : (f) > 4 ? WEIGHT(p, k, 8 - (f), r) : 0)

/* Red's view of it as it stands, Black's with sides and ranks exchanged. */
#define LEAN(p, k, f, r) (r) >= RANKS ? 0 : SIDED(p, k, f, r) * ((Lean)1 << 32) + SIDED((p) ^ 8, k, f, 9 - (r))
#define LEAN_KIND(p, k)  [p] = TABLE(LEAN, p, k), [8 + (p)] = TABLE(LEAN, 8 + (p), k)

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
    int count = 0;
    for (int p = 0; p < PIECES; p++)
        for (Bitboard left = pos->pieces[p]; left;)
            rows[count++] = (uint16_t)feature_row(view, o, (Piece)p, bb_pop(&left));
    return count;
}
