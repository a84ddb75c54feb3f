/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/endgame/set.h"

#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/words.h"

static const Kind order[] = {ROOK, KNIGHT, CANNON, PAWN, ADVISOR, BISHOP};
enum { ATTACKING = 4, ORDERED = 6 };

/* Returns the guard kind of a side, from its advisors and elephants. */
static int endgame_set_guards(const EndgameSet *set, int side) { return set->count[side][ADVISOR] * 3 + set->count[side][BISHOP]; }

static int endgame_set_attackers_of_side(const EndgameSet *set, int side, Kind out[ENDGAME_ATTACKERS + 1])
{
    int n = 0;
    for (int i = 0; i < ATTACKING; i++)
        for (int j = 0; j < set->count[side][order[i]] && n <= ENDGAME_ATTACKERS; j++)
            out[n++] = order[i];
    return n;
}

static int endgame_set_attacker_place(Kind attacker)
{
    assert(in_range(attacker, KNIGHT, PAWN));
    int place = 0;
    while (order[place] != attacker)
        place++;
    return place;
}

/* With one attacker on each side, returns true if the second side is the strong one. */
static bool endgame_set_is_turned(Kind first, Kind second, int guards_first, int guards_second)
{
    return first != second ? endgame_set_attacker_place(second) < endgame_set_attacker_place(first) : guards_second > guards_first;
}

/* Fills in the attackers from the counts, those of the strong side first. Returns false if the pieces
 * do not form a set. */
static bool endgame_set_complete(EndgameSet *set)
{
    Kind of[2][ENDGAME_ATTACKERS + 1];
    const int strong = endgame_set_attackers_of_side(set, STRONG, of[STRONG]), weak = endgame_set_attackers_of_side(set, WEAK, of[WEAK]);
    if (strong < 1 || strong + weak > ENDGAME_ATTACKERS)
        return false;
    set->each = weak == 1;
    set->attackers[0] = of[STRONG][0];
    set->attackers[1] = strong == 2 ? of[STRONG][1] : weak == 1 ? of[WEAK][0] : NO_KIND;
    if (!set->each || !endgame_set_is_turned(of[STRONG][0], of[WEAK][0], endgame_set_guards(set, STRONG), endgame_set_guards(set, WEAK)))
        return true;
    EndgameSet turned = {.attackers = {of[WEAK][0], of[STRONG][0]}, .each = true};
    memcpy(turned.count[STRONG], set->count[WEAK], sizeof turned.count[STRONG]);
    memcpy(turned.count[WEAK], set->count[STRONG], sizeof turned.count[WEAK]);
    *set = turned;
    return true;
}

/* Reads the letters of one side after its K and counts each kind. Returns NULL if letters are out
 * of order, unknown or too many. */
static const char *endgame_set_read_side(const char *at, uint8_t *count)
{
    int place = 0;
    for (; *at && ascii_upper(*at) != 'K'; at++) {
        while (place < ORDERED && piece_letter(order[place]) != ascii_upper(*at))
            place++;
        if (place == ORDERED || ++count[order[place]] > 2)
            return NULL;
    }
    return at;
}

bool endgame_set_read(const char *name, EndgameSet *set, Text *why)
{
    EndgameSet read = {0};
    const char *at = ascii_upper(*name) == 'K' ? endgame_set_read_side(name + 1, read.count[STRONG]) : NULL;
    at = at && *at ? endgame_set_read_side(at + 1, read.count[WEAK]) : NULL;
    if (!at || *at || !endgame_set_complete(&read)) {
        if (why && text_add(why, "invalid set '"))
            text_add_clean(why, name);
        return text_fail(why,
                         "': expected two sides, as in KRKAABB or KRKN: K, attackers (RNCP), then guards (at most AABB) for each side. "
                         "The first side may have two attackers and the second none, or both have one");
    }
    *set = read;
    return true;
}

char *endgame_set_name(const EndgameSet *set, char *out)
{
    char *at = out;
    for (int side = STRONG; side <= WEAK; side++) {
        *at++ = 'K';
        for (int i = 0; i < ORDERED; i++)
            for (int j = 0; j < set->count[side][order[i]]; j++)
                *at++ = piece_letter(order[i]);
    }
    *at = '\0';
    return out;
}

/* Computes the key. The digit of the second attacker distinguishes between no second attacker, one of
 * the strong side and one of the weak side. */
static unsigned endgame_key_of_pieces(const Kind attackers[ENDGAME_ATTACKERS], bool each, int strong_guards, int weak_guards)
{
    unsigned second = attackers[1] == NO_KIND ? 0 : (unsigned)endgame_set_attacker_place(attackers[1]) + (each ? 5 : 1);
    return (((unsigned)endgame_set_attacker_place(attackers[0]) * 9 + second) * ENDGAME_GUARD_KINDS + (unsigned)strong_guards) *
               ENDGAME_GUARD_KINDS +
           (unsigned)weak_guards;
}

unsigned endgame_set_key(const EndgameSet *set)
{
    return endgame_key_of_pieces(set->attackers, set->each, endgame_set_guards(set, STRONG), endgame_set_guards(set, WEAK));
}

