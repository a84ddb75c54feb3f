/* SPDX-License-Identifier: GPL-3.0-only */
/* hce_terms.h - every term of the handcrafted evaluation, listed once.
 *
 * hce_visit() calls add(self, index, count) for each term that applies to a position; count is
 * Red's minus Black's. Both users inline it: the player adds weights, the tuner stores counts. */
#pragma once

#include "engine/board/attacks.h"

/* A piece-square table holds files a-e (the others are mirrored) by ten ranks, seen from the
 * owner's side. */
enum { PST_SIZE = 5 * RANKS };

/* Groups of terms: name, number of terms, number of terms per line of hce_params.h, and meaning.
 * Material is part of the piece-square terms. Terms "by kind" include NO_KIND, which never
 * occurs. */
#define HCE_TERMS(X)                                                                                                                       \
    X(PST_KING, PST_SIZE, RANKS, "king by file a-e and rank from its own side")                                                            \
    X(PST_ADVISOR, PST_SIZE, RANKS, "advisor")                                                                                             \
    X(PST_BISHOP, PST_SIZE, RANKS, "elephant")                                                                                             \
    X(PST_KNIGHT, PST_SIZE, RANKS, "horse")                                                                                                \
    X(PST_ROOK, PST_SIZE, RANKS, "rook")                                                                                                   \
    X(PST_CANNON, PST_SIZE, RANKS, "cannon")                                                                                               \
    X(PST_PAWN, PST_SIZE, RANKS, "pawn")                                                                                                   \
    X(ROOK_MOBILITY, 18, 9, "rook, by the number of its targets")                                                                          \
    X(CANNON_MOBILITY, 18, 9, "cannon, by the number of its targets")                                                                      \
    X(KNIGHT_MOBILITY, 9, 9, "horse, by the number of its targets")                                                                        \
    X(PALACE_ATTACK, KINDS, KINDS, "points of the enemy palace that a piece attacks, by kind")                                             \
    X(PALACE_CROWD, 8, 8, "number of pieces that attack the enemy palace, 0..7")                                                           \
    X(OPEN_CANNON, 1, 1, "cannon on the enemy king's file with no piece between")                                                          \
    X(CENTRE_CANNON, 1, 1, "cannon on the enemy king's file with at least one piece between")                                              \
    X(BOTTOM_CANNON, 1, 1, "cannon on the enemy king's rank with at most one piece between")                                               \
    X(GUARDS_VS_ROOK, 3 * 3, 3, "missing advisors 0..2, by enemy rooks 0..2")                                                              \
    X(GUARDS_VS_KNIGHT, 3 * 3, 3, "missing advisors, by enemy horses")                                                                     \
    X(GUARDS_VS_CANNON, 3 * 3, 3, "missing advisors, by enemy cannons, for which advisors are screens")                                    \
    X(BISHOPS_VS_CANNON, 3 * 3, 3, "missing elephants, by enemy cannons")                                                                  \
    X(THREAT, KINDS *KINDS, KINDS, "attacks, by the attacker's kind and the victim's kind")                                                \
    X(HANGING, KINDS, KINDS, "attacked and unprotected enemy pieces, by kind")                                                             \
    X(PROTECTED, KINDS, KINDS, "own protected pieces, by kind")                                                                            \
    X(PAWNS_LINKED, 1, 1, "two pawns side by side")                                                                                        \
    X(KNIGHT_LEGS, 5, 5, "number of a horse's blocked legs, 0..4")                                                                         \
    X(TEMPO, 1, 1, "side to move")

#define X(name, count, to_a_line, meaning) TERM_##name, TERM_##name##_LAST = TERM_##name + (count)-1,
enum { HCE_TERMS(X) TERMS, TERM_PST = TERM_PST_KING, TERM_PST_LAST = TERM_PST_PAWN_LAST };
#undef X

enum { PHASE_FULL = 32 };

/* Returns the phase, which blends middlegame and endgame values: PHASE_FULL at the start, less with
 * fewer pieces. */
static inline int hce_phase(const Position *pos)
{
    static const int weight[KINDS] = {[KNIGHT] = 2, [ROOK] = 4, [CANNON] = 2};
    int phase = 0;
    for (Kind kind = KNIGHT; kind <= CANNON; kind++)
        phase += weight[kind] * (bb_count(pieces_of(pos, RED, kind)) + bb_count(pieces_of(pos, BLACK, kind)));
    return phase > PHASE_FULL ? PHASE_FULL : phase;
}

static inline int pst_term(Side side, Kind kind, Square s)
{
    int file = square_file(s), rank = side == RED ? square_rank(s) : 9 - square_rank(s);
    return TERM_PST + ((int)kind - 1) * PST_SIZE + (file > 4 ? 8 - file : file) * RANKS + rank;
}

#define HCE_INLINE static inline __attribute__((always_inline))

typedef void HceAdd(void *self, int term, int count);

