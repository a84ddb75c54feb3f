/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/names.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/base/contract.h"
#include "engine/base/words.h"

SquareText square_text(Square s)
{
    if (!on_board(s))
        return (SquareText){""};
    return (SquareText){{(char)('a' + square_file(s)), (char)('0' + square_rank(s)), '\0'}};
}

bool square_read(const char *text, Square *s)
{
    int file = ascii_lower(text[0]) - 'a';
    if (file < 0 || file >= FILES || !ascii_is_digit(text[1]))
        return false;
    *s = square_make(file, text[1] - '0');
    return true;
}

bool square_from_text(const char *text, Square *s)
{
    Square read;
    if (!square_read(text, &read) || text[2] != '\0')
        return false;
    *s = read;
    return true;
}

const char *side_word(Side side, Language language)
{
    assert(side <= BLACK && language < LANGUAGES);
    return tr(language, side == RED ? N_("Red") : N_("Black"));
}

const char *piece_word(Piece p, Language language)
{
    assert(p < PIECES && language < LANGUAGES);
    static const char *const words[LANGUAGES][2][KINDS] = {
        [LANGUAGE_ENGLISH] = {{"", "king", "advisor", "elephant", "horse", "rook", "cannon", "pawn"},
                              {"", "king", "advisor", "elephant", "horse", "rook", "cannon", "pawn"}},
        [LANGUAGE_CHINESE] = {{"", "帅", "仕", "相", "马", "车", "炮", "兵"}, {"", "将", "士", "象", "马", "车", "炮", "卒"}},
        [LANGUAGE_TRADITIONAL] = {{"", "帥", "仕", "相", "馬", "車", "炮", "兵"}, {"", "將", "士", "象", "馬", "車", "炮", "卒"}},
        [LANGUAGE_VIETNAMESE] = {{"", "tướng", "sĩ", "tượng", "mã", "xe", "pháo", "tốt"},
                                 {"", "tướng", "sĩ", "tượng", "mã", "xe", "pháo", "tốt"}},
    };
    return words[language][piece_side(p)][piece_kind(p)];
}

const char *piece_way(Kind kind, Language language)
{
    static const char *const ways[KINDS] = {
        [NO_KIND] = "",
        [KING] = N_("the king moves one point along a line, within the palace"),
        [ADVISOR] = N_("an advisor moves one point diagonally, within the palace"),
        [BISHOP] = N_("an elephant moves exactly two points diagonally"),
        [KNIGHT] = N_("a horse moves one point straight and then one diagonally outward"),
        [ROOK] = N_("a rook moves along a file or a rank"),
        [CANNON] = N_("a cannon moves along a file or a rank"),
        [PAWN] = N_("a pawn moves one point at a time"),
    };
    return tr(language, ways[kind]);
}

char *score_text(Score score, Side side, Language language, char *out)
{
    assert(in_range(score, -SCORE_INFINITE, SCORE_INFINITE));
    const char *better = side_word(score >= 0 ? side : opponent(side), language);
    int size = abs(score);
    if (is_mate(score) && mate_moves(score) == 0)
        snprintf(out, SCORE_TEXT_SIZE, tr(language, "%s has won"), better);
    else if (is_mate(score))
        snprintf(out, SCORE_TEXT_SIZE, tr(language, "%s mates in %d"), better, abs(mate_moves(score)));
    else if (is_decisive(score))
        snprintf(out, SCORE_TEXT_SIZE, tr(language, "%s wins by the repetition rules"), better);
    else if (is_by_table(score))
        snprintf(out, SCORE_TEXT_SIZE, tr(language, "%s wins by the endgame table"), better);
    else if (score == 0)
        snprintf(out, SCORE_TEXT_SIZE, "%s", tr(language, "even 0.00"));
    else
        snprintf(out, SCORE_TEXT_SIZE, tr(language, "%s +%d.%02d"), better, size / 100, size % 100);
    return out;
}
