/* SPDX-License-Identifier: GPL-3.0-only */
/* reason.h - the reason for the verdict on a repetition, as data from which other modules compose
 * texts.
 *
 * For every ply of the window the reason records whether the ply gives check, and which new attacks
 * the moving side makes, or would make if the victim were not protected, the attacker not pinned,
 * and so on. For each side it records the level, the chased piece and the chaser. If the level is
 * below a perpetual chase, it names a ply that proves this. */
#pragma once

#include "engine/rules/repetition.h"

typedef struct PairNote {
    PairState state; /* only PAIR_ROOT_CUT and PAIR_CHASE count */
    PieceId attacker, victim;
    Square from, at; /* squares after the ply */
    PieceId root;    /* for PAIR_PROTECTED: a piece that could recapture */
    Square root_at;
} PairNote;

enum { PAIR_NOTES = 8, REASON_PLIES = 128 };

enum PlyDeeds {
    DOES_CHECK = 1,
    DOES_ATTACK = 2, /* makes an attack that counts */
    DOES_CUT = 4,    /* a pair that is kept cuts a root */
    DOES_KILL = 8,   /* Chinese rules: threatens mate; determined only if the ply does nothing else */
};

typedef struct PlyNote {
    int ply; /* 0 for the first ply of the game */
    Move move;
    PieceId mover;
    PieceId checkers[2]; /* EMPTY if fewer */
    int does;            /* set of PlyDeeds */
    PairNote telling;    /* the most significant pair; its state is PAIR_NONE if there is none */
    int count;
    PairNote pairs[PAIR_NOTES]; /* pairs that count; those beyond the capacity are omitted */
} PlyNote;

/* Why a side's level is below a perpetual chase. `shown` is a field of SideReason. */
typedef enum Excuse {
    EXCUSE_NONE,    /* not below it: the level is LEVEL_CHASE or LEVEL_CHECK */
    EXCUSE_PLY,     /* the ply `shown` neither checks nor makes an attack that counts */
    EXCUSE_MIXED,   /* checks on some plies and attacks on others; `shown` only checks */
    EXCUSE_VICTIMS, /* attacks on every ply, but not always the same piece */
    /* LEVEL_ROOT_CUT: some attacks count only because they cut a root. `shown` is a ply with such an
     * attack, or -1 if that ply is not among those recorded. */
    EXCUSE_CUT,
    EXCUSE_CHECK_CANCELS, /* computer rules: the check on `shown`, by either side, cancels all chases */
    EXCUSE_NOT_ASKED,     /* the rules do not forbid chases; `shown` is a ply without check, -1 if there is none */
} Excuse;

typedef struct SideReason {
    Level level;
    PieceId victim;   /* piece chased on every ply; EMPTY if there is no such piece */
    PieceId attacker; /* piece that makes every attack; EMPTY if there are several */
    Excuse excuse;
    int shown; /* index into plies of the ply that proves the excuse, or -1 */
} SideReason;

typedef struct Reason {
    SideReason sides[2];
    /* True if the second round repeats the moves of the first; plies then holds one round. */
    bool rounds_alike;
    int count;                   /* number of plies */
    PlyNote plies[REASON_PLIES]; /* plies from the start of the window; the end of a longer window is omitted */
} Reason;

/* Explains a window that starts `first` plies back and contains a second occurrence `second` plies
 * back. */
void reason_find(const Path *path, int second, int first, RuleSet rules, Reason *reason);
