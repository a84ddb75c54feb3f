/* SPDX-License-Identifier: GPL-3.0-only */
/* book_rows.h - the moves of another program's book in memory, sorted by the key of their position. */
#pragma once

#include "engine/base/text.h"
#include "engine/book/book_move.h"
#include "engine/board/position.h"

typedef struct BookRow {
    uint64_t key;
    Move move;     /* any two points; look-ups return the move only where it is legal */
    int weight;    /* at least 1 */
    int16_t score; /* SCORE_NONE if unknown */
} BookRow;

typedef struct BookRows {
    BookRow *rows; /* owned */
    size_t count, capacity;
} BookRows;

/* Adds a row. Returns false if an allocation fails. */
bool book_rows_add(BookRows *book, BookRow row) __attribute__((warn_unused_result));

/* Sorts the rows, which must be done before look-ups. Of several rows with the same key and move, only
 * the heaviest is kept. */
void book_rows_sort(BookRows *book);
void book_rows_clear(BookRows *book);

/* Lists the legal moves of a position, each once, in descending order of weight. `key` is the key of
 * the position, `mirrored` that of its mirror image. The entries of both are merged; if both contain a
 * move, the heavier entry is used. Returns the number of moves. */
int book_rows_moves(const BookRows *book, const Position *pos, uint64_t key, uint64_t mirrored, BookMove out[MAX_MOVES]);
