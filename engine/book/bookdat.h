/* SPDX-License-Identifier: GPL-3.0-only */
/* bookdat.h - reading opening books in ElephantEye's format, BOOK.DAT.
 *
 * A flat array of records of eight bytes, little-endian, in ascending order of the lock:
 *
 *     0  4  lock of the position (below)
 *     4  1  origin, 5  1  destination: 16 * (12 - rank) + 3 + file
 *     6  2  weight
 *
 * The lock is the third word of each zobrist triple that ElephantEye draws from an RC4 stream with
 * the key 00 00 00 00, first a triple for Black to move, then for each of 14 pieces (K A B N R C P of
 * Red, then of Black) on each of 256 squares. Of a position and its mirror image just one is stored.
 * Nothing here is trusted: a lock of 32 bits collides, so only legal moves are handed out. */
#pragma once

#include <stddef.h>

#include "engine/base/text.h"
#include "engine/book/book_move.h"
#include "engine/board/position.h"

enum { BOOKDAT_RECORD = 8, BOOKDAT_PIECES = 14, BOOKDAT_SQUARES = 256 };

typedef struct BookDat {
    uint32_t side; /* xored in when Black is to move */
    uint32_t piece[BOOKDAT_PIECES][BOOKDAT_SQUARES];
    const unsigned char *bytes; /* borrowed */
    size_t records;
} BookDat;

/* Looks at all of the bytes, and borrows them. False with the reason when they are no book. */
bool bookdat_init(BookDat *book, const unsigned char *bytes, size_t size, Text *why);

/* The position's legal moves in the book, heaviest first, each once. Returns their number. */
int bookdat_moves(const BookDat *book, const Position *pos, BookMove out[MAX_MOVES]);

/* The lock of a position, for makers of books. */
uint32_t bookdat_lock(const BookDat *book, const Position *pos);

/* The same for one that has no bytes: fills in what makes the locks. */
void bookdat_locks(BookDat *book);

/* The byte of a point, which others use too; and back: false if there is no such point. */
int bookdat_square(Square s);
bool bookdat_point(int index, Square *s);
