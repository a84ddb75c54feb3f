/* SPDX-License-Identifier: GPL-3.0-only */
/* bookdat.h - reads opening books in ElephantEye's format, BOOK.DAT.
 *
 * The file is an array of records of eight bytes, little-endian, in ascending order of the lock:
 *
 *     0  4  lock of the position (below)
 *     4  1  origin, 5  1  destination: 16 * (12 - rank) + 3 + file
 *     6  2  weight
 *
 * The lock is the XOR of the third words of Zobrist triples that ElephantEye draws from an RC4
 * stream with the key 00 00 00 00: first a triple for Black to move, then one for each of 14 pieces
 * (K A B N R C P of Red, then of Black) on each of 256 squares. Only one of a position and its
 * mirror image is stored. Files are not trusted: locks of 32 bits collide, so only legal moves are
 * returned. */
#pragma once

#include <stddef.h>

#include "engine/base/text.h"
#include "engine/book/book_move.h"
#include "engine/board/position.h"

enum { BOOKDAT_RECORD = 8, BOOKDAT_PIECES = 14, BOOKDAT_SQUARES = 256 };

typedef struct BookDat {
    uint32_t side; /* part of the lock if Black is to move */
    uint32_t piece[BOOKDAT_PIECES][BOOKDAT_SQUARES];
    const unsigned char *bytes; /* borrowed */
    size_t records;
} BookDat;

/* Checks all of the bytes, and borrows them. Returns false with the reason if they are not a book. */
bool bookdat_init(BookDat *book, const unsigned char *bytes, size_t size, Text *why);

/* Lists the legal moves of the position in the book, each once, in descending order of weight.
 * Returns their number. */
int bookdat_moves(const BookDat *book, const Position *pos, BookMove out[MAX_MOVES]);

/* Returns the lock of a position, for programs that write books. */
uint32_t bookdat_lock(const BookDat *book, const Position *pos);

/* Fills in the lock tables only, for a book without bytes. */
void bookdat_locks(BookDat *book);

/* Convert between a square and its byte, which other formats use too. bookdat_point() returns false
 * if there is no such square. */
int bookdat_square(Square s);
bool bookdat_point(int index, Square *s);
