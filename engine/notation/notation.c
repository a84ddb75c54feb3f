#include "engine/notation/notation.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/words.h"
#include "engine/notation/lineup.h"

static const char *const names[NOTATIONS] = {"iccs", "wxf", "chinese"};

const char *notation_name(Notation notation) { return names[notation]; }

bool notation_from_name(const char *name, Notation *notation)
{
    for (int i = 0; i < NOTATIONS; i++)
        if (word_is(name, names[i])) {
            *notation = (Notation)i;
            return true;
        }
    return false;
}

char *move_to_iccs(Move m, char *out)
{
    memcpy(out, square_text(move_from(m)).text, 2);
    memcpy(out + 2, square_text(move_to(m)).text, 3);
    return out;
}

bool move_from_iccs(const char *text, Move *m)
{
    Square from, to;
    if (!square_read(text, &from))
        return false;
    text += 2;
    if (*text == '-' || *text == ' ')
        text++;
    if (!square_read(text, &to) || text[2 + strspn(text + 2, " \t\r\n")] != '\0')
        return false;
    *m = move_make(from, to);
    return true;
}

/* ---- WXF and Chinese, written ---- */

static const char *const digit_signs[2][10] = {{"", "一", "二", "三", "四", "五", "六", "七", "八", "九"},
                                               {"", "1", "2", "3", "4", "5", "6", "7", "8", "9"}};
static const char *const place_signs[2][4] = {{"", "+", ".", "-"}, {"", "前", "中", "后"}};
static const char *const step_signs[2][4] = {{"", "+", ".", "-"}, {"", "进", "平", "退"}};
static const char *const ordinal_signs[2][6] = {{"", "a", "b", "c", "d", "e"}, {"", "一", "二", "三", "四", "五"}};
static const char *const kind_letters[KINDS] = {"", "K", "A", "E", "H", "R", "C", "P"};

/* Which file the goal names, or how many points straight on. */
static int goal_of(Kind kind, Side us, Square from, Square to)
{
    bool straight = kind == KING || kind == ROOK || kind == CANNON || kind == PAWN;
    return straight && same_file(from, to) ? abs(square_rank(to) - square_rank(from)) : lineup_number(to, us);
}

static Step step_of(Side us, Square from, Square to)
{
    int ahead = square_rank(to) - square_rank(from);
    if (ahead == 0)
        return STEP_SIDEWAYS;
    return (ahead > 0) == (us == RED) ? STEP_FORWARD : STEP_BACK;
}

char *move_to_text(const Position *pos, Move m, Notation notation, char *out)
{
    if (notation == NOTATION_ICCS)
        return move_to_iccs(m, out);
    Square from = move_from(m), to = move_to(m);
    Piece p = piece_at(pos, from);
    Side us = piece_side(p);
    Kind kind = piece_kind(p);
    int zh = notation == NOTATION_CHINESE, digits = zh && us == RED ? 0 : 1;
    const char *piece = zh ? piece_word(p, LANGUAGE_CHINESE) : kind_letters[kind];

    Lineup l;
    lineup_init(pos, us, kind, &l);
    int number = lineup_number(from, us), fellows = l.on_file[number], ordinal, place;
    lineup_find(&l, us, from, &ordinal, &place);
    const char *which, *first = piece, *second;
    if (fellows == 1 || kind == ADVISOR || kind == BISHOP) {
        second = digit_signs[digits][number];
    } else {
        if (kind == PAWN && (fellows > 3 || l.tandem_files > 1))
            which = ordinal_signs[zh][ordinal];
        else
            which = place_signs[zh][place == 0 ? PLACE_FRONT : place == fellows - 1 ? PLACE_REAR : PLACE_MIDDLE];
        first = zh ? which : piece;
        second = zh ? piece : which;
    }
    strcpy(out, first);
    strcat(out, second);
    strcat(out, step_signs[zh][step_of(us, from, to)]);
    strcat(out, digit_signs[digits][goal_of(kind, us, from, to)]);
    return out;
}
