/* SPDX-License-Identifier: GPL-3.0-only */
/* book.h - opening books of three formats, recognised by content: our own (hxb.h), ElephantEye's
 * (bookdat.h) and text (booktext.h).
 *
 * Files are not trusted: damaged ones are rejected, and only legal moves are returned. */
#pragma once

#include "engine/base/text.h"
#include "engine/book/book_move.h"
#include "engine/book/hxb.h"

typedef struct Book Book;

typedef enum BookKind { BOOK_HXB, BOOK_DAT, BOOK_TEXT } BookKind; /* the formats, in this order */

/* Creates a book from bytes allocated by malloc, and takes ownership of them, even on failure. Returns
 * NULL with the reason if they are not a book or an allocation fails. */
Book *book_from_bytes(unsigned char *bytes, size_t size, Text *why);

enum { BOOK_LARGEST = 1 << 28 }; /* maximum size of a file in bytes */

/* Reads a whole file. Returns NULL with the reason on failure. */
Book *book_open(const char *path, Text *why);

/* Opens the book that is part of the program. It is checked like a file, which takes less than a
 * millisecond. Returns NULL with the reason on failure, or without a reason if the program contains no
 * book. */
Book *book_built_in(Text *why);

void book_free(Book *book);

/* Lists the legal moves of the position in the book, each once, in descending order of weight.
 * Returns their number. */
int book_moves(const Book *book, const Position *pos, BookMove out[MAX_MOVES]);
int book_lookup(const void *book, const Position *pos, BookMove out[MAX_MOVES]); /* does the same; for walk.h */

/* Returns the number of moves in the book, including those that no game can reach or that are not
 * legal. */
size_t book_records(const Book *book);

BookKind book_kind(const Book *book);

/* Returns the book if it is in our own format, whose weights are odds; NULL for a book of another
 * format, whose weights are counts or judgements. */
const Hxb *book_hxb(const Book *book);
