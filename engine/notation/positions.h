/* SPDX-License-Identifier: GPL-3.0-only */
/* positions.h - reads lists of positions, one per line: `FEN`, `FEN ; name` or `name|FEN`, as other
 * programs store problems (.epd, .eglib, .txt). Moves or operations of EPD may follow the
 * FEN. Empty lines and lines that begin with `#` are skipped.
 *
 * Each position is read as a game without moves, or with those of the FEN; its name, or the
 * operation `id`, becomes the Event, and other operations a comment. */
#pragma once

#include "engine/notation/game_source.h"

/* A line of a list, split into FEN and name. Both are without blanks at their ends. */
typedef struct PositionLine {
    const char *fen, *fen_end;
    const char *name, *name_end; /* equal if the line has no name */
} PositionLine;

/* Splits the line [from, to). */
PositionLine position_line(const char *from, const char *to);

/* See GameFormat. A list must begin with a line whose position can be read, and more than half of its lines must be
 * positions. */
bool positions_begins(const char *data, size_t length);
bool positions_read(GameSource *source, GameTree *game, Language language);

/* Converts a list to UTF-8, as text_decode() does. In some lists the names have two parts in different
 * encodings, `GBK|Big5`: each part is converted on its own. */
char *positions_decode(char *text, size_t *length);
