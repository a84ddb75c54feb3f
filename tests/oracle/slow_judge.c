/* SPDX-License-Identifier: GPL-3.0-only */
#include "tests/oracle/slow_judge.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

typedef struct View { /* one board with its piece numbers */
    SlowBoard b;
    int number[10][9];
} View;

typedef uint32_t Numbers; /* a set of piece numbers */

static bool black_piece(char c) { return islower((unsigned char)c) != 0; }
static char kind(char c) { return (char)toupper((unsigned char)c); }

static View view_of(const SlowGame *g, int plies)
{
    View v;
    v.b = g->board[plies];
    memcpy(v.number, g->number[plies], sizeof v.number);
    return v;
}

static View view_after(const View *v, SlowMove m)
{
    View w = *v;
    slow_make(&w.b, m);
    w.number[m.to_rank][m.to_file] = v->number[m.from_rank][m.from_file];
    w.number[m.from_rank][m.from_file] = -1;
    return w;
}

void slow_game_start(SlowGame *g, const SlowBoard *b)
{
    int next = 0;
    g->plies = 0;
    g->board[0] = *b;
    for (int r = 0; r < 10; r++)
        for (int f = 0; f < 9; f++)
            g->number[0][r][f] = b->at[r][f] == '.' ? -1 : next++;
}

void slow_game_play(SlowGame *g, SlowMove m)
{
    View before = view_of(g, g->plies), after = view_after(&before, m);
    g->plies++;
    g->board[g->plies] = after.b;
    memcpy(g->number[g->plies], after.number, sizeof after.number);
}

/* Returns the numbers of a colour's pieces that could capture the enemy piece on (file, rank). */
static Numbers aiming(const View *v, bool black, int file, int rank)
{
    Numbers found = 0;
    for (int r = 0; r < 10; r++)
        for (int f = 0; f < 9; f++)
            if (v->b.at[r][f] != '.' && black_piece(v->b.at[r][f]) == black && slow_moves_so(&v->b, (SlowMove){f, r, file, rank}))
                found |= (Numbers)1 << v->number[r][f];
    return found;
}

static Numbers attacking_king(const View *v, bool black_king)
{
    for (int r = 0; r < 10; r++)
        for (int f = 0; f < 9; f++)
            if (v->b.at[r][f] == (black_king ? 'k' : 'K'))
                return aiming(v, !black_king, f, r);
    return 0;
}

static bool find(const View *v, int number, int *file, int *rank)
{
    for (int r = 0; r < 10; r++)
        for (int f = 0; f < 9; f++)
            if (v->number[r][f] == number) {
                *file = f;
                *rank = r;
                return true;
            }
    return false;
}

typedef struct State {
    char is;             /* N not attacked, I illegal, P protected, E exchange, T threat */
    Numbers roots, aims; /* after the capture */
} State;

static State state_of(const View *v, int attacker, int victim)
{
    State s = {'N', 0, 0};
    int af, ar, vf, vr;
    if (!find(v, attacker, &af, &ar) || !find(v, victim, &vf, &vr))
        return s;
    char a = v->b.at[ar][af], t = v->b.at[vr][vf];
    bool black = black_piece(a);
    bool crossed = kind(t) == 'P' && (black_piece(t) ? vr <= 4 : vr >= 5);
    SlowMove takes = {af, ar, vf, vr}, takes_back = {vf, vr, af, ar};
    if (!strchr("RNCAB", kind(a)) || !(strchr("RNCAB", kind(t)) || crossed) || !slow_moves_so(&v->b, takes))
        return s;

    View taken = view_after(v, takes);
    if (attacking_king(&taken, black) & ~attacking_king(v, black)) {
        s.is = 'I';
        return s;
    }
    if ((strchr("NC", kind(a)) && kind(t) == 'R') || (strchr("AB", kind(a)) && strchr("RNC", kind(t)))) {
        s.is = 'T';
        return s;
    }
    Numbers known = attacking_king(v, !black);
    for (int r = 0; r < 10; r++)
        for (int f = 0; f < 9; f++) {
            char d = taken.b.at[r][f];
            SlowMove back = {f, r, vf, vr};
            if (d == '.' || black_piece(d) == black || !slow_moves_so(&taken.b, back))
                continue;
            Numbers bit = (Numbers)1 << taken.number[r][f];
            View retaken = view_after(&taken, back);
            Numbers against = attacking_king(&retaken, !black);
            if (kind(d) != 'K')
                against &= ~known;
            s.aims |= bit;
            if (!against)
                s.roots |= bit;
        }
    if (s.roots) {
        s.is = 'P';
    } else if (kind(a) == kind(t) && slow_moves_so(&v->b, takes_back)) {
        View other = view_after(v, takes_back);
        s.is = attacking_king(&other, !black) & ~known ? 'T' : 'E';
    } else {
        s.is = 'T';
    }
    return s;
}

