/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/endgame/places.h"

#include <string.h>

#include "engine/base/contract.h"

/* Red's points from the left, in the order of Guard's numbers and bits, and the mirror image of each
 * bit. */
static const Square king_points[KING_POINTS] = {0x30, 0x31, 0x32, 0x40, 0x41, 0x42, 0x50, 0x51, 0x52};
static const Square advisor_points[] = {0x30, 0x32, 0x41, 0x50, 0x52};
static const Square elephant_points[] = {0x02, 0x20, 0x24, 0x42, 0x60, 0x64, 0x82};
static const uint8_t advisor_mirror[] = {3, 4, 2, 0, 1}, elephant_mirror[] = {6, 4, 5, 3, 1, 2, 0};
enum { ADVISOR_POINTS = 5, ELEPHANT_POINTS = 7 };

static int places_bits(unsigned set) { return popcount64(set); }
static int guard_kind(const Guard *g) { return places_bits(g->advisors) * 3 + places_bits(g->elephants); }

static uint8_t places_mirror_set(unsigned set, const uint8_t *mirror)
{
    unsigned out = 0;
    for (int i = 0; set >> i; i++)
        out |= (set >> i & 1) << mirror[i];
    return (uint8_t)out;
}

static bool places_collides(unsigned king, unsigned set, const Square *points)
{
    for (int i = 0; set >> i; i++)
        if (set >> i & 1 && points[i] == king_points[king])
            return true;
    return false;
}

static uint16_t *places_number(Places *p, Guard g) { return &p->number[g.king][g.advisors][g.elephants]; }

/* Numbers all guards with at most two advisors and two elephants, by king, advisors, elephants. */
static void places_number_guards(Places *p)
{
    memset(p->number, GUARD_NONE & 0xFF, sizeof p->number);
    for (unsigned king = 0; king < KING_POINTS; king++) {
        uint8_t elephants[ELEPHANT_SETS];
        int count = 0;
        for (unsigned set = 0; set < ELEPHANT_SETS; set++)
            if (places_bits(set) <= 2 && !places_collides(king, set, elephant_points))
                elephants[count++] = (uint8_t)set;
        for (unsigned advisors = 0; advisors < ADVISOR_SETS; advisors++)
            for (int i = 0; i < count && places_bits(advisors) <= 2 && !places_collides(king, advisors, advisor_points); i++) {
                const Guard g = {(uint8_t)king, (uint8_t)advisors, elephants[i]};
                const int kind = guard_kind(&g);
                *places_number(p, g) = (uint16_t)p->count[kind];
                p->guard[kind][p->count[kind]++] = g;
            }
    }
}

