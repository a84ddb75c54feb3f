/* SPDX-License-Identifier: GPL-3.0-only */
/* import.h - reads books of any format into a draft of our own. */
#pragma once

#include <stdatomic.h>

#include "engine/book/book.h"
#include "engine/book/draft.h"

typedef struct TakeTally {
    size_t moves, taken; /* moves in the file, and those represented in the draft, including
                          * mirror images and twins (walk.h) that agree with an entry */
} TakeTally;

typedef struct TakeOptions {
    const char *words;       /* path of the words for .obk books
                              * (obk.h); NULL: such books cannot be read */
    const atomic_bool *stop; /* borrowed; set to stop reading */
    TakeTally *tally;        /* totals over all books of other programs */
} TakeOptions;

/* Adds a book to an empty draft: all of it if the book is ours, otherwise what can be reached from
 * the start position (walk.h). `path` names a book of our own, a BOOK.DAT, an .obk, or is the word
 * built-in. On failure returns false with the reason, which is empty if it was stopped. */
bool take_any_book(BookDraft *draft, const char *path, const TakeOptions *options, Text *why) __attribute__((warn_unused_result));

/* Opens a book for lookups: a file of ours, a BOOK.DAT, or the word built-in. On failure returns
 * NULL with the reason. */
Book *book_named(const char *name, Text *why) __attribute__((warn_unused_result));

/* Makes a book of everything in a settled draft. On failure returns NULL with the reason. */
Book *book_of_draft(BookDraft *draft, Text *why) __attribute__((warn_unused_result));
