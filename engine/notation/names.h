/* SPDX-License-Identifier: GPL-3.0-only */
/* names.h - points, sides and pieces as words. */
#pragma once

#include "engine/base/language.h"
#include "engine/board/piece.h"
#include "engine/board/square.h"

/* `h2`; empty for no point of the board. By value, so that `square_text(s).text` can stand among printf's values. */
typedef struct SquareText {
    char text[3];
} SquareText;

SquareText square_text(Square s);

/* Reads a point, `h2` or `H2`, at the beginning of a text. False, *s untouched, if none stands there. */
bool square_read(const char *text, Square *s);

/* The same, with nothing after it. */
bool square_from_text(const char *text, Square *s);

/* "Red", "红方"; "rook", "车" ("将" and "帅" by the piece's side), "" for no piece. Static text. */
const char *side_word(Side side, Language language);
const char *piece_word(Piece p, Language language);