void places_init(Places *p)
{
    uint8_t advisors[ADVISOR_SETS], elephants[ELEPHANT_SETS]; /* mirror images of all sets */
    memset(p, 0, sizeof *p);
    places_number_guards(p);
    for (unsigned set = 0; set < ELEPHANT_SETS; set++)
        elephants[set] = places_mirror_set(set, elephant_mirror);
    for (unsigned set = 0; set < ADVISOR_SETS; set++)
        advisors[set] = places_mirror_set(set, advisor_mirror);
    for (int kind = 0; kind < GUARD_KINDS; kind++)
        for (int n = 0; n < p->count[kind]; n++) {
            const Guard g = p->guard[kind][n];
            const uint16_t mirror = p->number[(2 - g.king / 3) * 3 + g.king % 3][advisors[g.advisors]][elephants[g.elephants]];
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

static unsigned kind_points(Kind kind) { return kind == NO_KIND ? 1 : (unsigned)bb_count(kind_squares[RED][kind]); }

void layout_init(Layout *l, const Places *p, const EndgameSet *set)
{
    assert(endgame_set_key(set) < ENDGAME_KEYS);
    *l = (Layout){.set = *set};
    for (int side = STRONG; side <= WEAK; side++)
        l->guard_kind[side] = set->count[side][ADVISOR] * 3 + set->count[side][BISHOP];
    l->weak = (unsigned)p->kept_count[l->guard_kind[WEAK]];
    l->strong = (unsigned)p->count[l->guard_kind[STRONG]];
    for (int i = 0; i < ENDGAME_ATTACKERS; i++)
        l->points[i] = kind_points(set->attackers[i]);
    l->twins = !set->each && set->attackers[0] == set->attackers[1];
    l->attackers = l->twins ? l->points[0] * (l->points[0] - 1) / 2 : l->points[0] * l->points[1];
    l->guards = l->weak * l->strong;
    l->size = (uint64_t)l->guards * l->attackers;
}

static unsigned places_set(Bitboard pieces, const Square *points, int count, Side side)
{
    unsigned set = 0;
    for (int i = 0; i < count; i++)
        set |= (unsigned)bb_has(pieces, side == RED ? points[i] : square_flip(points[i])) << i;
    return set;
}

static int palace_point(Square s) { return (square_file(s) - 3) * 3 + square_rank(s); }

void placement_read(const Layout *l, const Places *p, const Position *pos, Side strong, Placement *out)
{
    assert(on_board(king_square(pos, RED)) && on_board(king_square(pos, BLACK)));
    VERIFY_ASSERT(endgame_key(pos, &(Side){RED}) == endgame_set_key(&l->set));
    for (int i = STRONG; i <= WEAK; i++) {
        Side side = i == STRONG ? strong : opponent(strong);
        Square king = side == RED ? king_square(pos, side) : square_flip(king_square(pos, side));
        unsigned advisors = places_set(pieces_of(pos, side, ADVISOR), advisor_points, ADVISOR_POINTS, side);
        unsigned elephants = places_set(pieces_of(pos, side, BISHOP), elephant_points, ELEPHANT_POINTS, side);
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

static uint64_t layout_index(const Layout *l, const Places *p, unsigned kept, unsigned strong, const Square attackers[ENDGAME_ATTACKERS])
{
    return ((uint64_t)kept * l->strong + strong) * l->attackers + attackers_number(l, p, attackers);
}

bool placement_index_as_is(const Layout *l, const Places *p, const Placement *placement, uint64_t *index)
{
    assert(in_range(placement->guard[WEAK], 0, p->count[l->guard_kind[WEAK]] - 1));
    assert(in_range(placement->guard[STRONG], 0, p->count[l->guard_kind[STRONG]] - 1));
    unsigned kept = p->kept[l->guard_kind[WEAK]][placement->guard[WEAK]];
    if (kept != GUARD_NONE)
        *index = layout_index(l, p, kept, placement->guard[STRONG], placement->attackers);
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
    assert(piece == KING || piece == ADVISOR || piece == BISHOP);
    assert(on_board(from) && on_board(to));
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

void placement_move(const Layout *l, const Places *p, const Position *pos, Side strong, Move m, Placement *placement)
{
    assert(move_on_board(m) && !is_capture(pos, m));
    assert(id_side(pos->board[move_from(m)]) == side_to_move(pos));
    const Kind piece = id_kind(pos->board[move_from(m)]);
    const EndgameSide side = pos->side == strong ? STRONG : WEAK;
    const Square from = strong == RED ? move_from(m) : square_flip(move_from(m)), to = strong == RED ? move_to(m) : square_flip(move_to(m));
    if (piece == KING || piece == ADVISOR || piece == BISHOP) {
        const Guard *guard = &p->guard[l->guard_kind[side]][placement->guard[side]];
        placement->guard[side] =
            side == STRONG ? guard_moved(p, guard, piece, from, to) : guard_moved(p, guard, piece, square_flip(from), square_flip(to));
        return;
    }
    for (int i = 0; i < endgame_attackers(&l->set); i++)
        if (endgame_owner(&l->set, i) == side && placement->attackers[i] == from) {
            placement->attackers[i] = to;
            return;
        }
}

static Square point_square(const Places *p, Kind kind, unsigned number)
{
    return kind == NO_KIND ? SQ_NONE : index_square[kind == PAWN ? p->pawn_index[number] : number];
}

void attackers_at(const Layout *l, const Places *p, unsigned number, Square out[ENDGAME_ATTACKERS])
{
    assert(number < l->attackers);
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
    assert(occupied(pos) == 0);
    assert(in_range(guard[STRONG], 0, p->count[l->guard_kind[STRONG]] - 1));
    assert(in_range(guard[WEAK], 0, p->count[l->guard_kind[WEAK]] - 1));
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
