/* SPDX-License-Identifier: GPL-3.0-only */
/* pgn.h - games as text (Portable Game Notation, with the tags of Chinese programs).
 *
 * The reader expects tags in brackets, then moves, numbers, comments in braces or after a semicolon,
 * judgements (`?!`, `$6`), variations in parentheses, and the result. It accepts any bytes. Damage is
 * reported with its line, and a game is never lost because the game before it was left open or cut
 * off.
 *   - A game starts at the position of its FEN tag, of a tag such as Position, or of a FEN before the moves,
 *     or else at the start position.
 *   - Quotes inside a tag's value need not be escaped, and its closing bracket may be missing at the
 *     end of the line. A tag that occurs twice is kept twice; the last one counts.
 *   - A move may be in any notation, whatever the Format tag says. Its number may have full-width
 *     digits and be followed by a Chinese point.
 *   - If the meaning of moves depends on a convention (`Convention`), the one with which the whole game
 *     can be played is used. If the game can be played with both, that is a fault. Vietnamese notation is
 *     tried only if the game cannot be played otherwise.
 *   - Text in a variation that cannot be played becomes a comment there.
 *   - If no result, or only `*`, follows the moves, the result in the tag counts, which may be in
 *     Chinese. If the two results differ, that is a fault, and the one after the moves counts.
 *   - Remarks around the moves are comments: a paragraph with sentences, one that begins like `评注：`, and
 *     the words after the result up to an empty line or a line of signs. Other words outside a game, such
 *     as headings, advertisement and the text of a web page, are skipped.
 *   - Comments after the result belong to the last move. A variation before the first move is a comment.
 *   - Games as embedded in web sites (dhtmlxq.h), WXF files (wxf.h) and the heads of copied text (heads.h)
 *     are read too. Of a web page with embedded games, only these and tags are read.
 *
 * The writer uses one notation and names it in the Format tag; NOTATION_ENGLISH and NOTATION_VIETNAMESE
 * are written as WXF. Every reader can replay ICCS (as `H2-E2`). Moves are numbered from the FEN's number
 * on. Text is UTF-8 and is passed through unchanged, unless another encoding is wanted. */
#pragma once

#include <stdio.h>

#include "engine/base/contract.h"
#include "engine/notation/fen.h"
#include "engine/notation/game_source.h"
#include "engine/notation/notation.h"
#include "engine/rules/result.h"

/* Reads the next game of a text; see GameFormat. A game may end without a result after a whole move, but
 * not within a comment, a variation, a word, or the braces of a WXF file. */
bool pgn_read(GameSource *source, GameTree *game, Language language);

/* Returns the line number of a position in the text, from 1. The positions passed in successive calls,
 * and those of reported faults, must not decrease. */
int pgn_line(GameSource *source, const char *place);

/* Variants of PGN that other programs expect. */
typedef struct PgnStyle {
    Notation notation;
    bool plain_points; /* writes ICCS as h2e2, not H2-E2 */
    bool gb18030;      /* the text is written in that encoding, and Black's Chinese moves have full-width digits */
} PgnStyle;

/* Does the same as pgn_write() in a given style. Adds clauses to *left_out about characters that do not exist in the
 * encoding, which are replaced by `?`, and about the brace that ends a comment: PGN cannot hold it in a comment, where it
 * is replaced by `)`. */
void pgn_write_as(const GameTree *game, const PgnStyle *style, FILE *out, Text *left_out);

/* Writes the game and a blank line. Adds a FEN tag unless the game begins at the usual start
 * position. */
void pgn_write(const GameTree *game, Notation notation, FILE *out);
