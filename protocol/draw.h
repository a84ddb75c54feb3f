/* SPDX-License-Identifier: GPL-3.0-only */
/* draw.h - draws the board as text: for a terminal, and for the UCI command `d`. */
#pragma once

#include "engine/base/text.h"
#include "engine/board/position.h"
#include "engine/notation/notation.h"

typedef struct DrawStyle {
    Notation notation; /* notation that determines the letters of pieces and the coordinates */
    bool ascii;        /* letters and plain lines instead of Chinese characters and box drawing */
    bool colour;       /* ANSI colours */
    bool flip;         /* true if Black's side is at the bottom */
    bool compact;      /* two columns per file and no lines between ranks: 24 columns and 13 lines instead of 41 and 21 */
    Move last_move;    /* move whose two points are marked, or MOVE_NONE */
    Bitboard marks;    /* points to mark, such as where a piece can go */
} DrawStyle;

/* Adds ten ranks with their numbers on both edges, the files above and below, river and palaces (the
 * palaces only if not compact). Files are named by letters; for WXF and Chinese notation by the number
 * as counted by the side at that edge, followed by the letter unless compact, because points are named
 * by letters in every notation. */
void draw_board(const Position *pos, const DrawStyle *style, Text *out);

/* Adds the grid of letters and the lines `Fen:`, `Key:`, `Checkers:` that scripts read (UCCI.md,
 * 99). The text has at most GRID_SIZE bytes. */
enum { GRID_SIZE = 2000 }; /* bytes */
void draw_grid(const Position *pos, Text *out);
