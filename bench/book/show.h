/* SPDX-License-Identifier: GPL-3.0-only */
/* show.h - which position is asked about, and what a book says of it, as lines for people. */
#pragma once

#include "engine/base/text.h"
#include "engine/book/book.h"

/* The position behind these moves, from that of the FEN, or NULL: the start, on. False with the reason. */
bool show_position(const char *fen, const char *const *moves, int count, Position *pos, Text *why) __attribute__((warn_unused_result));

/* Prints its moves, heaviest first, with share, weight and score. False after telling that it has none. */
bool show_book(const Book *book, const Position *pos);
