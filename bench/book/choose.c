/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/choose.h"

#include <math.h>
#include <stdlib.h>

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

static bool add_move(const GraphNode *node, const Position *pos, Move move, Score score, const ChooseOptions *o, BookDraft *draft)
{
    enum { FULL_WEIGHT = 1000 };
    const int loss = node->value - score;
    if (loss > o->margin)
        return true;
    const BookMove entry = {.move = move, .weight = (int)lround(fmax(1, FULL_WEIGHT * exp(-loss / o->temperature))), .score = score};
    return draft_add(draft, pos, &entry);
}

static bool add_place(const BookGraph *g, int number, const ChooseOptions *o, BookDraft *draft)
{
    const GraphNode *node = &g->nodes[number];
    Position pos;
    graph_position(g, number, &pos);
    if (node->rest != MOVE_NONE && !add_move(node, &pos, node->rest, node->rest_score, o, draft))
        return false;
    for (int e = node->edges; e >= 0; e = g->arcs[e].next)
        if (g->arcs[e].child != NO_NODE && !add_move(node, &pos, g->arcs[e].move, -g->nodes[g->arcs[e].child].value, o, draft))
            return false;
    return true;
}

bool choose_book(const BookGraph *g, const ChooseOptions *o, BookDraft *draft, Text *why)
{
    Place *places = malloc(g->node_count * sizeof *places);
    size_t count = 0, size = HXB_HEAD;
    bool good = places;
    for (size_t i = 0; good && i < g->node_count; i++)
        if (g->nodes[i].price[OF_MOVER] < INFINITY)
            places[count++] = (Place){g->nodes[i].price[OF_MOVER], (int)i};
    if (good)
        qsort(places, count, sizeof *places, compare_places);
    for (size_t i = 0; good && i < count; i++) {
        const size_t had = draft->count;
        good = add_place(g, places[i].node, o, draft);
        size += draft->count > had ? HXB_POSITION + (draft->count - had) * HXB_MOVE : 0;
        if (size > (size_t)o->size) {
            draft->count = had;
            break;
        }
    }
    free(places);
    return good || why_no_memory(why);
}
