/* SPDX-License-Identifier: GPL-3.0-only */
/* show.h - which position is asked about, and what a book or an analysis says of it, as lines for people. */
#pragma once

#include "bench/book/graph.h"
#include "engine/base/text.h"
#include "engine/book/book.h"

/* The position behind these moves, from that of the FEN, or NULL: the start, on. False with the reason. */
bool show_position(const char *fen, const char *const *moves, int count, Position *pos, Text *why) __attribute__((warn_unused_result));

/* Prints its moves, heaviest first, with share, weight and score. False after telling that it has none. */
bool show_book(const Book *book, const Position *pos);

/* Prints the moves that a settled graph knows, best first, with their scores backed up. False after telling that it has none. */
bool show_analysis(const BookGraph *graph, const Position *pos);
