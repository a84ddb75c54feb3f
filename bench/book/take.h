/* SPDX-License-Identifier: GPL-3.0-only */
/* take.h - books of any kind, taken into a draft of our own. */
#pragma once

#include <stdatomic.h>

#include "engine/book/book.h"
#include "engine/book/draft.h"

typedef struct TakeTally {
    size_t moves, taken; /* in the file; and those that the draft has, mirror images and twins (walk.h) that say the same among them */
} TakeTally;

typedef struct TakeOptions {
    const char *words;       /* a file (obk_words.h); NULL: none, and .obk books cannot be read */
    const atomic_bool *stop; /* borrowed; set: nothing more is taken */
    TakeTally *tally;        /* of books of other programs, added up */
} TakeOptions;

/* Adds what a book knows to an empty draft: of ours all of it, of others what can be reached from the start position (walk.h). `path` is
 * ours, BOOK.DAT, .obk, or the word built-in. False with the reason, which is empty if it was stopped. */
bool take_any_book(BookDraft *draft, const char *path, const TakeOptions *options, Text *why) __attribute__((warn_unused_result));

/* A book to look positions up in: a file of ours or BOOK.DAT, or the word built-in. NULL with the reason. */
Book *book_named(const char *name, Text *why) __attribute__((warn_unused_result));

/* A book of all that is in a draft, which is settled. NULL with the reason. */
Book *book_of_draft(BookDraft *draft, Text *why) __attribute__((warn_unused_result));
