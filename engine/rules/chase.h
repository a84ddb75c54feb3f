/* chase.h - which enemy pieces a side threatens to win, and which of these threats a move made anew.
 *
 * The definitions of the World Xiangqi Federation's manual (Asian rules), as a program can apply
 * them. For a side, whose turn is not asked for, each pair (attacker, victim) has a PairState. Only
 * rooks, horses, cannons, advisors and elephants attack in this sense; only they and pawns across
 * the river are victims: kings and pawns may attack for ever, and may be attacked for ever.
 *
 * Attacker and victim are pieces, not points: the victim of a chase usually moves. A side's pieces
 * are numbered 0..15 (piece_number), so a set of victims is sixteen bits and a set of pairs sixteen
 * such words. */
#pragma once

#include "engine/board/attacks.h"
#include "engine/board/makemove.h"

enum { SIDE_PIECES = 16 };

/* King 0, advisors 1 2, elephants 3 4, horses 5 6, rooks 7 8, cannons 9 10, pawns 11..15. */
static inline int piece_number(PieceId id)
{
    static const uint8_t first[KINDS] = {0, 0, 1, 3, 5, 7, 9, 11};
    return first[id_kind(id)] + (id & 7);
}

/* The inverse for one side. */
PieceId piece_numbered(Side side, int number);

typedef struct PairSet {
    uint16_t victims[SIDE_PIECES]; /* by attacker */
} PairSet;

typedef enum PairState {
    PAIR_NONE,      /* does not aim at it, or not a pair that counts */
    PAIR_ILLEGAL,   /* the capture would leave the attacker's king attacked */
    PAIR_PROTECTED, /* an enemy piece could legally recapture: a real root */
    PAIR_EXCHANGE,  /* same kind, and the victim could take the attacker as well */
    PAIR_THREAT,    /* the capture counts */
} PairState;

typedef struct Pair {
    PairState state;
    uint16_t roots; /* PROTECTED: who could recapture; THREAT: who aims at the point but may not */
} Pair;

/* A position to ask about, with what all its pairs share. It owns no memory. Asking makes and unmakes
 * captures on `pos`, so none of this is const; the position is the same afterwards. */
typedef struct ChaseBoard {
    Position pos;
    Bitboard checkers[2]; /* enemy pieces attacking that side's king, the facing king included */
    bool ready;           /* checkers are filled */
} ChaseBoard;

static inline void chase_board_set(ChaseBoard *b, const Position *pos)
{
    b->pos = *pos;
    b->ready = false;
}

/* May pieces of this kind chase? May this one be chased where it stands? */
static inline bool may_chase(Kind k) { return k >= ADVISOR && k <= CANNON; }
static inline bool may_be_chased(const Position *pos, PieceId id)
{
    Kind k = id_kind(id);
    return may_chase(k) || (k == PAWN && !in_own_half(pos->list[id], id_side(id)));
}

/* The state of the pair of pieces on the board, of different sides. Both are on the board. With
 * all_roots false the roots of a protected victim are incomplete (one is enough for the state). */
Pair chase_pair(ChaseBoard *b, PieceId attacker, PieceId victim, bool all_roots);

/* How a pair stands to one ply of the attacker's side. */
typedef enum Attack {
    ATTACK_NONE,       /* no threat after the ply */
    ATTACK_OLD,        /* it was one before */
    ATTACK_UNANSWERED, /* it still is one after the reply */
    ATTACK_WEAK,       /* new, but only because a root was cut off */
    ATTACK_STRONG,     /* new */
} Attack;

/* Classifies the pair for the ply from `before` to `after`. `replied` is the position after the
 * opponent's answer, NULL when none is known, which counts as an answer. */
Attack chase_attack(ChaseBoard *before, ChaseBoard *after, ChaseBoard *replied, PieceId attacker, PieceId victim);

/* The new and answered attacks of one ply. Only pairs whose victim is in `victims`, or that are in
 * *pairs, are looked at; then *victims keeps those hit by a strong attack, *pairs those that attack
 * at all. Start from everything, and what is left after all plies of a side is its perpetual chase. */
void chase_ply(ChaseBoard *before, ChaseBoard *after, ChaseBoard *replied, Side side, uint16_t *victims, PairSet *pairs);

/* Numbers of all pieces that `side` threatens, of those in `wanted`. */
uint16_t chase_victims(ChaseBoard *b, Side side, uint16_t wanted);
