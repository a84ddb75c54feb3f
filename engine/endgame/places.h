/* SPDX-License-Identifier: GPL-3.0-only */
/* places.h - numbers every placement of a set's pieces.
 *
 * The king and guards of a side form one pseudo-piece, numbered among the placements of just these
 * pieces (an idea of H. G. Muller): at most 1410 placements, where king, two advisors and two
 * elephants would have 9 x 10 x 21 if numbered separately. Positions are symmetric in left and
 * right, so only the first of two mirrored placements of the weak side's guard is kept; the rest of
 * the board is mirrored with it. If such a placement is its own mirror image, both positions have
 * numbers.
 *
 *     index = ((weak side's guard, without mirror images) x strong side's guard) x attackers
 *
 * An attacker is numbered by the points a0 a1 ... i9 as seen from its side, a pawn by the 55 points
 * that it can occupy. Two pieces of the same kind and side are not distinguished. The strong side
 * is Red here; if it is Black, the colours are swapped and the board is flipped. */
#pragma once

#include "engine/endgame/set.h"

enum {
    GUARD_KINDS = ENDGAME_GUARD_KINDS,
    GUARD_PLACEMENTS = 1410,
    KING_POINTS = 9,
    ADVISOR_SETS = 32,
    ELEPHANT_SETS = 128,
    GUARD_NONE = 0xFFFF
};

/* King and guards of one side, seen from Red's side: the king's point in the palace, and the sets of
 * the points of advisors (out of five) and of elephants (out of seven). */
typedef struct Guard {
    uint8_t king, advisors, elephants;
} Guard;

typedef struct Placement {
    unsigned guard[2]; /* guard numbers, indexed by EndgameSide */
    Square attackers[ENDGAME_ATTACKERS];
} Placement;

/* Numbers of guards. The kind is three times the number of advisors plus the number of elephants.
 * Filled once, then read-only. */
typedef struct Places {
    uint16_t number[KING_POINTS][ADVISOR_SETS][ELEPHANT_SETS];
    Guard guard[GUARD_KINDS][GUARD_PLACEMENTS];
    uint16_t mirror[GUARD_KINDS][GUARD_PLACEMENTS];
    /* Number among the placements that are kept; GUARD_NONE if the mirror image is kept instead. */
    uint16_t kept[GUARD_KINDS][GUARD_PLACEMENTS];
    uint16_t kept_guard[GUARD_KINDS][GUARD_PLACEMENTS]; /* the reverse mapping: kept number to guard number */
    int count[GUARD_KINDS], kept_count[GUARD_KINDS];
    /* Numbers of the 55 points of pawns, 255 for others; and the reverse mapping. */
    uint8_t pawn_number[SQUARES], pawn_index[SQUARES];
    uint8_t guard_bit[SQUARES]; /* bit of an advisor's or elephant's point in its set */
} Places;

void places_init(Places *p);

/* Composition of the index of a set. */
typedef struct Layout {
    EndgameSet set;
    int guard_kind[2];
    unsigned weak, strong;              /* number of guard placements of each side; for the weak side, without mirror images */
    unsigned points[ENDGAME_ATTACKERS]; /* number of points of each attacker; 1 if there is no such attacker */
    unsigned attackers;                 /* number of placements of all attackers */
    unsigned guards;                    /* number of placements of both sides' guards */
    bool twins;                         /* true if there are two attackers of the same kind and side */
    uint64_t size;                      /* upper limit: all indexes are smaller than this */
} Layout;

void layout_init(Layout *l, const Places *p, const EndgameSet *set);

/* Reads the pieces of a position of the set; `strong` is its strong side. */
void placement_read(const Layout *l, const Places *p, const Position *pos, Side strong, Placement *out);

/* Computes the index without mirroring. Returns false if the placement of the weak side's guards is
 * not kept. */
bool placement_index_as_is(const Layout *l, const Places *p, const Placement *placement, uint64_t *index);
uint64_t placement_index(const Layout *l, const Places *p, const Placement *placement);
void placement_mirror(const Layout *l, const Places *p, Placement *placement);

/* Applies a quiet move, legal or not, of position `pos`, to its placement. */
void placement_move(const Layout *l, const Places *p, const Position *pos, Side strong, Move m, Placement *placement);

/* Returns the number of a guard after one of its pieces moved between two points, seen from Red's
 * side. */
unsigned guard_moved(const Places *p, const Guard *guard, Kind piece, Square from, Square to);

/* Stores the squares of the attackers with this number, which is an index modulo l->attackers. */
void attackers_at(const Layout *l, const Places *p, unsigned number, Square out[ENDGAME_ATTACKERS]);

/* Put the guards on an empty board, and then the attackers; Red is the strong side. attackers_put()
 * returns false if a point is occupied. */
void guards_put(const Layout *l, const Places *p, const unsigned guard[2], Position *pos);
bool attackers_put(const Layout *l, const Square attackers[ENDGAME_ATTACKERS], Position *pos);
