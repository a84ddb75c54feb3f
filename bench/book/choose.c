/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/choose.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/array.h"

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

/* Puts a move where it belongs, if it is near the best. */
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

/* Takes the places in their order until the book is full. */
static bool take_places(const BookGraph *g, const Place *places, size_t count, const ChooseOptions *o, Choices *out)
{
    size_t size = HXB_HEAD;
    for (size_t i = 0; i < count; i++) {
        const Choice choice = choose_at(g, places[i].node, o);
        if (choice.count == 0)
            continue;
        size += HXB_POSITION + (size_t)choice.count * HXB_MOVE;
        if (size > (size_t)o->size)
            break;
        if (!array_grow(&out->list, &out->room, out->count + 1, sizeof *out->list))
            return false;
        out->list[out->count++] = choice;
    }
    return true;
}

bool choose_moves(const BookGraph *g, const ChooseOptions *o, Choices *out)
{
    Place *places = malloc(g->node_count * sizeof *places);
    size_t count = 0;
    if (!places)
        return false;
    for (size_t i = 0; i < g->node_count; i++) {
        const GraphNode *node = &g->nodes[i];
        if (node->price[OF_MOVER] < INFINITY)
            places[count++] = (Place){graph_covers(g, (int)i) ? node->plies : node->price[OF_MOVER], (int)i};
    }
    qsort(places, count, sizeof *places, compare_places);
    const bool good = take_places(g, places, count, o, out);
    free(places);
    return good;
}

bool choices_write(const BookGraph *g, const Choices *choices, const ChooseOptions *o, BookDraft *draft)
{
    enum { FULL_WEIGHT = 1000 };
    bool good = true;
    for (size_t i = 0; i < choices->count; i++) {
        const Choice *choice = &choices->list[i];
        Position pos;
        graph_position(g, choice->node, &pos);
        for (int m = 0; good && m < choice->count; m++) {
            const double weight = FULL_WEIGHT * exp(-choice->moves[m].loss / o->temperature);
            const BookMove entry = {choice->moves[m].move, (int)lround(fmax(1, weight)), choice->moves[m].score};
            good = draft_add(draft, &pos, &entry);
        }
    }
    return good;
}
