/* SPDX-License-Identifier: GPL-3.0-only */
/* set.h - a set of endings: which pieces there are, whatever their places.
 *
 * There are one or two attackers (rook, horse, cannon, pawn). The strong side has them both, or each side has one: then that side is the
 * strong one whose attacker comes first in this order; of equal attackers, that with more advisors, then with more elephants; of equal
 * sides, that to move. Either may have advisors and elephants. A name is both sides' letters, the strong side first: KRKAABB is a rook
 * against all guards, KCAAKB a cannon and two advisors against an elephant, KRKN a rook against a horse. Letters stand in the order
 * K R N C P A B. */
#pragma once

#include <stddef.h>

#include "engine/base/text.h"
#include "engine/board/position.h"

enum {
    ENDGAME_ATTACKERS = 2,
    ENDGAME_NAME_SIZE = 16,
    ENDGAME_GUARD_KINDS = 9,                                          /* three times the advisors and the elephants */
    ENDGAME_KEYS = 4 * 9 * ENDGAME_GUARD_KINDS * ENDGAME_GUARD_KINDS, /* by attackers, guards of either side */
    ENDGAME_SETS_MOST = 810
};

typedef enum EndgameSide { STRONG, WEAK } EndgameSide;

typedef struct EndgameSet {
    uint8_t count[2][KINDS];           /* by EndgameSide; kings are not counted */
    Kind attackers[ENDGAME_ATTACKERS]; /* rook, horse, cannon, pawn in this order; NO_KIND behind the last */
    bool each;                         /* the second attacker is the weak side's */
} EndgameSet;

/* How many attackers: 1 or 2. */
static inline int endgame_attackers(const EndgameSet *set) { return set->attackers[1] != NO_KIND ? 2 : 1; }

/* Whose an attacker is. */
static inline EndgameSide endgame_owner(const EndgameSet *set, int attacker) { return attacker == 1 && set->each ? WEAK : STRONG; }

/* Reads a name, in either case; of one attacker each with either side first. False, *set untouched, where it names no set, with the
 * reason. */
bool endgame_set_read(const char *name, EndgameSet *set, Text *why);

/* Writes the name into out[ENDGAME_NAME_SIZE]; returns out. */
char *endgame_set_name(const EndgameSet *set, char *out);

/* A number below ENDGAME_KEYS that no other set has. */
unsigned endgame_set_key(const EndgameSet *set);

/* The same of a position, and which side is the strong one; ENDGAME_KEYS if it belongs to no set. */
unsigned endgame_key(const Position *pos, Side *strong);

static inline Bitboard endgame_but_first(Bitboard b) { return b & (b - 1); }

/* Could the position belong to a set? All that a search pays elsewhere: most positions have more attackers than two of Red alone. */
static inline bool endgame_possible(const Position *pos)
{
    const Bitboard *red = pos->pieces, *black = pos->pieces + piece_make(BLACK, NO_KIND);
    const Bitboard of_red = red[ROOK] | red[KNIGHT] | red[CANNON] | red[PAWN];
    if (endgame_but_first(endgame_but_first(of_red)))
        return false;
    const Bitboard all = of_red | black[ROOK] | black[KNIGHT] | black[CANNON] | black[PAWN];
    return all && !endgame_but_first(endgame_but_first(all));
}

/* What kinds of sets there are. */
typedef enum EndgameGroup {
    ENDGAME_ONE,         /* an attacker alone */
    ENDGAME_ONE_GUARDED, /* an attacker with any guards, or none */
    ENDGAME_TWO,
    ENDGAME_TWO_GUARDED,
    ENDGAME_EACH, /* one attacker on each side, with any guards */
    ENDGAME_GROUPS
} EndgameGroup;

/* All sets of a group, the other side having any guards; least material first, so that whatever a capture leads to in the same group
 * comes before. Returns their number; fills out[ENDGAME_SETS_MOST] if it is not NULL. */
int endgame_sets(EndgameGroup group, EndgameSet *out);

/* The sets of a position behind a capture, in out[]; returns their number. Guards are safe where the other side has no attacker, as
 * nothing attacks them; a capture of the last attacker leads to no set. */
enum { ENDGAME_CAPTURES_MOST = 6 };
int endgame_set_captures(const EndgameSet *set, EndgameSet out[ENDGAME_CAPTURES_MOST]);
