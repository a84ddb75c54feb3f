/* SPDX-License-Identifier: GPL-3.0-only */
/* reason.h - the reason for the verdict on a repetition, as data from which other modules compose
 * texts.
 *
 * For every ply of the window the reason records whether the ply gives check, and which new attacks
 * the moving side makes, or would make if the victim were not protected, the attacker not pinned,
 * and so on. For each side it records the level, the chased piece and the chaser. If the level is
 * below a perpetual chase, the reason names a ply that proves this. */
#pragma once

#include "engine/rules/repetition.h"

typedef struct PairNote {
    PairState state; /* the attack counts only if this is PAIR_ROOT_CUT or PAIR_CHASE */
    PieceId attacker, victim;
    Square from, at; /* squares after the ply */
    PieceId root;    /* for PAIR_PROTECTED: a piece that could recapture */
    Square root_at;
} PairNote;

enum { PAIR_NOTES = 8, REASON_PLIES = 128 };

enum PlyDeeds {
    DOES_CHECK = 1,
    DOES_ATTACK = 2, /* makes an attack that counts */
    DOES_CUT = 4,    /* a recorded attack counts only because a protector was cut off (PAIR_ROOT_CUT) */
    DOES_KILL = 8,   /* Chinese rules: threatens mate; determined only if the ply does nothing else */
};

typedef struct PlyNote {
    int ply; /* 0 for the first ply of the game */
    Move move;
    PieceId mover;
    PieceId checkers[2]; /* EMPTY if there are fewer */
    int does;            /* set of PlyDeeds */
    PairNote telling;    /* the most significant pair; its state is PAIR_NONE if there is no pair */
    int count;
    PairNote pairs[PAIR_NOTES]; /* pairs that count; those beyond the capacity are omitted */
} PlyNote;

/* Reason why a side's level is below a perpetual chase. `shown` is a field of SideReason. */
typedef enum Excuse {
    EXCUSE_NONE,    /* does not apply: the level is LEVEL_CHASE or LEVEL_CHECK */
    EXCUSE_PLY,     /* the ply `shown` neither gives check nor makes an attack that counts */
    EXCUSE_MIXED,   /* some plies give check and others attack; the ply `shown` only gives check */
    EXCUSE_VICTIMS, /* every ply attacks, but not always the same piece */
    /* LEVEL_ROOT_CUT: some attacks count only because they cut a root. `shown` is a ply with such an
     * attack, or -1 if that ply is not among those recorded. */
    EXCUSE_CUT,
    EXCUSE_CHECK_CANCELS, /* computer rules: the check on `shown`, by either side, cancels all chases */
    EXCUSE_NOT_ASKED,     /* the rules do not forbid chases; `shown` is a ply without check, or -1 if all plies give check */
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
    /* True if the second round repeats the moves of the first; `plies` then contains only one round. */
    bool rounds_alike;
    int count;                   /* number of plies */
    PlyNote plies[REASON_PLIES]; /* plies from the start of the window; if it is longer, its last plies are omitted */
} Reason;

/* Explains a window that starts `first` plies before the end of the path and contains a second
 * occurrence of the position `second` plies before the end. */
void reason_find(const Path *path, int second, int first, RuleSet rules, Reason *reason);