/* Data shared by the terms of both sides. */
typedef struct HceView {
    Bitboard by_kind[2][KINDS]; /* points attacked by each side's kinds */
    Bitboard all[2];
} HceView;

HCE_INLINE void hce_visit_side(const Position *pos, HceView *view, Side us, HceAdd *add, void *self)
{
    const int sign = us == RED ? 1 : -1;
    const Side them = opponent(us);
    Square enemy_king = king_square(pos, them);
    Bitboard palace = kind_squares[them][KING];
    Bitboard own = pos->sides[us];
    int crowd = 0;

    for (Kind kind = KING; kind <= PAWN; kind++) {
        const Square *list = &pos->list[id_make(piece_make(us, kind), 0)];
        Bitboard reach_of_kind = 0;
        for (int slot = 0; slot < kind_limit(kind); slot++) {
            Square s = list[slot];
            if (s == SQ_NONE)
                continue;
            add(self, pst_term(us, kind, s), sign);
            Bitboard reach = piece_targets(pos, us, kind, s);
            if (kind == ROOK)
                add(self, TERM_ROOK_MOBILITY + bb_count(reach & ~own), sign);
            if (kind == CANNON)
                add(self, TERM_CANNON_MOBILITY + bb_count(reach & ~own), sign);
            if (kind == KNIGHT) {
                add(self, TERM_KNIGHT_MOBILITY + bb_count(reach & ~own), sign);
                add(self, TERM_KNIGHT_LEGS + __builtin_popcount(knight_legs(pos, s)), sign);
            }
            if (kind == CANNON)
                reach &= occupied(pos); /* a cannon only attacks over its screen */
            if (kind >= KNIGHT && reach & palace) {
                add(self, TERM_PALACE_ATTACK + (int)kind, sign * bb_count(reach & palace));
                crowd++;
            }
            reach_of_kind |= reach;

            if (kind == CANNON && bb_has(cross_squares[enemy_king], s)) {
                unsigned between = pieces_between(pos, s, enemy_king);
                if (same_file(s, enemy_king))
                    add(self, between == 0 ? TERM_OPEN_CANNON : TERM_CENTRE_CANNON, sign);
                else if (between == 0 || word_single(between))
                    add(self, TERM_BOTTOM_CANNON, sign);
            }
        }
        view->by_kind[us][kind] = reach_of_kind;
        view->all[us] |= reach_of_kind;
    }
    add(self, TERM_PALACE_CROWD + (crowd > 7 ? 7 : crowd), sign);

    int missing_advisors = 2 - bb_count(pieces_of(pos, us, ADVISOR)), missing_bishops = 2 - bb_count(pieces_of(pos, us, BISHOP));
    int rooks = bb_count(pieces_of(pos, them, ROOK)), knights = bb_count(pieces_of(pos, them, KNIGHT));
    int cannons = bb_count(pieces_of(pos, them, CANNON));
    add(self, TERM_GUARDS_VS_ROOK + missing_advisors * 3 + rooks, sign);
    add(self, TERM_GUARDS_VS_KNIGHT + missing_advisors * 3 + knights, sign);
    add(self, TERM_GUARDS_VS_CANNON + missing_advisors * 3 + cannons, sign);
    add(self, TERM_BISHOPS_VS_CANNON + missing_bishops * 3 + cannons, sign);

    Bitboard pawns = pieces_of(pos, us, PAWN);
    add(self, TERM_PAWNS_LINKED, sign * bb_count(pawns & pawns << RANKS));
}

HCE_INLINE void hce_visit_threats(const Position *pos, const HceView *view, Side us, HceAdd *add, void *self)
{
    const int sign = us == RED ? 1 : -1;
    const Side them = opponent(us);
    for (Kind victim = ADVISOR; victim <= PAWN; victim++) {
        Bitboard targets = pieces_of(pos, them, victim);
        if (!(targets & view->all[us]))
            continue;
        for (Kind attacker = ADVISOR; attacker <= PAWN; attacker++)
            add(self, TERM_THREAT + (int)attacker * KINDS + (int)victim, sign * bb_count(targets & view->by_kind[us][attacker]));
        add(self, TERM_HANGING + (int)victim, sign * bb_count(targets & view->all[us] & ~view->all[them]));
    }
    for (Kind kind = ADVISOR; kind <= PAWN; kind++)
        add(self, TERM_PROTECTED + (int)kind, sign * bb_count(pieces_of(pos, us, kind) & view->all[us]));
}

HCE_INLINE void hce_visit(const Position *pos, HceAdd *add, void *self)
{
    HceView view;
    view.all[RED] = view.all[BLACK] = 0;
    hce_visit_side(pos, &view, RED, add, self);
    hce_visit_side(pos, &view, BLACK, add, self);
    hce_visit_threats(pos, &view, RED, add, self);
    hce_visit_threats(pos, &view, BLACK, add, self);
    add(self, TERM_TEMPO, pos->side == RED ? 1 : -1);
}
