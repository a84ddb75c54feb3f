/* SPDX-License-Identifier: GPL-3.0-only */
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

/* King 0, advisors 1 2, elephants 3 4, horses 5 6, rooks 7 8, cannons 9 10, pawns 11..15; and back. */
int piece_number(PieceId id);
PieceId piece_numbered(Side side, int number);

typedef struct PairSet {
    uint16_t victims[SIDE_PIECES]; /* by attacker */
} PairSet;

/* What a pair comes to, least telling first. */
typedef enum PairState {
    PAIR_NONE,       /* does not aim at it */
    PAIR_OLD,        /* the threat was there before the ply */
    PAIR_OF_PAWN,    /* a pawn before the river may be attacked for ever */
    PAIR_BY_KING,    /* a king or pawn may attack for ever */
    PAIR_ILLEGAL,    /* the capture would leave the attacker's king attacked */
    PAIR_EXCHANGE,   /* same kind, and the victim could take the attacker as well */
    PAIR_PROTECTED,  /* an enemy piece could legally recapture: a real root */
    PAIR_THREAT,     /* the capture counts. What a ply makes of a threat is old or one of these: */
    PAIR_UNANSWERED, /* it still is one after the reply */
    PAIR_ROOT_CUT,   /* new and answered, but only because a root was cut off */
    PAIR_CHASE,      /* new and answered */
} PairState;

typedef struct Pair {
    PairState state;
    uint16_t roots; /* PROTECTED: who could recapture; threats: who aims at the point but may not */
} Pair;

/* A position to ask about, with what all its pairs share. It owns no memory. Asking makes and unmakes
 * captures on `pos`, so none of this is const; the position is the same afterwards. */
typedef struct ChaseBoard {
    Position pos;
    Bitboard checkers[2]; /* enemy pieces attacking that side's king, the facing king included */
} ChaseBoard;

void chase_board_set(ChaseBoard *b, const Position *pos);

/* The state of the pair of pieces on the board, of different sides: up to PAIR_THREAT, but not PAIR_OLD. With
 * all_roots false the roots of a protected victim are incomplete (one is enough for the state). */
Pair chase_pair(ChaseBoard *b, PieceId attacker, PieceId victim, bool all_roots);

/* A walk over plies, the latest first, so that positions are found by unmaking; three boards roll along. */
typedef struct ChaseWalk {
    ChaseBoard boards[3];
    ChaseBoard *before, *after; /* the ply */
    ChaseBoard *replied;        /* after the opponent's answer; NULL when none is known, which counts as an answer */
    int plies;                  /* walked so far */
} ChaseWalk;

void chase_walk_begin(ChaseWalk *w, const Position *end);

/* To the ply before. */
void chase_walk_back(ChaseWalk *w, const Undo *undo);

/* What the ply makes of a pair of its side: PAIR_THREAT becomes one of the states behind it or PAIR_OLD, and what was
 * aimed at before the ply and is no threat PAIR_NONE. The roots are incomplete. */
Pair chase_attack(ChaseWalk *w, PieceId attacker, PieceId victim);

/* The new and answered attacks of one ply. Only pairs whose victim is in `victims`, or that are in
 * *pairs, are looked at; then *victims keeps those of PAIR_CHASE, *pairs also those of PAIR_ROOT_CUT.
 * Start from everything, and what is left after all plies of a side is its perpetual chase. */
void chase_ply(ChaseWalk *w, uint16_t *victims, PairSet *pairs);

/* Numbers of all pieces that `side` threatens, of those in `wanted`. */
uint16_t chase_victims(ChaseBoard *b, Side side, uint16_t wanted);
