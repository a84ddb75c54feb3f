/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/endgame/places.h"

#include <string.h>

/* Red's points, from the left: what Guard's bits and numbers mean. */
static const Square king_points[KING_POINTS] = {0x30, 0x31, 0x32, 0x40, 0x41, 0x42, 0x50, 0x51, 0x52};
static const Square advisor_points[] = {0x30, 0x32, 0x41, 0x50, 0x52};
static const Square elephant_points[] = {0x02, 0x20, 0x24, 0x42, 0x60, 0x64, 0x82};
enum { ADVISOR_POINTS = 5, ELEPHANT_POINTS = 7 };

static int bits(unsigned set) { return popcount64(set); }
static int guard_kind(const Guard *g) { return bits(g->advisors) * 3 + bits(g->elephants); }

static unsigned mirror_set(unsigned set, const Square *points, int count)
{
    unsigned out = 0;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            if (set >> i & 1 && points[j] == square_mirror(points[i]))
                out |= 1u << j;
    return out;
}

static Guard guard_mirror(Guard g)
{
    return (Guard){(uint8_t)((2 - g.king / 3) * 3 + g.king % 3), (uint8_t)mirror_set(g.advisors, advisor_points, ADVISOR_POINTS),
                   (uint8_t)mirror_set(g.elephants, elephant_points, ELEPHANT_POINTS)};
}

static bool collides(const Guard *g)
{
    Square king = king_points[g->king];
    for (int i = 0; i < ADVISOR_POINTS; i++)
        if (g->advisors >> i & 1 && advisor_points[i] == king)
            return true;
    return g->elephants >> 3 & 1 && elephant_points[3] == king;
}

static uint16_t *number_of(Places *p, Guard g) { return &p->number[g.king][g.advisors][g.elephants]; }

void places_init(Places *p)
{
    memset(p, 0, sizeof *p);
    for (unsigned code = 0; code < KING_POINTS * ADVISOR_SETS * ELEPHANT_SETS; code++) {
        Guard g = {(uint8_t)(code / (ADVISOR_SETS * ELEPHANT_SETS)), code / ELEPHANT_SETS % ADVISOR_SETS, code % ELEPHANT_SETS};
        bool valid = bits(g.advisors) <= 2 && bits(g.elephants) <= 2 && !collides(&g);
        int kind = valid ? guard_kind(&g) : 0;
        *number_of(p, g) = valid ? (uint16_t)p->count[kind] : GUARD_NONE;
        if (valid)
            p->guard[kind][p->count[kind]++] = g;
    }
    for (int kind = 0; kind < GUARD_KINDS; kind++)
        for (int n = 0; n < p->count[kind]; n++) {
            uint16_t mirror = *number_of(p, guard_mirror(p->guard[kind][n]));
            p->mirror[kind][n] = mirror;
            p->kept[kind][n] = n <= mirror ? (uint16_t)p->kept_count[kind] : GUARD_NONE;
            if (n <= mirror)
                p->kept_guard[kind][p->kept_count[kind]++] = (uint16_t)n;
        }
    for (int i = 0; i < ADVISOR_POINTS; i++)
        p->guard_bit[square_index(advisor_points[i])] = (uint8_t)i;
    for (int i = 0; i < ELEPHANT_POINTS; i++)
        p->guard_bit[square_index(elephant_points[i])] = (uint8_t)i;
    int pawns = 0;
    for (int i = 0; i < SQUARES; i++) {
        bool may = (kind_squares[RED][PAWN] >> i & 1) != 0;
        p->pawn_number[i] = may ? (uint8_t)pawns : UINT8_MAX;
        if (may)
            p->pawn_index[pawns++] = (uint8_t)i;
    }
}

static unsigned points_of(Kind kind) { return kind == NO_KIND ? 1 : (unsigned)bb_count(kind_squares[RED][kind]); }

void layout_init(Layout *l, const Places *p, const EndgameSet *set)
{
    *l = (Layout){.set = *set};
    for (int side = STRONG; side <= WEAK; side++)
        l->guard_kind[side] = set->count[side][ADVISOR] * 3 + set->count[side][BISHOP];
    l->weak = (unsigned)p->kept_count[l->guard_kind[WEAK]];
    l->strong = (unsigned)p->count[l->guard_kind[STRONG]];
    for (int i = 0; i < ENDGAME_ATTACKERS; i++)
        l->points[i] = points_of(set->attackers[i]);
    l->twins = !set->each && set->attackers[0] == set->attackers[1];
    l->row = set->attackers[1] == NO_KIND ? l->points[0] : l->points[1];
    l->attackers = l->twins ? l->points[0] * (l->points[0] - 1) / 2 : l->points[0] * l->points[1];
    l->size = (uint64_t)l->weak * l->strong * l->attackers;
}

static unsigned set_of(Bitboard pieces, const Square *points, int count, Side side)
{
    unsigned set = 0;
    for (int i = 0; i < count; i++)
        set |= (unsigned)bb_has(pieces, side == RED ? points[i] : square_flip(points[i])) << i;
    return set;
}

static int palace_point(Square s) { return (square_file(s) - 3) * 3 + square_rank(s); }

