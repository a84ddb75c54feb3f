/* SPDX-License-Identifier: GPL-3.0-only */
/* names.h - points, sides and pieces in words. */
#pragma once

#include "engine/base/language.h"
#include "engine/board/piece.h"
#include "engine/board/score.h"
#include "engine/board/square.h"

/* Text of a point such as `h2`; empty if it is off the board. Returned by value, so that
 * `square_text(s).text` can be passed to printf. */
typedef struct SquareText {
    char text[3];
} SquareText;

SquareText square_text(Square s);

/* Reads a point such as `h2` or `H2` at the beginning of a text. Returns false and leaves *s unchanged
 * if the text does not begin with a point. */
bool square_read(const char *text, Square *s);

/* Does the same, and requires that the text ends after the point. */
bool square_from_text(const char *text, Square *s);

/* Return the word for a side ("Red", "红方") or a piece ("rook", "车"; "" for no piece). Chinese words
 * depend on the piece's side: "帅", "将". Static text. */
const char *side_word(Side side, Language language);
const char *piece_word(Piece p, Language language);

/* Returns how the piece moves, to explain why a move of another kind is rejected: "a horse goes one
 * point straight on and one diagonally outward". */
const char *piece_way(Kind kind, Language language);

/* Writes a score for a side in words into out[SCORE_TEXT_SIZE]: "Red +0.35", "Black mates in 3",
 * "红方优 0.35". Returns out. */
enum { SCORE_TEXT_SIZE = 80 };
char *score_text(Score score, Side side, Language language, char *out);