/* Returns 's' for a new strong chase, 'w' for a new weak one, '-' for no chase. */
static char attack_of(const SlowGame *g, int ply, int attacker, int victim)
{
    View x = view_of(g, ply), y = view_of(g, ply + 1);
    int f, r;
    if (!find(&y, attacker, &f, &r) || black_piece(y.b.at[r][f]) != g->board[ply].black)
        return '-';
    State after = state_of(&y, attacker, victim);
    if (after.is != 'T')
        return '-';
    if (ply + 2 <= g->plies) {
        View z = view_of(g, ply + 2);
        if (state_of(&z, attacker, victim).is == 'T')
            return '-';
    }
    State before = state_of(&x, attacker, victim);
    switch (before.is) {
    case 'T': return '-';
    case 'P': return (before.roots & ~after.aims) ? 'w' : 's';
    default: return 's';
    }
}

static bool checked(const SlowGame *g, int plies)
{
    View v = view_of(g, plies);
    return attacking_king(&v, g->board[plies].black) != 0;
}

static int asian_chase(const SlowGame *g, int first, bool black)
{
    bool strong[32], pair[32][32];
    memset(strong, 1, sizeof strong);
    memset(pair, 1, sizeof pair);
    for (int ply = first; ply < g->plies; ply++) {
        if (g->board[ply].black != black)
            continue;
        for (int v = 0; v < 32; v++) {
            bool hit = false;
            for (int a = 0; a < 32; a++) {
                char attack = strong[v] || pair[a][v] ? attack_of(g, ply, a, v) : '-';
                hit = hit || attack == 's';
                pair[a][v] = pair[a][v] && attack != '-';
            }
            strong[v] = strong[v] && hit;
        }
    }
    int level = 0;
    for (int v = 0; v < 32; v++) {
        if (strong[v])
            return 2;
        for (int a = 0; a < 32; a++)
            if (pair[a][v])
                level = 1;
    }
    return level;
}

static Numbers threatened(const SlowGame *g, int plies, bool by_black)
{
    View w = view_of(g, plies);
    Numbers found = 0;
    for (int r = 0; r < 10; r++)
        for (int f = 0; f < 9; f++)
            for (int v = 0; v < 32 && w.number[r][f] >= 0 && black_piece(w.b.at[r][f]) == by_black; v++)
                if (state_of(&w, w.number[r][f], v).is == 'T')
                    found |= (Numbers)1 << v;
    return found;
}

static int computer_chase(const SlowGame *g, int first, bool black)
{
    Numbers all = ~(Numbers)0;
    for (int ply = first; ply < g->plies; ply++)
        if (g->board[ply].black == black)
            all &= threatened(g, ply + 1, black) & ~threatened(g, ply, black);
    return all ? 2 : 0;
}

static bool same(const SlowBoard *a, const SlowBoard *b) { return a->black == b->black && memcmp(a->at, b->at, sizeof a->at) == 0; }

bool slow_judge(const SlowGame *g, SlowRules rules, int levels[2])
{
    int found = 0, first = g->plies;
    for (int i = g->plies - 1; i >= 0 && found < 2; i--)
        if (same(&g->board[i], &g->board[g->plies])) {
            found++;
            first = i;
        }
    if (found < 2)
        return false;

    bool any = false;
    for (int side = 0; side < 2; side++) {
        bool always = true;
        for (int ply = first; ply < g->plies; ply++) {
            if (g->board[ply].black != (side == 1))
                continue;
            bool check = checked(g, ply + 1);
            always = always && check;
            any = any || check;
        }
        levels[side] = always ? 3 : 0;
    }
    for (int side = 0; side < 2; side++) {
        if (levels[side] == 3 || rules == SLOW_SIMPLE || (rules == SLOW_COMPUTER && any))
            continue;
        levels[side] = rules == SLOW_ASIAN ? asian_chase(g, first, side == 1) : computer_chase(g, first, side == 1);
    }
    return true;
}
