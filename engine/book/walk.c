/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/book/walk.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/array.h"
#include "engine/base/contract.h"
#include "engine/board/makemove.h"
#include "engine/board/movegen.h"
#include "engine/book/book_key.h"

void walk_clear(BookWalk *walk)
{
    free(walk->nodes);
    free(walk->slots);
    *walk = (BookWalk){0};
}

/* Returns the slot of a key, or the empty slot for it. */
static size_t *book_walk_slot(const BookWalk *walk, uint64_t key)
{
    assert(walk->slot_count > 0 && (walk->slot_count & (walk->slot_count - 1)) == 0);
    size_t at = (size_t)key & (walk->slot_count - 1);
    while (walk->slots[at] && walk->nodes[walk->slots[at] - 1].key != key)
        at = (at + 1) & (walk->slot_count - 1);
    return &walk->slots[at];
}

/* Distinguishes a position from the one with exchanged colours. */
static const uint64_t black_to_move = 0x9E3779B97F4A7C15u;

static uint64_t book_walk_key(const Position *pos) { return book_view(pos).key ^ (pos->side == BLACK ? black_to_move : 0); }

static bool book_walk_grow_slots(BookWalk *walk)
{
    const size_t wanted = walk->slot_count ? 2 * walk->slot_count : 1024;
    size_t *slots = calloc(wanted, sizeof *slots);
    if (!slots)
        return false;
    free(walk->slots);
    walk->slots = slots;
    walk->slot_count = wanted;
    for (size_t i = 0; i < walk->count; i++)
        *book_walk_slot(walk, walk->nodes[i].key) = i + 1;
    return true;
}

static bool book_walk_add_node(BookWalk *walk, const WalkNode *node)
{
    if (2 * walk->count >= walk->slot_count && !book_walk_grow_slots(walk))
        return false;
    if (!array_grow(&walk->nodes, &walk->capacity, walk->count + 1, sizeof *walk->nodes))
        return false;
    const size_t other = *book_walk_slot(walk, node->key ^ black_to_move);
    *book_walk_slot(walk, node->key) = walk->count + 1;
    walk->nodes[walk->count] = *node;
    walk->nodes[walk->count++].twin = node->known && other > 0 && walk->nodes[other - 1].known;
    walk->known += node->known;
    walk->twins += walk->nodes[walk->count - 1].twin;
    return true;
}

size_t walk_find(const BookWalk *walk, const Position *pos)
{
    return walk->count > 0 ? *book_walk_slot(walk, book_walk_key(pos)) - 1 : WALK_NONE;
}

void walk_position(const BookWalk *walk, size_t node, Position *out)
{
    assert(node < walk->count);
    Move moves[WALK_DEEPEST];
    Undo undo;
    int plies = 0;
    for (; node != 0; node = walk->nodes[node].parent)
        moves[plies++] = walk->nodes[node].move;
    position_start(out);
    while (plies > 0)
        position_make(out, moves[--plies], &undo);
}

typedef struct BookSeeker {
    BookWalk *walk;
    BookLookup *lookup;
    const void *book;
} BookSeeker;

static bool seeker_has(const BookSeeker *w, const Position *pos)
{
    BookMove moves[MAX_MOVES];
    return w->lookup(w->book, pos, moves) > 0;
}

/* Returns true if, after some reply, the book contains a position that has not been found yet. */
static bool seeker_leads_on(const BookSeeker *w, Position *pos)
{
    MoveList replies = {0};
    bool found = false;
    legal_moves(pos, &replies);
    for (int i = 0; i < replies.count && !found; i++) {
        Undo undo;
        position_make(pos, replies.moves[i], &undo);
        found = walk_find(w->walk, pos) == WALK_NONE && seeker_has(w, pos);
        position_unmake(pos, &undo);
    }
    return found;
}

/* Lists the book's moves first, then all others. Returns the number of book moves. */
static int seeker_moves_to_try(const BookSeeker *w, const Position *pos, MoveList *out)
{
    BookMove known[MAX_MOVES];
    MoveList all = {0};
    const int count = w->lookup(w->book, pos, known);
    out->count = 0;
    for (int i = 0; i < count; i++)
        out->moves[out->count++] = known[i].move;
    legal_moves(pos, &all);
    for (int i = 0; i < all.count; i++)
        if (!move_list_has(out, all.moves[i]))
            out->moves[out->count++] = all.moves[i];
    return count;
}

static bool seeker_add_children(const BookSeeker *w, size_t parent)
{
    Position pos;
    MoveList moves;
    walk_position(w->walk, parent, &pos);
    const int own = seeker_moves_to_try(w, &pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Undo undo;
        position_make(&pos, moves.moves[i], &undo);
        if (walk_find(w->walk, &pos) == WALK_NONE) {
            const bool known = seeker_has(w, &pos);
            const WalkNode node = {book_walk_key(&pos), parent, w->walk->nodes[parent].plies + 1, moves.moves[i], known, false};
            if ((known || (i < own && seeker_leads_on(w, &pos))) && !book_walk_add_node(w->walk, &node))
                return false;
        }
        position_unmake(&pos, &undo);
    }
    return true;
}

bool book_walk(BookWalk *walk, BookLookup *lookup, const void *book, const atomic_bool *stop)
{
    Position start;
    const BookSeeker w = {walk, lookup, book};
    *walk = (BookWalk){0};
    position_start(&start);
    if (!book_walk_add_node(walk, &(WalkNode){.key = book_walk_key(&start), .known = seeker_has(&w, &start)}))
        return false;
    for (size_t i = 0; i < walk->count; i++)
        if ((stop && atomic_load(stop)) || (walk->nodes[i].plies < WALK_DEEPEST && !seeker_add_children(&w, i)))
            return false;
    if (walk->known == 0)
        walk_clear(walk);
    return true;
}

int book_fold_mirrors(const Position *pos, BookMove *moves, int count)
{
    assert(in_range(count, 0, MAX_MOVES));
    int left = 0;
    const bool symmetric = book_view(pos).symmetric;
    for (int i = 0; i < count; i++) {
        int image = 0;
        while (image < left && !(symmetric && moves[image].move == move_mirror(moves[i].move)))
            image++;
        if (image < left)
            moves[image].weight += moves[i].weight;
        else
            moves[left++] = moves[i];
    }
    return left;
}
