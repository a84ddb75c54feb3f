/* SPDX-License-Identifier: GPL-3.0-only */
/* motif.h - what decides a mate: the pieces that give it and the form that they have. */
#pragma once

#include "engine/base/language.h"
#include "engine/board/position.h"

typedef enum Motif {
    MOTIF_DOUBLE_CANNONS, /* a cannon over the other cannon */
    MOTIF_HORSE_CANNON,   /* a cannon over its own horse, which guards the king's ways out */
    MOTIF_SMOTHERED,      /* a cannon over a guard that shuts its own king in */
    MOTIF_DOUBLE_CHECK,
    MOTIF_IRON_BOLT,       /* a cannon on the central file and a rook or pawn next to it */
    MOTIF_ELBOW_HORSE,     /* a horse in front of the elephant's home */
    MOTIF_PALCORNER_HORSE, /* a horse on the upper corner of the palace */
    MOTIF_ANGLER_HORSE,    /* a horse two points above the elephant's home, and a rook */
    MOTIF_DOUBLE_ROOKS,
    MOTIF_FACING_KINGS, /* the king covers a file */
    MOTIF_ROOK_HORSE,
    MOTIF_ROOK_CANNON,
    MOTIF_ROOK_PAWN,
    MOTIF_ROOK,
    MOTIF_HORSE,
    MOTIF_CANNON,
    MOTIF_PAWN,
    MOTIF_STALEMATE,
    MOTIFS
} Motif;

/* Returns the motif of a position whose side to move has no legal move. */
Motif motif_of_mate(const Position *mated);

/* Return the name in files ("double-cannons"), and the name in words. Static text. */
const char *motif_name(Motif motif);
const char *motif_words(Motif motif, Language language);

/* Reads the name in files. Returns MOTIFS if it is unknown. */
Motif motif_from_name(const char *name);
