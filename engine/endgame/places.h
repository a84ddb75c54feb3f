/* SPDX-License-Identifier: GPL-3.0-only */
/* places.h - every placement of a set's pieces has a number.
 *
 * The king and guards of a side are one pseudo-piece with a number of its own among the placements of just these pieces (an idea of
 * H. G. Muller's): at most 1410, where king, two advisors and two elephants apart would have 9 x 10 x 21. Left and right are alike, so of
 * the weak side's placements that are each other's mirror image only the first is kept; the rest of the board is mirrored along. Where
 * that placement is its own mirror image both positions have numbers.
 *
 *     index = ((weak side's guard, mirror images apart) x strong side's guard) x attackers
 *
 * An attacker counts the points a0 a1 ... i9 as its side sees them, a pawn only those 55 where it may stand; two of a kind and side are
 * not told apart. The strong side is Red here; a position in which it is Black is turned round. */
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

/* King and guards of one side as that side sees them from Red's place: the king's point of the palace, and sets of the five and seven
 * points of advisors and elephants. */
typedef struct Guard {
    uint8_t king, advisors, elephants;
} Guard;

typedef struct Placement {
    unsigned guard[2]; /* numbers, by EndgameSide */
    Square attackers[ENDGAME_ATTACKERS];
} Placement;

/* What numbers guards; by kind, three times the advisors and the elephants. Filled once, then read alone. */
typedef struct Places {
    uint16_t number[KING_POINTS][ADVISOR_SETS][ELEPHANT_SETS];
    Guard guard[GUARD_KINDS][GUARD_PLACEMENTS];
    uint16_t mirror[GUARD_KINDS][GUARD_PLACEMENTS];
    uint16_t kept[GUARD_KINDS][GUARD_PLACEMENTS];       /* number among those kept, GUARD_NONE if its mirror image is */
    uint16_t kept_guard[GUARD_KINDS][GUARD_PLACEMENTS]; /* and back */
    int count[GUARD_KINDS], kept_count[GUARD_KINDS];
    uint8_t pawn_number[SQUARES], pawn_index[SQUARES]; /* of the 55 points, 255 for others; and back */
    uint8_t guard_bit[SQUARES];                        /* of an advisor's or elephant's point in its set */
} Places;

void places_init(Places *p);

/* How a set's index is made up. */
typedef struct Layout {
    EndgameSet set;
    int guard_kind[2];
    unsigned weak, strong;              /* placements of guards that are told apart */
    unsigned points[ENDGAME_ATTACKERS]; /* of each attacker; 1 for none */
    unsigned attackers;                 /* placements of all attackers */
    unsigned guards;                    /* placements of both sides' guards */
    bool twins;                         /* two of a kind and side */
    uint64_t size;                      /* indexes are below */
} Layout;

void layout_init(Layout *l, const Places *p, const EndgameSet *set);

/* The pieces of a position of the set; `strong` is its strong side. */
void placement_read(const Layout *l, const Places *p, const Position *pos, Side strong, Placement *out);

/* False if the weak side's guards are not among those kept. */
bool placement_index_as_is(const Layout *l, const Places *p, const Placement *placement, uint64_t *index);
uint64_t placement_index(const Layout *l, const Places *p, const Placement *placement);
void placement_mirror(const Layout *l, const Places *p, Placement *placement);

/* A quiet move, legal or not, of the position of which these are the pieces. */
void placement_move(const Layout *l, const Places *p, const Position *pos, Side strong, Move m, Placement *placement);

/* The number of a guard when one of its pieces goes from one point to another, seen from Red's place. */
unsigned guard_moved(const Places *p, const Guard *guard, Kind piece, Square from, Square to);

/* The attackers with that number (an index modulo l->attackers). */
void attackers_at(const Layout *l, const Places *p, unsigned number, Square out[ENDGAME_ATTACKERS]);

/* Puts the guards on an empty board, and the attackers beside them; Red is the strong side. The latter is false if a point is taken. */
void guards_put(const Layout *l, const Places *p, const unsigned guard[2], Position *pos);
bool attackers_put(const Layout *l, const Square attackers[ENDGAME_ATTACKERS], Position *pos);
