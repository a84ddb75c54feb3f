/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/endgame/set.h"

#include <ctype.h>
#include <string.h>

static const Kind order[] = {ROOK, KNIGHT, CANNON, PAWN, ADVISOR, BISHOP};
enum { ATTACKING = 4, ORDERED = 6 };

static void fill_attackers(EndgameSet *set)
{
    int n = 0;
    set->attackers[0] = set->attackers[1] = NO_KIND;
    for (int i = 0; i < ATTACKING; i++)
        for (int j = 0; j < set->count[STRONG][order[i]] && n < ENDGAME_ATTACKERS; j++)
            set->attackers[n++] = order[i];
}

/* Reads one side behind its K; how often each kind stands there. NULL: letters out of order, unknown or too many. */
static const char *read_side(const char *at, uint8_t *count)
{
    int place = 0;
    for (; *at && toupper((unsigned char)*at) != 'K'; at++) {
        while (place < ORDERED && piece_letter(order[place]) != toupper((unsigned char)*at))
            place++;
        if (place == ORDERED || ++count[order[place]] > 2)
            return NULL;
    }
    return at;
}

bool endgame_set_read(const char *name, EndgameSet *set, Text *why)
{
    EndgameSet read = {0};
    const char *at = toupper((unsigned char)*name) == 'K' ? read_side(name + 1, read.count[STRONG]) : NULL;
    at = at && *at ? read_side(at + 1, read.count[WEAK]) : NULL;
    int attackers = 0;
    bool weak = true;
    for (int i = 0; i < ATTACKING; i++) {
        attackers += read.count[STRONG][order[i]];
        weak = weak && read.count[WEAK][order[i]] == 0;
    }
    if (!at || *at || !weak || attackers < 1 || attackers > ENDGAME_ATTACKERS) {
        if (why && text_add(why, "'"))
            text_add_clean(why, name);
        return text_fail(why, "' is no set: K, one or two of RNCP, then AABB at most; and K with AABB at most, as KRKAABB");
    }
    fill_attackers(&read);
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

unsigned endgame_set_key(const EndgameSet *set)
{
    unsigned key = 0;
    for (int i = 0; i < ORDERED; i++)
        key = key << 2 | set->count[STRONG][order[i]];
    return key << 4 | (unsigned)set->count[WEAK][ADVISOR] << 2 | set->count[WEAK][BISHOP];
}

unsigned endgame_key(const Position *pos, Side *strong)
{
    if (!endgame_possible(pos))
        return ENDGAME_KEYS;
    Bitboard red = pos->pieces[ROOK] | pos->pieces[KNIGHT] | pos->pieces[CANNON] | pos->pieces[PAWN];
    *strong = red ? RED : BLACK;
    unsigned key = 0;
    int attackers = 0;
    for (int i = 0; i < ORDERED; i++) {
        int count = bb_count(pieces_of(pos, *strong, order[i]));
        attackers += i < ATTACKING ? count : 0;
        if (attackers > ENDGAME_ATTACKERS)
            return ENDGAME_KEYS;
        key = key << 2 | (unsigned)count;
    }
    int advisors = bb_count(pieces_of(pos, opponent(*strong), ADVISOR)), bishops = bb_count(pieces_of(pos, opponent(*strong), BISHOP));
    return key << 4 | (unsigned)advisors << 2 | (unsigned)bishops;
}

/* Guards of a side numbered so that fewer come first: 0..8 is AABB in base three. */
static void set_guards(uint8_t *count, int number)
{
    count[ADVISOR] = (uint8_t)(number / 3);
    count[BISHOP] = (uint8_t)(number % 3);
}

int endgame_sets(int attackers, bool own_guards, EndgameSet *out)
{
    int n = 0;
    for (int first = 0; first < ATTACKING; first++)
        for (int second = attackers == 1 ? ATTACKING - 1 : first; second < ATTACKING; second++)
            for (int own = 0; own < (own_guards ? 9 : 1); own++)
                for (int theirs = 0; theirs < 9; theirs++, n++) {
                    EndgameSet set = {0};
                    set.count[STRONG][order[first]]++;
                    if (attackers == 2)
                        set.count[STRONG][order[second]]++;
                    set_guards(set.count[STRONG], own);
                    set_guards(set.count[WEAK], theirs);
                    fill_attackers(&set);
                    if (out)
                        out[n] = set;
                }
    return n;
}

int endgame_set_captures(const EndgameSet *set, EndgameSet out[ENDGAME_CAPTURES_MOST])
{
    int n = 0;
    for (int side = STRONG; side <= WEAK; side++)
        for (int i = 0; i < ORDERED; i++) {
            if (set->count[side][order[i]] == 0 || (side == STRONG && (i >= ATTACKING || endgame_attackers(set) == 1)))
                continue;
            out[n] = *set;
            out[n].count[side][order[i]]--;
            fill_attackers(&out[n++]);
        }
    return n;
}
