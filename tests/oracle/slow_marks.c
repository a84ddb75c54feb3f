/* SPDX-License-Identifier: GPL-3.0-only */
#include "tests/oracle/slow_marks.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Search for draws that one side, called the prey, would win. */
typedef struct Marking {
    const SlowTable *t;
    bool prey;       /* true for Black */
    bool *forbidden; /* for states with the prey to move: the move that led here may be forbidden if repeated for ever */
    /* states that the prey may win; states in which, as far as known in this round, the prey can keep the
     * repetition up for ever */
    bool *won, *kept;
} Marking;

static bool has_attacker(const SlowBoard *b, bool black)
{
    for (int at = 0; at < 90; at++)
        if (strchr(black ? "rncp" : "RNCP", b->at[at / 9][at % 9]))
            return true;
    return false;
}

static bool is_of(char piece, bool black, const char *kinds)
{
    return piece != '.' && (islower((unsigned char)piece) != 0) == black && strchr(kinds, toupper((unsigned char)piece));
}

/* Returns true if a rook, horse, cannon, advisor or elephant attacks a piece other than the king. */
static bool is_attacked(const SlowBoard *b, bool black)
{
    for (int a = 0; a < 90; a++)
        for (int v = 0; is_of(b->at[a / 9][a % 9], !black, "RNCAB") && v < 90; v++)
            if (is_of(b->at[v / 9][v % 9], black, "RNCPAB") && slow_moves_so(b, (SlowMove){a % 9, a / 9, v % 9, v / 9}))
                return true;
    return false;
}

/* Returns true if the side not to move could end the game at once. */
static bool is_threatened(const SlowBoard *b)
{
    SlowBoard turned = *b;
    SlowMove moves[SLOW_MAX_MOVES];
    turned.black = !b->black;
    for (int i = slow_legal_moves(&turned, moves) - 1; i >= 0; i--) {
        SlowBoard after = turned;
        slow_make(&after, moves[i]);
        if (!slow_can_move(&after))
            return true;
    }
    return false;
}

static bool may_be_forbidden(const SlowBoard *b)
{
    const bool each = has_attacker(b, false) && has_attacker(b, true);
    return is_attacked(b, b->black) || (each && (slow_king_attacked(b, b->black) || is_threatened(b)));
}

/* Returns true if the repetition can be kept up in this state. If the prey is to move, it needs one
 * move that keeps up the repetition or wins. If the hunter is to move, each of its moves that does not
 * lose must do so. */
static bool is_kept(const Marking *m, int state)
{
    const SlowState *s = &m->t->states[state];
    const bool is_prey = s->board.black == m->prey;
    for (int i = 0; i < s->moves; i++) {
        const int next = m->t->successors[s->first + i] / 2;
        const bool capture = m->t->successors[s->first + i] % 2;
        if (m->t->states[next].result != 0) /* in a draw, such a move loses */
            continue;
        const bool keeps = m->won[next] || (!capture && m->kept[next] && (is_prey || m->forbidden[next]));
        if (keeps == is_prey)
            return is_prey;
    }
    return !is_prey;
}

/* Marks as won the states that can be kept up for ever, given those already won. Returns true if there are new ones. */
static bool win_more(Marking *m)
{
    bool more = false;
    for (int i = 0; i < m->t->count; i++)
        m->kept[i] = m->t->states[i].result == 0;
    for (bool change = true; change;) {
        change = false;
        for (int i = 0; i < m->t->count; i++)
            if (m->kept[i] && !m->won[i] && !is_kept(m, i)) {
                m->kept[i] = false;
                change = true;
            }
    }
    for (int i = 0; i < m->t->count; i++)
        if (m->kept[i] && !m->won[i] && has_attacker(&m->t->states[i].board, m->prey))
            m->won[i] = more = true;
    return more;
}

uint8_t *slow_marks(const SlowTable *t)
{
    const size_t count = (size_t)t->count;
    uint8_t *marks = calloc(count, 1);
    Marking m = {.t = t, .forbidden = calloc(count, 1), .kept = calloc(count, 1)};
    for (size_t i = 0; i < count; i++)
        m.forbidden[i] = t->states[i].result == 0 && may_be_forbidden(&t->states[i].board);
    for (int black = 0; black < 2; black++) {
        m.prey = black;
        m.won = calloc(count, 1);
        while (win_more(&m))
            ;
        for (size_t i = 0; i < count; i++)
            marks[i] |= m.won[i] ? (black ? SLOW_BLACK_MAY_WIN : SLOW_RED_MAY_WIN) : 0;
        free(m.won);
    }
    free(m.forbidden);
    free(m.kept);
    return marks;
}
