/* SPDX-License-Identifier: GPL-3.0-only */
/* draft.h - a book of our own format under construction, and its conversion to the bytes of a file
 * (hxb.h). */
#pragma once

#include "engine/base/why.h"
#include "engine/book/hxb.h"

typedef struct DraftMove {
    uint64_t key;
    uint8_t from, to; /* points in the book's view (book_key.h) */
    uint16_t weight;
    int16_t score;
    uint32_t order; /* order of addition */
} DraftMove;

typedef struct BookDraft {
    HxbOrigin origin; /* set by the caller */
    DraftMove *moves; /* owned */
    size_t count, capacity;
} BookDraft;

void draft_clear(BookDraft *draft);

/* Adds a legal move with a weight from 1 to 65535 and a score or SCORE_NONE. In a symmetric
 * position, a move and its mirror image are the same. If a move is added repeatedly, the last
 * addition counts. Returns false if an allocation fails. */
bool draft_add(BookDraft *draft, const Position *pos, const BookMove *move) __attribute__((warn_unused_result));

/* Adds all moves of a book, as stored, except those off the board. Returns false if an allocation
 * fails. */
bool draft_add_book(BookDraft *draft, const Hxb *hxb) __attribute__((warn_unused_result));

/* Adds the positions of another draft that this draft lacks, with all their moves. Settles both drafts.
 * Returns false if an allocation fails. */
bool draft_merge(BookDraft *draft, BookDraft *other) __attribute__((warn_unused_result));

/* Sorts the moves. Of several duplicates, only the one added last is kept. */
void draft_settle(BookDraft *draft);

/* Return the number of positions, and the size of the book in bytes, for a settled draft. */
size_t draft_positions(const BookDraft *draft);
size_t draft_size(const BookDraft *draft);

/* Appends the bytes of the book, which do not depend on the order of addition. Settles the draft.
 * Returns false if an allocation fails. */
bool draft_pack(BookDraft *draft, Text *bytes);
