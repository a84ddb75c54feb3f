/* SPDX-License-Identifier: GPL-3.0-only */
/* reason.h - why a repetition was judged as it was, as data: text is made of it elsewhere.
 *
 * For every ply of the window: does it check, and what do its side's pieces attack anew - or would,
 * if the victim were not protected, the attacker not pinned, and so on. For each side: its level,
 * whom it chases with what, and if it is below a perpetual chase, which ply shows it. */
#pragma once

#include "engine/rules/repetition.h"

typedef struct PairNote {
    PairState state; /* PAIR_ROOT_CUT and PAIR_CHASE count */
    PieceId attacker, victim;
    Square from, at; /* where they stand after the ply */
    PieceId root;    /* PAIR_PROTECTED: one that could take back */
    Square root_at;
} PairNote;

enum { PAIR_NOTES = 8, REASON_PLIES = 128 };

enum PlyDeeds {
    DOES_CHECK = 1,
    DOES_ATTACK = 2, /* in a way that counts */
    DOES_CUT = 4,    /* among the pairs that are kept one cuts a root */
    DOES_KILL = 8,   /* Chinese rules: threatens mate; looked at only where nothing else is done */
};

typedef struct PlyNote {
    int ply; /* 0 is the game's first */
    Move move;
    PieceId mover;
    PieceId checkers[2]; /* EMPTY if fewer */
    int does;            /* of these deeds */
    PairNote telling;    /* the most telling; PAIR_NONE if there is nothing to tell */
    int count;
    PairNote pairs[PAIR_NOTES]; /* those that count; what there is no room for is left out */
} PlyNote;

/* Why a side is below a perpetual chase. */
typedef enum Excuse {
    EXCUSE_NONE,          /* it is not: its level is LEVEL_CHASE or LEVEL_CHECK */
    EXCUSE_PLY,           /* one ply, `shown`, neither checks nor makes an attack that counts */
    EXCUSE_MIXED,         /* it checks on some plies and attacks on others; `shown` checks only */
    EXCUSE_VICTIMS,       /* it attacks on every ply, but not one and the same piece */
    EXCUSE_CUT,           /* LEVEL_ROOT_CUT: some of its attacks only cut a root; `shown` is such a ply, -1 if it was left out */
    EXCUSE_CHECK_CANCELS, /* computer rules: the check on `shown`, by either side, cancels all chases */
    EXCUSE_NOT_ASKED,     /* these rules know no chase; `shown` is a ply without check, -1 if there is none */
} Excuse;

typedef struct SideReason {
    Level level;
    PieceId victim;   /* chased on every ply; EMPTY if it does not chase one piece */
    PieceId attacker; /* by this one each time; EMPTY if several join */
    Excuse excuse;
    int shown; /* index in plies of the ply that the excuse points to, or -1 */
} SideReason;

typedef struct Reason {
    SideReason sides[2];
    bool rounds_alike;           /* the second round has the first one's moves: plies hold one round */
    int count;                   /* of plies */
    PlyNote plies[REASON_PLIES]; /* from the window's first on; a longer window's end is left out */
} Reason;

/* Explains the window that reaches back `first` plies, with a second occurrence `second` plies back. */
void reason_find(const Path *path, int second, int first, RuleSet rules, Reason *reason);
