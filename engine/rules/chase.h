/* SPDX-License-Identifier: GPL-3.0-only */
/* chase.h - finds the enemy pieces that a side threatens to win, and the threats that a move created.
 *
 * Implements the definitions in the manual of the World Xiangqi Federation (Asian rules). Each pair
 * (attacker, victim) has a PairState, for either side and regardless of whose turn it is. Only
 * rooks, horses, cannons, advisors and elephants can be chasers. Only these and pawns across the
 * river can be victims. Kings and pawns may attack for ever, and kings and pawns before the river
 * may be attacked for ever.
 *
 * Attackers and victims are pieces, not points, because the victim of a chase usually moves. A
 * side's pieces are numbered 0..15 (piece_number()), so a set of victims has sixteen bits, and a
 * set of pairs sixteen such words. */
#pragma once

#include "engine/board/attacks.h"
#include "engine/board/makemove.h"

enum { SIDE_PIECES = 16 };

/* Convert between a piece and its number: king 0, advisors 1 and 2, elephants 3 and 4, horses 5 and 6,
 * rooks 7 and 8, cannons 9 and 10, pawns 11 to 15. */
int piece_number(PieceId id);
PieceId piece_numbered(Side side, int number);

typedef struct PairSet {
    uint16_t victims[SIDE_PIECES]; /* indexed by attacker */
} PairSet;

/* State of a pair, in increasing order of significance. */
typedef enum PairState {
    PAIR_NONE,       /* the attacker does not attack the victim */
    PAIR_OLD,        /* a threat that existed before the ply */
    PAIR_OF_PAWN,    /* the victim is a pawn that has not crossed the river; such pawns may be attacked for ever */
    PAIR_BY_KING,    /* the attacker is a king or pawn, which may attack for ever */
    PAIR_ILLEGAL,    /* the capture would leave the attacker's king in check */
    PAIR_EXCHANGE,   /* both pieces are of the same kind, and the victim could also capture the attacker */
    PAIR_PROTECTED,  /* an enemy piece that can legally recapture (a real root) protects the victim */
    PAIR_THREAT,     /* the capture wins material; chase_attack() replaces this state by PAIR_OLD or one of the following */
    PAIR_UNANSWERED, /* still a threat after the reply */
    PAIR_ROOT_CUT,   /* new and answered, but a threat only because a root was cut off */
    PAIR_CHASE,      /* new and answered */
} PairState;

typedef struct Pair {
    PairState state;
    uint16_t roots; /* for PAIR_PROTECTED: pieces that could recapture; for threats: defenders that are not allowed to recapture */
} Pair;

/* A position with the data shared by all its pairs. It owns no memory. Queries make and unmake
 * captures on `pos`, so the pointers are not const, but the position is the same afterwards. */
typedef struct ChaseBoard {
    Position pos;
    Bitboard checkers[2]; /* enemy pieces that attack that side's king, including a facing king */
} ChaseBoard;

void chase_board_set(ChaseBoard *b, const Position *pos);

/* Returns the state of a pair of pieces of different sides on the board: any state up to
 * PAIR_THREAT except PAIR_OLD. With FIND_A_ROOT, the roots of a protected victim are incomplete,
 * because one root decides the state. */
typedef enum RootSearch { FIND_A_ROOT, FIND_ALL_ROOTS } RootSearch;
Pair chase_pair(ChaseBoard *b, PieceId attacker, PieceId victim, RootSearch roots);

/* A walk over plies from the latest to the earliest, which finds positions by unmaking moves. The
 * three boards are used in rotation. */
typedef struct ChaseWalk {
    ChaseBoard boards[3];
    ChaseBoard *before, *after; /* the positions around the current ply */
    /* Position after the opponent's reply; NULL if there was no reply, which counts as an answer. */
    ChaseBoard *replied;
    int plies; /* number of plies walked so far */
} ChaseWalk;

void chase_walk_begin(ChaseWalk *w, const Position *end);

/* Moves to the previous ply. */
void chase_walk_back(ChaseWalk *w, const Undo *undo);

/* Returns the state of a pair after the current ply, which the attacker's side played. A threat is
 * returned as PAIR_OLD, PAIR_UNANSWERED, PAIR_ROOT_CUT or PAIR_CHASE. If the attacker attacked the
 * victim before the ply and does not threaten it after the ply, the state is PAIR_NONE. The roots are
 * incomplete. */
Pair chase_attack(ChaseWalk *w, PieceId attacker, PieceId victim);

/* Finds the new and answered attacks of the current ply. Tests only pairs that are in *pairs or whose
 * victim is in *victims. Removes from *victims those that are in no pair of PAIR_CHASE, and from *pairs
 * those that are neither PAIR_CHASE nor PAIR_ROOT_CUT. A caller that starts with full sets and calls
 * this for all plies of a side ends with that side's perpetual chases. */
void chase_ply(ChaseWalk *w, uint16_t *victims, PairSet *pairs);

/* Returns the numbers of the pieces in `wanted` that `side` threatens. */
uint16_t chase_victims(ChaseBoard *b, Side side, uint16_t wanted);
