/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/choose.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/array.h"
#include "engine/base/contract.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"

typedef struct Place {
    double price;
    int node;
} Place;

static int compare_places(const void *a, const void *b)
{
    const Place *x = a, *y = b;
    if (x->price != y->price)
        return x->price < y->price ? -1 : 1;
    return x->node - y->node;
}

void choices_clear(Choices *choices)
{
    free(choices->list);
    *choices = (Choices){0};
}

/* Inserts a move into the list, which is sorted by loss, if the move is within the margin. */
static void insert(Choice *choice, const BookGraph *g, Move move, Score score)
{
    const GraphNode *node = &g->nodes[choice->node];
    const int loss = node->value - score;
    int at = choice->count < CHOICE_MOVES ? choice->count : CHOICE_MOVES - 1;
    if (loss > graph_margin(g, node) || (choice->count == CHOICE_MOVES && choice->moves[at].loss <= loss))
        return;
    for (; at > 0 && choice->moves[at - 1].loss > loss; at--)
        choice->moves[at] = choice->moves[at - 1];
    choice->moves[at].move = move;
    choice->moves[at].score = score;
    choice->moves[at].loss = loss;
    choice->count += choice->count < CHOICE_MOVES;
}

static Choice choose_at(const BookGraph *g, int number, const ChooseOptions *o)
{
    const GraphNode *node = &g->nodes[number];
    Choice choice = {.node = number};
    if (node->rest != MOVE_NONE && !o->tried)
        insert(&choice, g, node->rest, node->rest_score);
    for (int e = node->edges; e >= 0; e = g->arcs[e].next)
        if (g->arcs[e].child != NO_NODE)
            insert(&choice, g, g->arcs[e].move, graph_score(g, &g->arcs[e]));
    if (choice.count == 0 && node->rest != MOVE_NONE && graph_covers(g, number))
        insert(&choice, g, node->rest, node->rest_score);
    return choice;
}

/* ---- reachable positions ---- */

enum { BATCH = 32, NOWHERE = -1 };

/* The positions in order of price, and those reachable through the positions taken so far. */
typedef struct Chooser {
    const BookGraph *g;
    const ChooseOptions *o;
    int *nodes, *ranks; /* node by rank, and rank by node; NOWHERE if
                         * no book, however large, reaches the node */
    bool *up;           /* by node: true if it is reachable */
    int *heap;          /* binary heap of the ranks that are reachable and not yet taken, lowest rank first */
    size_t heap_count;
    size_t bytes; /* size of the positions taken so far */
} Chooser;

static void push(Chooser *c, int rank)
{
    size_t at = c->heap_count++;
    for (; at > 0 && c->heap[(at - 1) / 2] > rank; at = (at - 1) / 2)
        c->heap[at] = c->heap[(at - 1) / 2];
    c->heap[at] = rank;
}

static void drop_least(Chooser *c)
{
    const int last = c->heap[--c->heap_count];
    size_t at = 0;
    for (size_t below; (below = 2 * at + 1) < c->heap_count; at = below) {
        below += below + 1 < c->heap_count && c->heap[below + 1] < c->heap[below];
        if (c->heap[below] >= last)
            break;
        c->heap[at] = c->heap[below];
    }
    c->heap[at] = last;
}

static void add_position(Chooser *c, const Position *pos)
{
    const int node = graph_find(c->g, pos);
    if (node == NO_NODE || c->up[node] || c->ranks[node] == NOWHERE)
        return;
    c->up[node] = true;
    push(c, c->ranks[node]);
}

/* Adds every position that the opponent can reach, whatever move it plays. */
static void add_replies(Chooser *c, const Position *pos)
{
    MoveList legal = {0};
    legal_moves(pos, &legal);
    for (int i = 0; i < legal.count; i++) {
        Position after = *pos;
        Undo undo;
        position_make(&after, legal.moves[i], &undo);
        add_position(c, &after);
    }
}

static void add_what_follows(Chooser *c, const Choice *choice)
{
    Position pos;
    graph_position(c->g, choice->node, &pos);
    for (int i = 0; i < choice->count; i++) {
        Position after = pos;
        Undo undo;
        position_make(&after, choice->moves[i].move, &undo);
        add_replies(c, &after);
    }
}

