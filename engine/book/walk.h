/* SPDX-License-Identifier: GPL-3.0-only */
/* walk.h - the positions of a book, found by playing from the start position.
 *
 * A book knows positions by keys from which nothing can be told. So all legal moves are tried, from the start position on, which a book for
 * Black need not know, and from each position that the book knows. A book that serves one side does not know what its opponent has to play
 * after a mistake: so all replies to the book's own moves are tried too, whether it knows the position between or not. A position and its
 * mirror image are one, and are found once; with colours changed it is another, as in the books of other programs, and in our own a twin of
 * the same entry. */
#pragma once

#include <stdatomic.h>
#include <stddef.h>

#include "engine/book/book_move.h"
#include "engine/board/position.h"

enum { WALK_DEEPEST = 200 }; /* plies from the start position */

/* A position's legal moves in a book, as book_moves() tells them. */
typedef int BookLookup(const void *book, const Position *pos, BookMove out[MAX_MOVES]);

typedef struct WalkNode {
    uint64_t key;  /* book_key.h, and the side to move */
    size_t parent; /* by which it was found; the first's is itself */
    int plies;
    Move move;  /* from there */
    bool known; /* to the book; else it knows what comes behind a reply */
    bool twin;  /* it is known, and so is one found before that is the same but for the colours */
} WalkNode;

typedef struct BookWalk {
    WalkNode *nodes; /* the start position first, each behind its parent; owned. None: the book knows neither it nor what a move leads to */
    size_t count, capacity, known; /* nodes, room for them, nodes known to the book, */
    size_t twins;                  /* and how many of these are twins */
    size_t *slots;                 /* a table of node numbers + 1 by key; owned */
    size_t slot_count;
} BookWalk;

/* False if memory is short, or when `stop` (or NULL) is set. To be cleared either way. */
bool book_walk(BookWalk *walk, BookLookup *lookup, const void *book, const atomic_bool *stop) __attribute__((warn_unused_result));
void walk_clear(BookWalk *walk);

/* The position of a node, by the way it was found. */
void walk_position(const BookWalk *walk, size_t node, Position *out);

#define WALK_NONE ((size_t)-1)

/* The node of a position or of its mirror image; WALK_NONE: it was not found. */
size_t walk_find(const BookWalk *walk, const Position *pos);

/* Of a position that is its own mirror image: of two moves that are mirror images the first is kept, with the weight of both. Returns
 * how many are left. */
int book_fold_mirrors(const Position *pos, BookMove *moves, int count);