static int endgame_set_guards_on_board(const Position *pos, Side side)
{
    return bb_count(pieces_of(pos, side, ADVISOR)) * 3 + bb_count(pieces_of(pos, side, BISHOP));
}

static Bitboard endgame_set_attackers_on_board(const Position *pos, Side side)
{
    return pieces_of(pos, side, ROOK) | pieces_of(pos, side, KNIGHT) | pieces_of(pos, side, CANNON) | pieces_of(pos, side, PAWN);
}

static Kind endgame_set_kind_at(const Position *pos, Bitboard first_of) { return id_kind(pos->board[bb_pop(&first_of)]); }

unsigned endgame_key(const Position *pos, Side *strong)
{
    if (!endgame_possible(pos))
        return ENDGAME_KEYS;
    Bitboard red = endgame_set_attackers_on_board(pos, RED), black = endgame_set_attackers_on_board(pos, BLACK);
    const int guards[2] = {endgame_set_guards_on_board(pos, RED), endgame_set_guards_on_board(pos, BLACK)};
    *strong = red ? RED : BLACK;
    Bitboard first = red ? red : black, second = first & (first - 1);
    Kind attackers[ENDGAME_ATTACKERS] = {endgame_set_kind_at(pos, first), NO_KIND};
    const bool each = red && black;
    if (each || second)
        attackers[1] = endgame_set_kind_at(pos, each ? black : second);
    const bool turned =
        each ? endgame_set_is_turned(attackers[0], attackers[1], guards[RED], guards[BLACK])
             : attackers[1] != NO_KIND && endgame_set_attacker_place(attackers[1]) < endgame_set_attacker_place(attackers[0]);
    if (turned) {
        const Kind kind = attackers[0];
        attackers[0] = attackers[1];
        attackers[1] = kind;
    }
    if (each)
        *strong = turned ? BLACK : attackers[0] == attackers[1] && guards[RED] == guards[BLACK] ? side_to_move(pos) : RED;
    return endgame_key_of_pieces(attackers, each, guards[*strong], guards[opponent(*strong)]);
}

/* Sets the guards of a side from their kind, 0..8, which encodes the counts in base three. */
static void set_guards(uint8_t *count, int number)
{
    count[ADVISOR] = (uint8_t)(number / 3);
    count[BISHOP] = (uint8_t)(number % 3);
}

typedef struct SetList {
    EndgameSet *out; /* NULL if the sets are only counted */
    int count;
} SetList;

/* Adds the set with these attackers and guards, unless the other side would be the strong side in
 * it. */
static void list_set(SetList *list, bool each, Kind first, Kind second, const int guards[2])
{
    EndgameSet set = {0};
    set.count[STRONG][first]++;
    if (second != NO_KIND)
        set.count[each ? WEAK : STRONG][second]++;
    set_guards(set.count[STRONG], guards[STRONG]);
    set_guards(set.count[WEAK], guards[WEAK]);
    if (!endgame_set_complete(&set) || set.attackers[0] != first || endgame_set_guards(&set, STRONG) != guards[STRONG])
        return;
    if (list->out)
        list->out[list->count] = set;
    list->count++;
}

/* Adds the sets with these attackers and this total number of guards. */
static void list_guards(SetList *list, EndgameGroup group, Kind first, Kind second, int guards)
{
    const bool own = group != ENDGAME_ONE && group != ENDGAME_TWO;
    for (int i = 0; i < (own ? ENDGAME_GUARD_KINDS : 1); i++)
        for (int j = 0; j < ENDGAME_GUARD_KINDS; j++)
            if (i / 3 + i % 3 + j / 3 + j % 3 == guards)
                list_set(list, group == ENDGAME_EACH, first, second, (const int[]){i, j});
}

int endgame_sets(EndgameGroup group, EndgameSet *out)
{
    assert(group < ENDGAME_GROUPS);
    SetList list = {out, 0};
    const bool one = group == ENDGAME_ONE || group == ENDGAME_ONE_GUARDED;
    for (int guards = 0; guards <= 8; guards++)
        for (int first = 0; first < ATTACKING; first++)
            for (int second = one ? ATTACKING - 1 : first; second < ATTACKING; second++)
                list_guards(&list, group, order[first], one ? NO_KIND : order[second], guards);
    return list.count;
}

int endgame_set_captures(const EndgameSet *set, EndgameSet out[ENDGAME_CAPTURES_MOST])
{
    int n = 0;
    for (int side = STRONG; side <= WEAK; side++)
        for (int i = 0; i < ORDERED; i++) {
            if (set->count[side][order[i]] == 0 || (i >= ATTACKING && side == STRONG && !set->each))
                continue;
            EndgameSet less = *set;
            less.count[side][order[i]]--;
            if (less.each && i < ATTACKING && side == STRONG) { /* the other side becomes the strong one */
                memcpy(less.count[STRONG], set->count[WEAK], sizeof less.count[STRONG]);
                memcpy(less.count[WEAK], set->count[STRONG], sizeof less.count[WEAK]);
                less.count[WEAK][order[i]]--;
            }
            if (endgame_set_complete(&less))
                out[n++] = less;
        }
    return n;
}
