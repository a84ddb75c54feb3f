/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/weights.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/contract.h"
#include "engine/board/makemove.h"

/* A position of the book. In the list, it comes before all positions that it leads to. */
typedef struct Weighed {
    Choice *choice;
    int behind[CHOICE_MOVES]; /* node after each move; NO_NODE if no other move leads there */
} Weighed;

typedef struct Weigher {
    const BookGraph *g;
    const WeighOptions *options;
    Weighed *list; /* in the order of g->order */
    size_t count;
    double *mass;  /* by node: expected frequency */
    double *worth; /* by node: contribution to the objective; for inner
                    * nodes only, since that of an end follows from its mass */
    bool *inner;   /* by node: true if the book continues there */
} Weigher;

/* Mass of positions that occur only after moves outside the book. They get weights too, but are
 * negligible compared with the others. */
static const double SELDOM = 1e-9;

/* Fills w->list. Returns false if memory is short. */
static bool put_in_order(Weigher *w, Choices *choices)
{
    const BookGraph *g = w->g;
    size_t *place = calloc(g->node_count, sizeof *place); /* by node: its place in the order */
    Choice **of = calloc(g->node_count, sizeof *of);      /* by node: its choice */
    const bool good = place && of;
    for (size_t i = 0; good && i < g->node_count; i++)
        place[g->order[i]] = i;
    for (size_t i = 0; good && i < choices->count; i++) {
        of[choices->list[i].node] = &choices->list[i];
        w->inner[choices->list[i].node] = true;
    }
    for (size_t i = 0; good && i < g->node_count; i++) {
        Weighed *weighed = &w->list[w->count];
        Position pos;
        if (!of[g->order[i]])
            continue;
        weighed->choice = of[g->order[i]];
        graph_position(g, weighed->choice->node, &pos);
        for (int m = 0; m < weighed->choice->count; m++) {
            Position after = pos;
            Undo undo;
            position_make(&after, weighed->choice->moves[m].move, &undo);
            const int node = graph_find(g, &after);
            /* A move added by a filter may lead back to an earlier position. */
            weighed->behind[m] = node != NO_NODE && place[node] > i ? node : NO_NODE;
        }
        w->count++;
    }
    free(place);
    free(of);
    return good;
}

static double share_of(const Choice *choice, int move)
{
    double sum = 0;
    for (int m = 0; m < choice->count; m++)
        sum += choice->moves[m].weight;
    return choice->moves[move].weight / sum;
}

/* Computes how often each position occurs. */
static void count_mass(Weigher *w)
{
    for (size_t i = 0; i < w->g->node_count; i++)
        w->mass[i] = 0;
    for (size_t i = 0; i < w->count; i++)
        w->mass[w->list[i].choice->node] = SELDOM;
    w->mass[0] = 1;
    for (size_t i = 0; i < w->count; i++) {
        const Choice *choice = w->list[i].choice;
        for (int m = 0; m < choice->count; m++)
            if (w->list[i].behind[m] != NO_NODE)
                w->mass[w->list[i].behind[m]] += w->mass[choice->node] * share_of(choice, m);
    }
}

/* Returns the value of a move: what its end, or the average of the ends after it, adds to the
 * entropy, minus the cost of the move. */
static double worth_of(const Weigher *w, const Weighed *weighed, int move)
{
    const Choice *choice = weighed->choice;
    const int node = weighed->behind[move];
    const double cost = (choice->moves[move].loss - w->options->ply) / w->options->temperature;
    if (node == NO_NODE)
        return -log(w->mass[choice->node] * share_of(choice, move)) - cost;
    return (w->inner[node] ? w->worth[node] : -log(w->mass[node])) - cost;
}

/* Performs one step of the optimisation in all positions, from the ends backwards. */
static void climb(Weigher *w)
{
    static const double RATE = 0.3, LEAST = 1e-6;
    for (size_t i = w->count; i-- > 0;) {
        Choice *choice = w->list[i].choice;
        double worths[CHOICE_MOVES], mean = 0, most = -INFINITY, best = 0;
        for (int m = 0; m < choice->count; m++) {
            worths[m] = worth_of(w, &w->list[i], m);
            mean += worths[m] * share_of(choice, m);
            most = fmax(most, worths[m]);
        }
        w->worth[choice->node] = mean;
        for (int m = 0; m < choice->count; m++) {
            choice->moves[m].weight *= exp(RATE * (worths[m] - most));
            best = fmax(best, choice->moves[m].weight);
        }
        for (int m = 0; m < choice->count; m++)
            choice->moves[m].weight = fmax(choice->moves[m].weight / best, LEAST);
    }
}

bool choices_weigh(const BookGraph *g, Choices *choices, const WeighOptions *options)
{
    assert(options->temperature > 0);
    enum { STEPS = 300 };
    Weigher w = {.g = g, .options = options};
    w.list = calloc(choices->count + 1, sizeof *w.list);
    w.mass = calloc(g->node_count, sizeof *w.mass);
    w.worth = calloc(g->node_count, sizeof *w.worth);
    w.inner = calloc(g->node_count, sizeof *w.inner);
    const bool good = w.list && w.mass && w.worth && w.inner && put_in_order(&w, choices);
    for (size_t i = 0; good && i < choices->count; i++)
        for (int m = 0; m < choices->list[i].count; m++)
            choices->list[i].moves[m].weight = 1;
    for (int step = 0; good && step < STEPS; step++) {
        count_mass(&w);
        climb(&w);
    }
    free(w.list);
    free(w.mass);
    free(w.worth);
    free(w.inner);
    return good;
}
