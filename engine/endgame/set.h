/* SPDX-License-Identifier: GPL-3.0-only */
/* set.h - a set of endings: which pieces there are, whatever their places.
 *
 * One side, the strong one, has attackers (rook, horse, cannon, pawn), the other has none; either may have advisors and elephants.
 * A name is both sides' letters, the strong side first: KRKAABB is a rook against all guards, KCAAKB a cannon and two advisors
 * against an elephant. Letters stand in the order K R N C P A B. */
#pragma once

#include <stddef.h>

#include "engine/base/text.h"
#include "engine/board/position.h"

enum { ENDGAME_ATTACKERS = 2, ENDGAME_NAME_SIZE = 16, ENDGAME_KEYS = 1 << 16, ENDGAME_SETS_MOST = 810 };

typedef enum EndgameSide { STRONG, WEAK } EndgameSide;

typedef struct EndgameSet {
    uint8_t count[2][KINDS];           /* by EndgameSide; kings are not counted */
    Kind attackers[ENDGAME_ATTACKERS]; /* rook, horse, cannon, pawn in this order; NO_KIND behind the last */
} EndgameSet;

/* How many attackers: 1 or 2. */
static inline int endgame_attackers(const EndgameSet *set) { return set->attackers[1] != NO_KIND ? 2 : 1; }

/* Reads a name, in either case. False, *set untouched, where it names no set, with the reason. */
bool endgame_set_read(const char *name, EndgameSet *set, Text *why);

/* Writes the name into out[ENDGAME_NAME_SIZE]; returns out. */
char *endgame_set_name(const EndgameSet *set, char *out);

/* A number below ENDGAME_KEYS that no other set has. */
unsigned endgame_set_key(const EndgameSet *set);

/* The same of a position, and which side is the strong one; ENDGAME_KEYS if it belongs to no set. */
unsigned endgame_key(const Position *pos, Side *strong);

/* Could the position belong to a set? All that a search pays elsewhere. */
static inline bool endgame_possible(const Position *pos)
{
    Bitboard red = pos->pieces[ROOK] | pos->pieces[KNIGHT] | pos->pieces[CANNON] | pos->pieces[PAWN];
    const Bitboard *black = pos->pieces + piece_make(BLACK, NO_KIND);
    return !red != !(black[ROOK] | black[KNIGHT] | black[CANNON] | black[PAWN]);
}

/* Walks over all sets of so many attackers, least material first, so that whatever a capture leads to comes before. The guards of
 * the strong side are none unless `own_guards`. Returns their number; fills out[] if it is not NULL. */
int endgame_sets(int attackers, bool own_guards, EndgameSet *out);

/* The sets of a position behind a capture, in out[]; returns their number. Guards of the strong side are safe, as nothing attacks
 * them; a capture of the last attacker leads to no set. */
enum { ENDGAME_CAPTURES_MOST = 4 };
int endgame_set_captures(const EndgameSet *set, EndgameSet out[ENDGAME_CAPTURES_MOST]);
