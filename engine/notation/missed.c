/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/missed.h"

#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/minmax.h"
#include "engine/board/attacks.h"
#include "engine/board/movegen.h"
#include "engine/board/see.h"
#include "engine/notation/names.h"

/* Events along a line. */
typedef struct Outlook {
    int mate;            /* plies until mate; -1 if the line does not end in mate */
    bool repeats;        /* true if the line ends in a position that occurred before, in the game or in the line */
    int balance;         /* centipawns won by the side to move at its
                          * start, up to the line's last quiet point */
    int taken[2][KINDS]; /* pieces captured by that side, and by the opponent, up to that point */
} Outlook;

static bool missed_was_there(const Path *path, const uint64_t *keys, int count, uint64_t key)
{
    for (int i = 0; i < path->count; i++)
        if (path->undos[i].key == key)
            return true;
    for (int i = 0; i < count; i++)
        if (keys[i] == key)
            return true;
    return false;
}

static int missed_sum(const int taken[KINDS])
{
    int sum = 0;
    for (int k = ADVISOR; k < KINDS; k++)
        sum += taken[k] * see_value[k];
    return sum;
}

/* Plays the line. Material is counted only where the next move of
 * the line is not a capture and neither side is in check, because in the middle of an exchange the
 * count would be wrong. */
static Outlook outlook_along(const Path *path, const MoveLine *line)
{
    Outlook o = {.mate = -1};
    Position pos = *path->pos;
    uint64_t keys[MOVE_LINE + 1];
    int taken[2][KINDS] = {{0}};
    Undo undo;
    for (int i = 0; i < line->plies; i++) {
        keys[i] = pos.key;
        taken[i & 1][piece_kind(piece_at(&pos, move_to(line->moves[i])))]++;
        position_make(&pos, line->moves[i], &undo);
        o.repeats = missed_was_there(path, keys, i + 1, pos.key);
        bool more = i + 1 < line->plies;
        if (more && !is_capture(&pos, line->moves[i + 1]) && !in_check(&pos, side_to_move(&pos)))
            memcpy(o.taken, taken, sizeof taken);
    }
    if (line->plies > 0 && !any_legal_move(&pos))
        o.mate = line->plies;
    o.balance = missed_sum(o.taken[0]) - missed_sum(o.taken[1]);
    return o;
}

/* Returns the played move followed by the best line after it. */
static MoveLine missed_played_line(const MissedMove *m)
{
    MoveLine line = {1, {m->played}};
    for (int i = 0; i < m->reply->plies && line.plies < MOVE_LINE; i++)
        line.moves[line.plies++] = m->reply->moves[i];
    return line;
}

/* Adds text such as "a rook, two horses and a pawn": the owner's pieces that `taken` has more of than `back`.
 * Returns false, and adds nothing, if there are none. */
static bool missed_add_pieces(const int taken[KINDS], const int back[KINDS], Side owner, Text *out)
{
    static const Kind order[] = {ROOK, CANNON, KNIGHT, BISHOP, ADVISOR, PAWN};
    static const char *const several[] = {NULL, NULL, N_("two %ss"), N_("three %ss"), N_("four %ss"), N_("five %ss")};
    const Language l = out->language;
    int kinds = 0, written = 0;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        kinds += taken[order[i]] > back[order[i]];
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        int more = taken[order[i]] - back[order[i]];
        if (more <= 0)
            continue;
        const char *name = piece_word(piece_make(owner, order[i]), l), *one = strchr("aeiou", *name) ? N_("an %s") : N_("a %s");
        if (written > 0)
            text_add(out, written + 1 < kinds ? language_comma(l) : tr(l, " and "));
        text_addf(out, tr(l, more == 1 ? one : several[min_int(more, 5)]), name);
        written++;
    }
    return kinds > 0;
}

/* Adds a text such as "loses a rook", or "loses a rook for a cannon": `alone` and `exchange` are its English formats. `by` is the
 * winner of the rook: 0 for the side that moves first in the line, 1 for the opponent. */
static void missed_add_gain(const Outlook *o, int by, Side mover, const char *alone, const char *exchange, Text *out)
{
    enum { SIZE = 200 }; /* room for every kind of piece */
    const Side owner = by ? mover : opponent(mover);
    char pieces[2][SIZE];
    Text won = text_over(pieces[0], SIZE), back = text_over(pieces[1], SIZE);
    won.language = back.language = out->language;
    missed_add_pieces(o->taken[by], o->taken[!by], owner, &won);
    if (missed_add_pieces(o->taken[!by], o->taken[by], opponent(owner), &back))
        text_addf(out, tr(out->language, exchange), won.data, back.data);
    else
        text_addf(out, tr(out->language, alone), won.data);
}

/* Returns a word for a position with this expected score. */
static const char *missed_standing(double expected, Language l)
{
    static const struct {
        double least;
        const char *word;
    } grades[] = {{0.90, N_("a winning")}, {0.65, N_("a better")}, {0.35, N_("an even")}, {0.10, N_("a worse")}, {0, N_("a lost")}};
    int i = 0;
    while (expected < grades[i].least)
        i++;
    return tr(l, grades[i].word);
}

/* Converts plies until mate to moves of the side to move. */
static int missed_moves(int plies) { return (plies + 1) / 2; }

void missed_words(const MissedMove *m, Text *out)
{
    enum { MATTERS = 150 /* number of centipawns that matter; more than a pawn */ };
    const Language l = out->language;
    const MoveLine line = missed_played_line(m);
    const Outlook could = outlook_along(&m->path, m->best), did = outlook_along(&m->path, &line);
    const Side mover = side_to_move(m->path.pos);
    const double expected = expected_from_score(m->before), left = 1 - expected_from_score(m->after);
    if (is_win(m->after) && did.mate > 0 && !is_loss(m->before))
        text_addf(out, tr(l, "allows mate in %d"), missed_moves(did.mate - 1));
    else if (is_win(m->before) && could.mate > 0)
        text_addf(out, tr(l, "misses mate in %d"), missed_moves(could.mate));
    else if (is_win(m->after) && !is_mate(m->after))
        text_add(out, tr(l, "loses by the rules of repetition"));
    else if (is_win(m->before) && !is_mate(m->before))
        text_add(out, tr(l, "misses a win by the rules of repetition"));
    else if (could.balance - did.balance >= MATTERS && did.balance <= -MATTERS && -did.balance >= could.balance)
        missed_add_gain(&did, 1, mover, N_("loses %s"), N_("loses %s for %s"), out);
    else if (could.balance - did.balance >= MATTERS && could.balance >= MATTERS)
        missed_add_gain(&could, 0, mover, N_("misses winning %s"), N_("misses winning %s for %s"), out);
    else if (m->after == SCORE_DRAW && did.repeats && expected > 0.5)
        text_add(out, tr(l, "allows a draw by repetition"));
    else if (missed_standing(expected, l) != missed_standing(left, l))
        text_addf(out, tr(l, "turns %s position into %s one"), missed_standing(expected, l), missed_standing(left, l));
}
