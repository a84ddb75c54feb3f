/* SPDX-License-Identifier: GPL-3.0-only */
/* import.h - reads books of any format, and the commands `import` and `merge`, which write them as
 * one book of our own. */
#pragma once

#include "bench/book/command.h"
#include "engine/book/book.h"
#include "engine/book/draft.h"
#include "engine/book/walk.h"

/* Opens a book for lookups: a file of ours, a BOOK.DAT, or the word built-in. On failure returns
 * NULL with the reason. */
Book *book_named(const char *name, Text *why) __attribute__((warn_unused_result));

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
