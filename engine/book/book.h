/* SPDX-License-Identifier: GPL-3.0-only */
/* book.h - opening books of either kind, told apart by their content: our own (hxb.h) and ElephantEye's (bookdat.h).
 *
 * Nothing in a file is trusted: a damaged one is refused, and only legal moves are handed out. */
#pragma once

#include "engine/base/text.h"
#include "engine/book/book_move.h"
#include "engine/book/hxb.h"

typedef struct Book Book;

/* Takes over `bytes` (from malloc), also on failure. NULL with the reason when they are no book or memory is short. */
Book *book_from_bytes(unsigned char *bytes, size_t size, Text *why);

enum { BOOK_LARGEST = 1 << 28 }; /* bytes of a file */

/* Reads a whole file. NULL with the reason when that fails. */
Book *book_open(const char *path, Text *why);

/* The book inside the program, looked at like a file, which takes a part of a millisecond. NULL with the reason, or without one if there
 * is none. */
Book *book_built_in(Text *why);

void book_free(Book *book);

/* The position's legal moves in the book, heaviest first, each once. Returns their number. */
int book_moves(const Book *book, const Position *pos, BookMove out[MAX_MOVES]);
int book_lookup(const void *book, const Position *pos, BookMove out[MAX_MOVES]); /* the same, for walk.h */

/* How many moves it has, those among them that no game comes to. */
size_t book_records(const Book *book);

/* Of a book of our own; NULL for another. Its weights are odds, those of others are counts or judgements. */
const Hxb *book_hxb(const Book *book);