void placement_read(const Layout *l, const Places *p, const Position *pos, Side strong, Placement *out)
{
    for (int i = STRONG; i <= WEAK; i++) {
        Side side = i == STRONG ? strong : opponent(strong);
        Square king = side == RED ? king_square(pos, side) : square_flip(king_square(pos, side));
        unsigned advisors = set_of(pieces_of(pos, side, ADVISOR), advisor_points, ADVISOR_POINTS, side);
        unsigned elephants = set_of(pieces_of(pos, side, BISHOP), elephant_points, ELEPHANT_POINTS, side);
        out->guard[i] = p->number[palace_point(king)][advisors][elephants];
    }
    Bitboard left = 0;
    for (int i = 0; i < endgame_attackers(&l->set); i++) {
        if (i == 0 || !l->twins)
            left = pieces_of(pos, endgame_owner(&l->set, i) == STRONG ? strong : opponent(strong), l->set.attackers[i]);
        Square s = bb_pop(&left);
        out->attackers[i] = strong == RED ? s : square_flip(s);
    }
}

static unsigned point_number(const Places *p, Kind kind, Square s)
{
    return kind == PAWN ? p->pawn_number[square_index(s)] : (unsigned)square_index(s);
}

static unsigned attackers_number(const Layout *l, const Places *p, const Square s[ENDGAME_ATTACKERS])
{
    unsigned first = point_number(p, l->set.attackers[0], s[0]);
    if (l->set.attackers[1] == NO_KIND)
        return first;
    unsigned second = point_number(p, l->set.attackers[1], l->set.each ? square_flip(s[1]) : s[1]);
    if (!l->twins)
        return first * l->points[1] + second;
    unsigned high = first > second ? first : second, low = first > second ? second : first;
    return high * (high - 1) / 2 + low;
}

static uint64_t index_of(const Layout *l, const Places *p, unsigned kept, unsigned strong, const Square attackers[ENDGAME_ATTACKERS])
{
    return ((uint64_t)kept * l->strong + strong) * l->attackers + attackers_number(l, p, attackers);
}

bool placement_index_as_is(const Layout *l, const Places *p, const Placement *placement, uint64_t *index)
{
    unsigned kept = p->kept[l->guard_kind[WEAK]][placement->guard[WEAK]];
    if (kept != GUARD_NONE)
        *index = index_of(l, p, kept, placement->guard[STRONG], placement->attackers);
    return kept != GUARD_NONE;
}

void placement_mirror(const Layout *l, const Places *p, Placement *placement)
{
    for (int side = STRONG; side <= WEAK; side++)
        placement->guard[side] = p->mirror[l->guard_kind[side]][placement->guard[side]];
    for (int i = 0; i < endgame_attackers(&l->set); i++)
        placement->attackers[i] = square_mirror(placement->attackers[i]);
}

uint64_t placement_index(const Layout *l, const Places *p, const Placement *placement)
{
    uint64_t index;
    if (!placement_index_as_is(l, p, placement, &index)) {
        Placement mirrored = *placement;
        placement_mirror(l, p, &mirrored);
        placement_index_as_is(l, p, &mirrored, &index);
    }
    return index;
}

unsigned guard_moved(const Places *p, const Guard *guard, Kind piece, Square from, Square to)
{
    Guard g = *guard;
    unsigned bits_moved = 1u << p->guard_bit[square_index(from)] | 1u << p->guard_bit[square_index(to)];
    if (piece == KING)
        g.king = (uint8_t)palace_point(to);
    else if (piece == ADVISOR)
        g.advisors ^= (uint8_t)bits_moved;
    else
        g.elephants ^= (uint8_t)bits_moved;
    return p->number[g.king][g.advisors][g.elephants];
}

static Square point_square(const Places *p, Kind kind, unsigned number)
{
    return kind == NO_KIND ? SQ_NONE : index_square[kind == PAWN ? p->pawn_index[number] : number];
}

void attackers_at(const Layout *l, const Places *p, unsigned number, Square out[ENDGAME_ATTACKERS])
{
    unsigned first = number / l->points[1], second = number % l->points[1];
    if (l->twins) {
        for (first = 1; first * (first + 1) / 2 <= number;)
            first++;
        second = number - first * (first - 1) / 2;
    }
    out[0] = point_square(p, l->set.attackers[0], first);
    out[1] = point_square(p, l->set.attackers[1], second);
    if (l->set.each)
        out[1] = square_flip(out[1]);
}

void guards_put(const Layout *l, const Places *p, const unsigned guard[2], Position *pos)
{
    for (int i = STRONG; i <= WEAK; i++) {
        Side side = i == STRONG ? RED : BLACK;
        const Guard *g = &p->guard[l->guard_kind[i]][guard[i]];
        Square king = king_points[g->king];
        position_put(pos, piece_make(side, KING), side == RED ? king : square_flip(king));
        for (int j = 0; j < ADVISOR_POINTS; j++)
            if (g->advisors >> j & 1)
                position_put(pos, piece_make(side, ADVISOR), side == RED ? advisor_points[j] : square_flip(advisor_points[j]));
        for (int j = 0; j < ELEPHANT_POINTS; j++)
            if (g->elephants >> j & 1)
                position_put(pos, piece_make(side, BISHOP), side == RED ? elephant_points[j] : square_flip(elephant_points[j]));
    }
}

bool attackers_put(const Layout *l, const Square attackers[ENDGAME_ATTACKERS], Position *pos)
{
    for (int i = 0; i < endgame_attackers(&l->set); i++)
        if (pos->board[attackers[i]] != EMPTY ||
            !position_put(pos, piece_make(endgame_owner(&l->set, i) == STRONG ? RED : BLACK, l->set.attackers[i]), attackers[i]))
            return false;
    return true;
}
