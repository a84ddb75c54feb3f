/* SPDX-License-Identifier: GPL-3.0-only */
/* draft.h - a book of our own while it is put together, and its way into a file (hxb.h). */
#pragma once

#include "engine/base/why.h"
#include "engine/book/hxb.h"

typedef struct DraftMove {
    uint64_t key;
    uint8_t from, to; /* points of the book's view (book_key.h) */
    uint16_t weight;
    int16_t score;
    uint32_t order; /* in which it was added */
} DraftMove;

typedef struct BookDraft {
    HxbOrigin origin; /* the caller's to set */
    DraftMove *moves; /* owned */
    size_t count, capacity;
} BookDraft;

void draft_clear(BookDraft *draft);

/* Adds a legal move, of a weight from 1 to 65535 and a score or SCORE_NONE; its mirror image is the same move where the position is
 * its own mirror image. What is added of a move last counts. False if memory is short. */
bool draft_add(BookDraft *draft, const Position *pos, const BookMove *move) __attribute__((warn_unused_result));

/* Adds all that a book holds, as it is stored, but what names no points of the board. False if memory is short. */
bool draft_add_book(BookDraft *draft, const Hxb *hxb) __attribute__((warn_unused_result));

/* Adds the positions of another draft that this one does not know, with all their moves. Settles both. False if memory is short. */
bool draft_merge(BookDraft *draft, BookDraft *other) __attribute__((warn_unused_result));

/* Sorts the moves, and drops all but the last of those that are the same. */
void draft_settle(BookDraft *draft);

/* Of a settled draft: positions, and the bytes of the book. */
size_t draft_positions(const BookDraft *draft);
size_t draft_size(const BookDraft *draft);

/* The same bytes for the same moves, in whatever order they were added. Settles the draft. False if memory is short. */
bool draft_pack(BookDraft *draft, Text *bytes);
