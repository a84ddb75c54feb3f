/* SPDX-License-Identifier: GPL-3.0-only */
/* obk.h - opening books of Chinese interfaces (.obk), by SQLite. Without it at build time these say what to install.
 *
 * A file is an SQLite database with the table `bhobk`, a row for each move:
 *
 *     id      counted from 1
 *     vkey    of the position or its mirror image (obk_words.h). A key whose highest bit is set stands as the real number that has the
 *             same 64 bits, as writers in Java began it; where that is no number, as a negative integer
 *     vmove   origin * 256 + destination, points numbered as in BOOK.DAT
 *     vscore  what the move is worth: weights here, up to OBK_HEAVIEST
 *     vwin, vdraw, vlost   games; 0 here
 *     vvalid  1, or nothing; 0: a move that was taken out
 *     vmemo   a remark; here the move's score in centipawns with its sign, if there is one
 *     vindex  0
 *
 * Of a file that is read, vkey, vmove and vscore alone are needed. */
#pragma once

#include <stdatomic.h>

#include "bench/book/obk_words.h"
#include "engine/base/text.h"
#include "engine/book/walk.h"

#define OBK_MAGIC "SQLite format 3"

enum { OBK_HEAVIEST = 1 << 29 };

typedef struct ObkRow {
    uint64_t key;
    Move move;
    int weight;
    int16_t score; /* or SCORE_NONE */
} ObkRow;

typedef struct Obk {
    const ObkWords *words; /* borrowed */
    ObkRow *rows;          /* owned, by key */
    size_t count, capacity;
    size_t moves; /* in the database: some stand in two rows here */
} Obk;

/* Takes in a database; moves that are taken out or that no board has are left out. Changes the bytes. False with the reason: it is damaged,
 * has other columns, memory is short; without one when `stop` (or NULL) was set. To be cleared either way. */
bool obk_read(Obk *book, unsigned char *bytes, size_t size, const ObkWords *words, const atomic_bool *stop, Text *why)
    __attribute__((warn_unused_result));
void obk_clear(Obk *book);

/* A BookLookup of an Obk. What it knows of a position and of its mirror image is joined: of a move that both have, the heavier counts. */
int obk_moves(const void *book, const Position *pos, BookMove out[MAX_MOVES]);

/* Adds the bytes of a database with the moves of all positions of a walk. False with the reason. */
bool obk_write(Text *bytes, const ObkWords *words, const BookWalk *walk, BookLookup *lookup, const void *book, Text *why)
    __attribute__((warn_unused_result));

/* Can this program read and write such books? Else false with the reason. */
bool obk_is_known(Text *why);
