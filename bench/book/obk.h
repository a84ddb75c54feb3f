/* SPDX-License-Identifier: GPL-3.0-only */
/* obk.h - opening books of Chinese interfaces (.obk, .pfBook, .yfk), read and written with SQLite. If
 * the program was built without SQLite, the functions fail with a message that says what to install.
 *
 * A file is an SQLite database with one row per move, in the table `bhobk` (in .pfBook: `pfBook`):
 *
 *     id      counts from 1
 *     vkey    key of the position or its mirror image (see below). If the highest bit is set,
 *             the key is stored as the real number with the same 64 bits, a convention that
 *             comes from writers in Java; if that is not a number (NaN), as a negative integer
 *     vmove   origin * 256 + destination, points numbered as in BOOK.DAT. In .yfk books
 *             origin and destination are exchanged; the first moves show it
 *     vscore  value of the move: here its weight, up to OBK_HEAVIEST
 *     vwin, vdraw, vlost   numbers of games; 0 here
 *     vvalid  1 or NULL; 0 for a deleted move
 *     vmemo   comment; here the move's score in centipawns with its sign, if known
 *     vindex  0
 *
 * For reading, only vkey, vmove and vscore are required. */
#pragma once

#include <stdatomic.h>

#include "engine/base/text.h"
#include "engine/base/why.h"
#include "engine/book/book_rows.h"
#include "engine/book/bookdat.h"
#include "engine/book/walk.h"

/* ---- keys ---- */

/* A key is the exclusive or of 64-bit words: one for each piece, chosen from 14 kinds (K A B N R C
 * P of Red, then of Black) on 256 points numbered as in BOOK.DAT (bookdat.h), and one more if Red
 * is to move. The format's makers drew the words at random; no rule that generates them is known,
 * and this program does not contain them. They are read from a file that the user provides. All
 * published copies give the start position with Red to move the same key, which shows whether a
 * file holds the right words. */
#define OBK_START_KEY 0x628D04D7C9C144AEu /* key of the start position */

enum { OBK_WORDS = BOOKDAT_PIECES * BOOKDAT_SQUARES + 1 };

typedef struct ObkWords {
    uint64_t red; /* word for Red to move */
    uint64_t piece[BOOKDAT_PIECES][BOOKDAT_SQUARES];
} ObkWords;

/* Reads the words from any text: all numbers of 16 hexadecimal digits, with or without 0x. If their
 * number is wrong, all numbers that begin with 0x are used instead. The words of the pieces come in
 * order, with Red's word before or after them. Returns false with the reason if they are not the
 * right words. */
bool obk_words_from_text(ObkWords *words, const char *text, Text *why);

/* Like obk_words_from_text(), for a file. */
bool obk_words_read(ObkWords *words, const char *path, Text *why);

uint64_t obk_key(const ObkWords *words, const Position *pos);

/* ---- databases ---- */

#define OBK_MAGIC "SQLite format 3"

enum { OBK_HEAVIEST = 1 << 29 };

typedef struct Obk {
    const ObkWords *words; /* borrowed */
    BookRows rows;         /* rows sorted by obk_key() */
    size_t moves;          /* number of moves in the database; some have two rows here */
} Obk;

/* Reads a database of these three kinds; deleted moves and moves off the board are skipped. Modifies
 * `bytes`. Returns false with the reason if the file is damaged, lacks a column, or an allocation
 * fails; without a reason if `stop` (may be NULL) was set. Call obk_clear() in either case. */
bool obk_read(Obk *book, unsigned char *bytes, size_t size, const ObkWords *words, const atomic_bool *stop, Text *why)
    __attribute__((warn_unused_result));
void obk_clear(Obk *book);

/* Looks up the moves of a position (a BookLookup for an Obk). Entries of the position and of its mirror
 * image are merged; if both contain a move, the heavier entry is used. */
int obk_moves(const void *book, const Position *pos, BookMove out[MAX_MOVES]);

/* Appends to *bytes a database with the moves of all positions of the walk. On failure returns
 * false with the reason. */
bool obk_write(Text *bytes, const ObkWords *words, const BookWalk *walk, BookLookup *lookup, const void *book, Text *why)
    __attribute__((warn_unused_result));

/* Returns true if this program can read and write such books, otherwise false with the reason. */
bool obk_is_known(Text *why);
