/* SPDX-License-Identifier: GPL-3.0-only */
#include "tests/oracle/slow_tables.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NOWHERE = 90, PIECES_MOST = 6 };

typedef struct Making {
    SlowTable *t;
    const char *pieces;
    int room, successor_count, successor_room;
} Making;

/* Returns the points of the pieces (equal ones in order) and the side to move as one number. */
static uint64_t key_of(const char *pieces, const SlowBoard *b)
{
    uint64_t key = b->black;
    int from = 0;
    for (int i = 0; pieces[i]; i++) {
        if (i == 0 || pieces[i] != pieces[i - 1])
            from = 0;
        while (from < NOWHERE && b->at[from / 9][from % 9] != pieces[i])
            from++;
        key = key * (NOWHERE + 1) + (uint64_t)from;
        from += from < NOWHERE;
    }
    return key;
}

static void add_state(Making *m, const SlowBoard *b, int pieces)
{
    if (slow_king_attacked(b, !b->black))
        return;
    if (m->t->count == m->room) {
        m->room = m->room ? 2 * m->room : 1024;
        m->t->states = realloc(m->t->states, sizeof *m->t->states * (size_t)m->room);
    }
    m->t->states[m->t->count++] = (SlowState){.key = key_of(m->pieces, b), .board = *b, .pieces = pieces};
}

/* Puts piece i and all later ones on every point or off the board; equal pieces in ascending order. */
static void place(Making *m, SlowBoard *b, int i, int least, int pieces)
{
    char piece = m->pieces[i];
    if (piece == '\0') {
        for (int black = 0; black < 2; black++) {
            b->black = black;
            add_state(m, b, pieces);
        }
        return;
    }
    if (i == 0 || piece != m->pieces[i - 1])
        least = 0;
    for (int at = least; at < NOWHERE; at++)
        if (b->at[at / 9][at % 9] == '.' && slow_may_stand(piece, at % 9, at / 9)) {
            b->at[at / 9][at % 9] = piece;
            place(m, b, i + 1, at + 1, pieces + 1);
            b->at[at / 9][at % 9] = '.';
        }
    if (toupper((unsigned char)piece) != 'K')
        place(m, b, i + 1, NOWHERE, pieces);
}

static int compare_states(const void *a, const void *b)
{
    const SlowState *x = a, *y = b;
    return x->pieces != y->pieces ? x->pieces - y->pieces : (x->key > y->key) - (x->key < y->key);
}

static int number_of(const Making *m, const SlowBoard *b, int pieces)
{
    SlowState wanted = {.key = key_of(m->pieces, b), .pieces = pieces};
    const SlowState *found = bsearch(&wanted, m->t->states, (size_t)m->t->count, sizeof wanted, compare_states);
    return (int)(found - m->t->states);
}

static void add_successors(Making *m, SlowState *s)
{
    SlowMove moves[SLOW_MAX_MOVES];
    s->first = m->successor_count;
    s->moves = slow_legal_moves(&s->board, moves);
    for (int i = 0; i < s->moves; i++) {
        SlowBoard after = s->board;
        bool capture = after.at[moves[i].to_rank][moves[i].to_file] != '.';
        slow_make(&after, moves[i]);
        if (m->successor_count == m->successor_room) {
            m->successor_room = m->successor_room ? 2 * m->successor_room : 4096;
            m->t->successors = realloc(m->t->successors, sizeof *m->t->successors * (size_t)m->successor_room);
        }
        m->t->successors[m->successor_count++] = 2 * number_of(m, &after, s->pieces - capture) + capture;
    }
}

static bool attacker_left(const SlowBoard *b)
{
    for (int at = 0; at < NOWHERE; at++)
        if (strchr("RNCPrncp", b->at[at / 9][at % 9]))
            return true;
    return false;
}

/* Decides the state if its distance is exactly this. Smaller distances have been decided before. */
static bool decide(SlowTable *t, SlowState *s, int distance)
{
    int most = -1;
    bool all_lost = true;
    if (s->moves > 0 && !attacker_left(&s->board))
        return false;
    for (int i = 0; i < s->moves; i++) {
        const SlowState *next = &t->states[t->successors[s->first + i] / 2];
        int plies = t->successors[s->first + i] % 2 ? 1 : next->distance + 1;
        if (next->result < 0 && plies == distance) {
            s->result = 1;
            s->distance = distance;
            return true;
        }
        all_lost = all_lost && next->result > 0;
        most = plies > most ? plies : most;
    }
    if (!all_lost || distance != (s->moves ? most : 0))
        return false;
    s->result = -1;
    s->distance = distance;
    return true;
}

/* States with fewer pieces come first, so the results of captures are known. A round decides only from earlier rounds: states
 * decided in this round have a distance too large by one to count in it. */
static void solve_pieces(SlowTable *t, int begin, int end)
{
    int quiet_rounds = 0;
    for (int distance = 0; quiet_rounds < 2; distance++) {
        bool any = false;
        for (int i = begin; i < end; i++)
            if (t->states[i].result == 0 && decide(t, &t->states[i], distance))
                any = true;
        quiet_rounds = any ? 0 : quiet_rounds + 1;
    }
}

SlowTable slow_table(const char *pieces)
{
    SlowTable t = {.states = NULL};
    Making m = {.t = &t, .pieces = pieces};
    SlowBoard empty;
    memset(empty.at, '.', sizeof empty.at);
    empty.black = false;
    place(&m, &empty, 0, 0, 0);
    qsort(t.states, (size_t)t.count, sizeof *t.states, compare_states);
    for (int i = 0; i < t.count; i++)
        add_successors(&m, &t.states[i]);
    for (int begin = 0, end; begin < t.count; begin = end) {
        for (end = begin; end < t.count && t.states[end].pieces == t.states[begin].pieces;)
            end++;
        solve_pieces(&t, begin, end);
    }
    return t;
}

void slow_table_free(SlowTable *t)
{
    free(t->states);
    free(t->successors);
}
