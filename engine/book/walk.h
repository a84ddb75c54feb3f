/* SPDX-License-Identifier: GPL-3.0-only */
/* walk.h - finds the positions of a book by playing from the start position.
 *
 * A book stores positions by keys, which cannot be reversed. So all legal moves are tried from the
 * start position, which a book for Black need not contain, and from each position in the book. A
 * book made for one side need not list the opponent's mistakes, although it answers them. So all
 * replies to the book's own moves are tried too, whether or not the position in between is in the
 * book. A position and its mirror image are the same and are found once. The position with exchanged
 * colours is a different one, as in books of other programs; in our own format it is a twin that
 * shares the entry. */
#pragma once

#include <stdatomic.h>
#include <stddef.h>

#include "engine/book/book_move.h"
#include "engine/board/position.h"

enum { WALK_DEEPEST = 200 }; /* maximum plies from the start position */

/* Lists a position's legal moves in a book, as book_moves() does. */
typedef int BookLookup(const void *book, const Position *pos, BookMove out[MAX_MOVES]);

typedef struct WalkNode {
    uint64_t key;  /* key as in book_key.h, combined with the side to move */
    size_t parent; /* node from which it was found; the first node is its own parent */
    int plies;
    Move move;  /* move from the parent */
    bool known; /* true if the position is in the book; otherwise only a position after one of the replies is */
    bool twin;  /* true if an earlier node, also in the book, differs only in colours */
} WalkNode;

typedef struct BookWalk {
    /* Nodes; owned. The start position comes first, and each node comes after its parent. Empty if the
     * book contains neither the start position nor any position after one move. */
    WalkNode *nodes;
    size_t count, capacity, known; /* number of nodes, room for nodes, number of nodes in the book */
    size_t twins;                  /* number of nodes in the book that are twins */
    size_t *slots;                 /* owned: hash table of node index + 1 by key */
    size_t slot_count;
} BookWalk;

/* Walks the book. Returns false if an allocation fails or *stop is set; stop may be NULL. The walk must
 * be cleared in either case. */
bool book_walk(BookWalk *walk, BookLookup *lookup, const void *book, const atomic_bool *stop) __attribute__((warn_unused_result));
void walk_clear(BookWalk *walk);

/* Reconstructs the position of a node by the moves that led to it. */
void walk_position(const BookWalk *walk, size_t node, Position *out);

#define WALK_NONE ((size_t)-1)

/* Returns the node of a position or of its mirror image, or WALK_NONE if it was not found. */
size_t walk_find(const BookWalk *walk, const Position *pos);

/* In a symmetric position, merges moves that are mirror images of each other: keeps the first, with the
 * combined weight. Returns the number of moves left. */
int book_fold_mirrors(const Position *pos, BookMove *moves, int count);
