/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/notation_squares.h"

#include <string.h>

#include "engine/base/contract.h"
#include "engine/board/legal.h"
#include "engine/board/movegen.h"

/* Reads a rank and returns the text after it, otherwise NULL. `first` is the number of the first
 * rank. */
static const char *squares_read_rank(const char *text, int first, int *rank)
{
    const bool ten = first == 1 && text[0] == '1' && text[1] == '0';
    *rank = (ten ? 10 : text[0] - '0') - first;
    return (ten || ascii_is_digit(text[0])) && *rank >= 0 ? text + 1 + ten : NULL;
}

static const char *squares_read_point(const char *text, int first, Square *s)
{
    int file = ascii_lower(*text) - 'a', rank;
    const char *end = file >= 0 && file < FILES ? squares_read_rank(text + 1, first, &rank) : NULL;
    if (end)
        *s = square_make(file, rank);
    return end;
}

const char *squares_read_move(const char *text, int first, Move *m)
{
    Square from, to;
    text = squares_read_point(text, first, &from);
    if (text && (*text == '-' || *text == ' '))
        text++;
    text = text ? squares_read_point(text, first, &to) : NULL;
    if (text)
        *m = move_make(from, to);
    return text;
}

bool move_from_iccs(const char *text, Move *m)
{
    Move read;
    const char *end = squares_read_move(text, 0, &read);
    if (!end || end[strspn(end, BLANKS)] != '\0')
        return false;
    *m = read;
    return true;
}

static bool squares_is_file(char c) { return c >= 'a' && c < 'a' + FILES; }

bool algebraic_read(const char *text, int first, Algebraic *a)
{
    static const char letters[] = "KABRNCPEH";
    static const Kind kinds[] = {KING, ADVISOR, BISHOP, ROOK, KNIGHT, CANNON, PAWN, BISHOP, KNIGHT};
    const char *letter = *text ? strchr(letters, *text) : NULL, *p = text + (letter != NULL), *end;
    *a = (Algebraic){.kind = letter ? kinds[letter - letters] : PAWN, .file = -1, .rank = -1};
    if (squares_is_file(*p))
        a->file = *p++ - 'a';
    if ((end = squares_read_rank(p, first, &a->rank)))
        p = end;
    else
        a->rank = -1;
    const bool origin = a->file >= 0 && a->rank >= 0;
    a->captures = *p == 'x' || *p == ':';
    p += a->captures || *p == '-';
    if (squares_is_file(*p)) {
        p = squares_read_point(p, first, &a->goal);
        a->kind = origin && !letter ? NO_KIND : a->kind;
    } else if (origin && !a->captures) { /* only the destination was given */
        a->goal = square_make(a->file, a->rank);
        a->file = a->rank = -1;
    } else {
        return false;
    }
    return p && move_text_ends(p);
}

static bool algebraic_fits(const Position *pos, const Algebraic *a, Move m)
{
    const Square from = move_from(m);
    return move_to(m) == a->goal && (!a->kind || piece_kind(piece_at(pos, from)) == a->kind) &&
           (a->file < 0 || square_file(from) == a->file) && (a->rank < 0 || square_rank(from) == a->rank) &&
           (!a->captures || piece_at(pos, a->goal) != NO_PIECE);
}

MoveReading algebraic_find(const Position *pos, const Algebraic *a, Move *m, Text *why)
{
    MoveList list = {0};
    Move moves[2];
    int count = 0;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count && count < 2; i++)
        if (algebraic_fits(pos, a, list.moves[i]))
            moves[count++] = list.moves[i];
    const char *piece = a->kind ? piece_word(piece_make(side_to_move(pos), a->kind), why_language(why)) : tr(why_language(why), "piece");
    if (count == 1)
        *m = moves[0];
    else if (count > 1)
        refuse_ambiguous(pos, NOTATION_ICCS, moves, why);
    else if (a->captures)
        why_not(why, "No %s can capture on %s.", piece, square_text(a->goal).text);
    else
        why_not(why, "No %s can go to %s.", piece, square_text(a->goal).text);
    return count == 1 ? READ_MOVE : READ_REFUSED;
}

bool squares_are_mixed(const char *text)
{
    const char after = *utf8_skip(text + 1, MOVE_DIGITS "-");
    return ascii_is_upper(text[0]) && ascii_is_letter(after) && !ascii_is_upper(after);
}
