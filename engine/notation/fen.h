/* SPDX-License-Identifier: GPL-3.0-only */
/* fen.h - positions as text.
 *
 * Read: board; side `w`, `r`, `white`, `red`, `b` or `black` in either case (Red if absent); then anything, of which two integers
 * are the plies since the last capture and the move number (0 and 1 where they are above the largest).
 * Letters K A B N R C P, also E for the elephant and H for the horse. Written: `<board> w|b - - <plies> <move>` with B and N. */
#pragma once

#include "engine/base/why.h"
#include "engine/board/position.h"

#define FEN_START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

enum { FEN_SIZE = 128 }; /* a buffer, terminator included */
enum { FEN_MOST_QUIET = 10000, FEN_MOST_MOVES = 10000 };

/* Reads a FEN up to its end, or up to the word `moves`. True and *pos filled; or false, *pos untouched, and one clause on
 * what is wrong added to *why; what it quotes is fit for a terminal. */
bool fen_read(const char *fen, Position *pos, Text *why) __attribute__((warn_unused_result));

/* The same, and plays the moves, as h2e2, that stand behind the word `moves`. */
bool fen_read_played(const char *fen, Position *pos, Text *why) __attribute__((warn_unused_result));

/* Behind the word `moves`, NULL if a FEN has none. What is returned may be written to if the FEN may. */
char *fen_moves(const char *fen);

/* Writes the terminated text into out[FEN_SIZE]; returns its length. */
int fen_write(const Position *pos, char *out);
