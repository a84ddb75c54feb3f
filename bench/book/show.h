/* SPDX-License-Identifier: GPL-3.0-only */
/* show.h - prints what a book or an analysis knows about a position. */
#pragma once

#include "bench/book/graph.h"
#include "engine/base/text.h"
#include "engine/book/book.h"

/* Sets *pos to the position after `moves`, which start from the FEN, or from the start position if
 * fen is NULL. On failure returns false with the reason. */
bool show_position(const char *fen, const char *const *moves, int count, Position *pos, Text *why) __attribute__((warn_unused_result));

/* Prints the book's moves, heaviest first, with share, weight and score. If there are none, prints
 * that and returns false. */
bool show_book(const Book *book, const Position *pos);

/* Prints the moves that a settled graph knows, best first, with their backed-up scores. If there
 * are none, prints that and returns false. */
bool show_analysis(const BookGraph *graph, const Position *pos);
