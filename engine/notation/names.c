/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/names.h"

#include <ctype.h>

SquareText square_text(Square s)
{
    if (!on_board(s))
        return (SquareText){""};
    return (SquareText){{(char)('a' + square_file(s)), (char)('0' + square_rank(s)), '\0'}};
}

bool square_read(const char *text, Square *s)
{
    int file = tolower((unsigned char)text[0]) - 'a';
    if (file < 0 || file >= FILES || !isdigit((unsigned char)text[1]))
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
    static const char *const words[2][2] = {[LANGUAGE_ENGLISH] = {"Red", "Black"}, [LANGUAGE_CHINESE] = {"红方", "黑方"}};
    return words[language][side];
}

const char *piece_word(Piece p, Language language)
{
    static const char *const english[KINDS] = {"", "king", "advisor", "elephant", "horse", "rook", "cannon", "pawn"};
    static const char *const chinese[2][KINDS] = {{"", "帅", "仕", "相", "马", "车", "炮", "兵"},
                                                  {"", "将", "士", "象", "马", "车", "炮", "卒"}};
    return language == LANGUAGE_CHINESE ? chinese[piece_side(p)][piece_kind(p)] : english[piece_kind(p)];
}
