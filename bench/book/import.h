/* SPDX-License-Identifier: GPL-3.0-only */
/* import.h - reads books of any format, and the commands `import` and `merge`, which write them as
 * one book of our own. */
#pragma once

#include "bench/book/command.h"
#include "bench/book/obk.h"
#include "engine/book/book.h"
#include "engine/book/draft.h"
#include "engine/book/walk.h"

/* A book of any format, opened for lookups. */
typedef struct BookSource {
    Book *book; /* owned; NULL for a database, which has the next two */
    Obk obk;
    ObkWords *words; /* owned */
} BookSource;

/* Opens a book: a file of any format, or the word built-in. A database requires c->key_words. On failure
 * returns false with the reason, which is empty after Ctrl-C. Call book_source_close() in either
 * case. */
bool book_source_open(BookSource *source, const BookCommand *c, const char *name, Text *why) __attribute__((warn_unused_result));
void book_source_close(BookSource *source);

/* Looks up the moves of a position (a BookLookup for a BookSource). */
int book_source_lookup(const void *source, const Position *pos, BookMove out[MAX_MOVES]);

/* Returns the number of moves in the book, including those that no game can reach or that are not
 * legal. */
size_t book_source_moves(const BookSource *source);

/* All books of the command line as one book, and the positions that can be reached in it. */
typedef struct Imported {
    BookDraft draft;
    Book *book;
    BookWalk walk;
    size_t moves, taken; /* moves in the books of other programs, and those represented in the draft,
                          * including mirror images and twins (walk.h) that agree with an entry */
} Imported;

/* Reads the books. On failure returns false with the reason, which is empty after Ctrl-C. Call
 * imported_clear() in either case. */
bool imported_open(Imported *imported, const BookCommand *c, Text *why) __attribute__((warn_unused_result));
void imported_clear(Imported *imported);

/* Prints how many moves were dropped, if any. */
void imported_print_dropped(const Imported *imported);

/* Returns false with the reason if the output is also an input. */
bool import_check_files(const BookCommand *c, Text *why) __attribute__((warn_unused_result));

/* The commands. Return the exit status. */
int import_command(const BookCommand *c);
int merge_command(const BookCommand *c);