static bool rank_places(Chooser *c)
{
    const BookGraph *g = c->g;
    Place *places = malloc(g->node_count * sizeof *places);
    int count = 0;
    for (size_t i = 0; places && i < g->node_count; i++) {
        const GraphNode *node = &g->nodes[i];
        c->ranks[i] = NOWHERE;
        if (node->price[OF_MOVER] < INFINITY)
            places[count++] = (Place){graph_covers(g, (int)i) ? node->plies : node->price[OF_MOVER], (int)i};
    }
    if (places)
        qsort(places, (size_t)count, sizeof *places, compare_places);
    for (int rank = 0; rank < count; rank++) {
        c->nodes[rank] = places[rank].node;
        c->ranks[places[rank].node] = rank;
    }
    free(places);
    return places != NULL;
}

static size_t bytes_of(const Choice *choice) { return choice->count > 0 ? HXB_POSITION + (size_t)choice->count * HXB_MOVE : 0; }

/* Takes up to `most` of the cheapest positions that fit into the book. Returns false if memory is
 * short. */
static bool take_batch(Chooser *c, size_t most, Choices *out)
{
    size_t bytes = c->bytes;
    for (size_t taken = 0; taken < most && c->heap_count > 0;) {
        const Choice choice = choose_at(c->g, c->nodes[c->heap[0]], c->o);
        bytes += bytes_of(&choice);
        if (bytes > (size_t)c->o->size)
            break;
        drop_least(c);
        if (choice.count == 0)
            continue;
        if (!array_grow(&out->list, &out->room, out->count + 1, sizeof *out->list))
            return false;
        out->list[out->count++] = choice;
        taken++;
    }
    return true;
}

/* Keeps the positions from `first` on and adds what is reachable from them. Drops those that have
 * no moves left, and those that no longer fit because the filter added moves. */
static void settle_batch(Chooser *c, size_t first, Choices *out)
{
    size_t kept = first;
    for (size_t i = first; i < out->count; i++) {
        if (out->list[i].count == 0 || c->bytes + bytes_of(&out->list[i]) > (size_t)c->o->size)
            continue;
        out->list[kept] = out->list[i];
        c->bytes += bytes_of(&out->list[kept]);
        add_what_follows(c, &out->list[kept++]);
    }
    out->count = kept;
}

static bool choose(Chooser *c, const ChoiceFilter *filter, Choices *out)
{
    Position start;
    graph_position(c->g, 0, &start);
    add_position(c, &start);
    add_replies(c, &start); /* the book must serve both sides */
    for (;;) {
        const size_t first = out->count;
        if (!take_batch(c, filter ? BATCH : 1, out))
            return false;
        if (out->count == first)
            return true;
        if (filter && !filter->keep(filter->self, out->list + first, out->count - first, c->bytes))
            return false;
        settle_batch(c, first, out);
    }
}

bool choose_moves(const BookGraph *g, const ChooseOptions *o, const ChoiceFilter *filter, Choices *out)
{
    assert(o->size >= 0);
    const size_t count = g->node_count;
    Chooser c = {.g = g, .o = o, .bytes = HXB_HEAD};
    c.nodes = malloc(count * sizeof *c.nodes);
    c.ranks = malloc(count * sizeof *c.ranks);
    c.heap = malloc(count * sizeof *c.heap);
    c.up = calloc(count, sizeof *c.up);
    const bool good = c.nodes && c.ranks && c.heap && c.up && rank_places(&c) && choose(&c, filter, out);
    free(c.nodes);
    free(c.ranks);
    free(c.heap);
    free(c.up);
    return good;
}

bool choices_write(const BookGraph *g, const Choices *choices, double temperature, BookDraft *draft)
{
    assert(g->node_count > 0 && temperature > 0);
    enum { FULL_WEIGHT = 1000 };
    bool good = true;
    for (size_t i = 0; i < choices->count; i++) {
        const Choice *choice = &choices->list[i];
        Position pos;
        graph_position(g, choice->node, &pos);
        for (int m = 0; good && m < choice->count; m++) {
            const double weight = fmax(1, FULL_WEIGHT * exp(-choice->moves[m].loss / temperature));
            const BookMove entry = {choice->moves[m].move, (int)lround(weight), choice->moves[m].score};
            good = draft_add(draft, &pos, &entry);
        }
    }
    return good;
}
