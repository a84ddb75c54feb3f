/* SPDX-License-Identifier: GPL-3.0-only */
/* set.h - a set of endings: the pieces on the board, regardless of their squares.
 *
 * There are one or two attackers (rook, horse, cannon, pawn). Either the strong side has them all,
 * or each side has one. In the latter case the strong side is the one whose attacker comes first in
 * this order; with equal attackers, the one with more advisors, then with more elephants; if the
 * sides are equal, the side to move. Both may have advisors and elephants. A name lists the letters
 * of both sides, the strong side first: KRKAABB is a rook against all guards, KCAAKB a cannon and
 * two advisors against an elephant, KRKN a rook against a horse. Letters are in the order K R N C P
 * A B. */
#pragma once

#include <stddef.h>

#include "engine/base/contract.h"
#include "engine/base/text.h"
#include "engine/board/position.h"

enum {
    ENDGAME_ATTACKERS = 2,
    ENDGAME_NAME_SIZE = 16,
    /* Three times the number of advisors plus the number of elephants. */
    ENDGAME_GUARD_KINDS = 9,
    /* Number of keys: one for each choice of attackers and of both sides' guards. */
    ENDGAME_KEYS = 4 * 9 * ENDGAME_GUARD_KINDS * ENDGAME_GUARD_KINDS,
    ENDGAME_SETS_MOST = 810
};

typedef enum EndgameSide { STRONG, WEAK } EndgameSide;

typedef struct EndgameSet {
    uint8_t count[2][KINDS];           /* indexed by EndgameSide; kings are not counted */
    Kind attackers[ENDGAME_ATTACKERS]; /* kinds in the order rook, horse, cannon, pawn; NO_KIND after the last */
    bool each;                         /* the second attacker belongs to the weak side */
} EndgameSet;

/* Returns the number of attackers: 1 or 2. */
static inline int endgame_attackers(const EndgameSet *set) { return set->attackers[1] != NO_KIND ? 2 : 1; }

/* Returns the side to which an attacker belongs. */
static inline EndgameSide endgame_owner(const EndgameSet *set, int attacker)
{
    assert(in_range(attacker, 0, ENDGAME_ATTACKERS - 1));
    return attacker == 1 && set->each ? WEAK : STRONG;
}

/* Reads a name in upper or lower case; if each side has one attacker, the sides may be in either order.
 * Returns false with the reason, and leaves *set unchanged, if the name is not that of a set. */
bool endgame_set_read(const char *name, EndgameSet *set, Text *why);

/* Writes the name to out[ENDGAME_NAME_SIZE] and returns it. */
char *endgame_set_name(const EndgameSet *set, char *out);

/* Returns a number below ENDGAME_KEYS that is unique to the set. */
unsigned endgame_set_key(const EndgameSet *set);

/* Returns the key of a position's set and determines the strong side. Returns ENDGAME_KEYS if the
 * position does not belong to a set. */
unsigned endgame_key(const Position *pos, Side *strong);

static inline Bitboard endgame_but_first(Bitboard b) { return b & (b - 1); }

/* Returns true if the position may belong to a set. For other positions in a search, this test is the
 * only cost: most of them have more than two red attackers. */
static inline bool endgame_possible(const Position *pos)
{
    const Bitboard *red = pos->pieces, *black = pos->pieces + piece_make(BLACK, NO_KIND);
    const Bitboard of_red = red[ROOK] | red[KNIGHT] | red[CANNON] | red[PAWN];
    if (endgame_but_first(endgame_but_first(of_red)))
        return false;
    const Bitboard all = of_red | black[ROOK] | black[KNIGHT] | black[CANNON] | black[PAWN];
    return all && !endgame_but_first(endgame_but_first(all));
}

/* Groups of sets. */
typedef enum EndgameGroup {
    ENDGAME_ONE,         /* one attacker against any guards */
    ENDGAME_ONE_GUARDED, /* one attacker, guards on both sides */
    ENDGAME_TWO,
    ENDGAME_TWO_GUARDED,
    ENDGAME_EACH, /* one attacker and any guards on each side */
    ENDGAME_GROUPS
} EndgameGroup;

/* Lists all sets of a group, least material first, so that every set reached by a capture within
 * the group comes earlier. Returns their number; fills out[ENDGAME_SETS_MOST] unless it is NULL. */
int endgame_sets(EndgameGroup group, EndgameSet *out);

/* Lists in out[] the sets that result from captures. Returns their number. Guards cannot be captured if
 * the other side has no attacker. Capturing the last attacker does not result in a set. */
enum { ENDGAME_CAPTURES_MOST = 6 };
int endgame_set_captures(const EndgameSet *set, EndgameSet out[ENDGAME_CAPTURES_MOST]);
