/* SPDX-License-Identifier: GPL-3.0-only */
/* draw.h - draws the board as text: for a terminal, and for the UCI command `d`. */
#pragma once

#include "engine/base/text.h"
#include "engine/board/position.h"
#include "engine/notation/notation.h"

typedef struct DrawStyle {
    Notation notation; /* notation that determines the letters of pieces */
    Notation coordinates;
    bool ascii;     /* letters and plain lines instead of Chinese characters and box drawing */
    bool colour;    /* ANSI colours */
    bool flip;      /* true if Black's side is at the bottom */
    bool compact;   /* two columns per file and no lines between ranks: 24 columns and 13 lines instead of 41 and 21 */
    Move last_move; /* move whose two points are marked, or MOVE_NONE */
    Bitboard marks; /* points to mark, such as where a piece can go */
} DrawStyle;

/* Adds ten ranks, river and palaces (the palaces only if not compact), and the coordinates. For ICCS they
 * are letters of the files and numbers of the ranks; for the other notations numbers of the files, as
 * counted by the side at that edge. */
void draw_board(const Position *pos, const DrawStyle *style, Text *out);

/* Adds the grid of letters and the lines `Fen:`, `Key:`, `Checkers:` that scripts read (UCCI.md,
 * 99). The text has at most GRID_SIZE bytes. */
enum { GRID_SIZE = 2000 }; /* bytes */
void draw_grid(const Position *pos, Text *out);
