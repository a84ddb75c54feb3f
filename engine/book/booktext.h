/* SPDX-License-Identifier: GPL-3.0-only */
/* booktext.h - reads opening books that are text, the BOOK.DAT of Binghe and Harmless. Each line has
 * a move, its weight and the position:
 *
 *     b2e2 5895 rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
 *
 * Lines come in any order. A position and its mirror image may both be listed; here they are one entry.
 * A move with the weight 0 is left out. */
#pragma once

#include "engine/book/book_rows.h"

enum { BOOKTEXT_HEAVIEST = 1 << 29 };

/* Returns true if the bytes begin with a line that has a move and another word. ElephantEye's BOOK.DAT
 * files never begin in this way. */
bool booktext_begins(const unsigned char *bytes, size_t size);

/* Reads a text of `size` bytes and a terminator, which it modifies, and sorts the rows. A row has the
 * key (position.h) of the position or of its mirror image, whichever is smaller. Returns false with the
 * reason if a line has another form or an allocation fails. Call book_rows_clear() in either case. */
bool booktext_read(BookRows *book, char *text, size_t size, Text *why) __attribute__((warn_unused_result));
