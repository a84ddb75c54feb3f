/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/graph.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "engine/base/array.h"
#include "engine/base/contract.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"
#include "engine/book/book_key.h"

void graph_init(BookGraph *g, const GraphPrices *prices) { *g = (BookGraph){.prices = *prices}; }

void graph_clear(BookGraph *g)
{
    free(g->nodes);
    free(g->arcs);
    free(g->order);
    free(g->slots);
    *g = (BookGraph){0};
}

void graph_position(const BookGraph *g, int node, Position *out)
{
    assert(in_range(node, 0, (int64_t)g->node_count - 1));
    Undo undo;
    if (g->nodes[node].parent == NO_NODE) {
        position_start(out);
        return;
    }
    graph_position(g, g->nodes[node].parent, out); /* recursion depth is at most GRAPH_DEEPEST */
    position_make(out, g->nodes[node].move, &undo);
}

/* ---- nodes by key ---- */

/* Returns the slot that holds the key, or the free slot where it belongs. */
static size_t graph_find_slot(const BookGraph *g, uint64_t key)
{
    size_t at = (size_t)key & (g->slot_count - 1);
    while (g->slots[at] != NO_NODE && g->nodes[g->slots[at]].key != key)
        at = (at + 1) & (g->slot_count - 1);
    return at;
}

static int graph_find_key(const BookGraph *g, uint64_t key) { return g->slot_count ? g->slots[graph_find_slot(g, key)] : NO_NODE; }

int graph_find(const BookGraph *g, const Position *pos) { return graph_find_key(g, book_view(pos).key); }

static bool graph_widen_slots(BookGraph *g)
{
    const size_t count = g->slot_count ? g->slot_count * 2 : 1024;
    int *slots = malloc(count * sizeof *slots);
    if (!slots)
        return false;
    free(g->slots);
    g->slots = slots;
    g->slot_count = count;
    for (size_t i = 0; i < count; i++)
        slots[i] = NO_NODE;
    for (size_t i = 0; i < g->node_count; i++)
        slots[graph_find_slot(g, g->nodes[i].key)] = (int)i;
    return true;
}

static bool graph_add_node(BookGraph *g, const GraphNode *node)
{
    if ((g->node_count + 1) * 2 > g->slot_count && !graph_widen_slots(g))
        return false;
    if (!array_grow(&g->nodes, &g->node_room, g->node_count + 1, sizeof *g->nodes))
        return false;
    g->slots[graph_find_slot(g, node->key)] = (int)g->node_count;
    g->nodes[g->node_count++] = *node;
    return true;
}

/* ---- steps ---- */

static void graph_list_move(MoveList *known, Move move, bool symmetric)
{
    known->moves[known->count++] = move;
    if (symmetric && move_mirror(move) != move)
        known->moves[known->count++] = move_mirror(move);
}

void graph_known(const BookGraph *g, int node, MoveList *out)
{
    assert(in_range(node, 0, (int64_t)g->node_count - 1));
    out->count = 0;
    for (int e = g->nodes[node].edges; e >= 0; e = g->arcs[e].next)
        graph_list_move(out, g->arcs[e].move, g->nodes[node].symmetric);
}

void graph_known_with(const BookGraph *g, int node, Move move, MoveList *out)
{
    assert(in_range(node, 0, (int64_t)g->node_count - 1));
    graph_known(g, node, out);
    graph_list_move(out, move, g->nodes[node].symmetric);
}

static bool graph_is_rest(const Position *pos, const MoveList *known, Move rest)
{
    return rest == MOVE_NONE || (is_legal(pos, rest) && !move_list_has(known, rest));
}

const char *graph_fault(const BookGraph *g, const GraphStep *step)
{
    Position pos;
    Undo undo;
    MoveList known = {0};
    if (g->node_count == 0) {
        position_start(&pos);
        return step->node != NO_NODE || !graph_is_rest(&pos, &known, step->child_rest) ? "does not begin at the start position" : NULL;
    }
    if (step->node < 0 || (size_t)step->node >= g->node_count || g->nodes[step->node].plies >= GRAPH_DEEPEST)
        return "continues an unknown position";
    graph_position(g, step->node, &pos);
    graph_known(g, step->node, &known);
    if (!is_legal(&pos, step->move) || move_list_has(&known, step->move))
        return "has an illegal or repeated move";
    graph_list_move(&known, step->move, g->nodes[step->node].symmetric);
    if (!graph_is_rest(&pos, &known, step->rest))
        return "has an illegal best other move";
    position_make(&pos, step->move, &undo);
    known.count = 0;
    return graph_is_rest(&pos, &known, step->child_rest) ? NULL : "has an illegal best move";
}

/* Returns true if a path leads from one node to the other. `mark` has a cleared entry for each
 * node. */
static bool graph_has_path(const BookGraph *g, int from, int to, char *mark, int *stack)
{
    int top = 0;
    stack[top++] = from;
    mark[from] = 1;
    while (top > 0) {
        int at = stack[--top];
        if (at == to)
            return true;
        for (int e = g->nodes[at].edges; e >= 0; e = g->arcs[e].next) {
            int child = g->arcs[e].child;
            if (child != NO_NODE && !mark[child]) {
                mark[child] = 1;
                stack[top++] = child;
            }
        }
    }
    return false;
}

/* Sets *circle to whether an edge between these nodes would close a cycle. Returns false if an allocation
 * fails. */
static bool graph_find_circle(const BookGraph *g, int from, int to, bool *circle)
{
    char *mark = calloc(g->node_count, 1);
    int *stack = malloc(g->node_count * sizeof *stack);
    bool good = mark && stack;
    if (good)
        *circle = graph_has_path(g, to, from, mark, stack);
    free(mark);
    free(stack);
    return good;
}

static bool graph_add_edge(BookGraph *g, int node, Move move, int child)
{
    if (!array_grow(&g->arcs, &g->arc_room, g->arc_count + 1, sizeof *g->arcs))
        return false;
    g->arcs[g->arc_count] = (GraphEdge){child, g->nodes[node].edges, move};
    g->nodes[node].edges = (int)g->arc_count++;
    return true;
}

bool graph_take(BookGraph *g, const GraphStep *step)
{
    VERIFY_ASSERT(!graph_fault(g, step));
    Position pos;
    Undo undo;
    GraphNode made = {.parent = step->node, .move = step->move, .rest = step->child_rest, .rest_score = step->child_score, .edges = -1};
    bool circle = false;
    if (step->node == NO_NODE) {
        position_start(&pos);
    } else {
        graph_position(g, step->node, &pos);
        position_make(&pos, step->move, &undo);
    }
    const BookView view = book_view(&pos);
    made.key = view.key;
    made.symmetric = view.symmetric;
    if (step->node == NO_NODE)
        return graph_add_node(g, &made);
    GraphNode *node = &g->nodes[step->node];
    made.plies = node->plies + 1;
    if (step->move == node->rest) {
        node->rest = step->rest;
        node->rest_score = step->rest_score;
    }
    int child = graph_find_key(g, made.key);
    if (child == NO_NODE) {
        child = (int)g->node_count;
        if (!graph_add_node(g, &made))
            return false;
    } else if (!graph_find_circle(g, step->node, child, &circle)) {
        return false;
    }
    return graph_add_edge(g, step->node, step->move, circle ? NO_NODE : child);
}

/* ---- values and prices ---- */

/* Sorts the nodes topologically: fills g->order from its end, each node after all nodes that it
 * leads to are placed. */
static void graph_sort(BookGraph *g, int *next, int *stack)
{
    size_t place = g->node_count;
    int top = 0;
    for (size_t i = 0; i < g->node_count; i++)
        next[i] = -2; /* not visited */
    stack[top++] = 0;
    next[0] = g->nodes[0].edges;
    while (top > 0) {
        int at = stack[top - 1], e = next[at];
        if (e < 0) {
            g->order[--place] = at;
            top--;
            continue;
        }
        next[at] = g->arcs[e].next;
        int child = g->arcs[e].child;
        if (child != NO_NODE && next[child] == -2) {
            next[child] = g->nodes[child].edges;
            stack[top++] = child;
        }
    }
}

static void graph_settle_value(BookGraph *g, GraphNode *node)
{
    bool open = node->rest != MOVE_NONE;
    node->value = node->rest_score;
    for (int e = node->edges; e >= 0; e = g->arcs[e].next) {
        if (g->arcs[e].child == NO_NODE)
            continue;
        Score score = graph_score(g, &g->arcs[e]);
        node->value = !open || score > node->value ? score : node->value;
        open = true;
    }
    if (!open && node->edges >= 0) /* if every move is closed, this does not mean mate */
        node->value = SCORE_DRAW;
}

/* Returns the cost in plies of a move this many centipawns below the best, for the case that the mover
 * has the book and for the case that its opponent has it. */
static double graph_own_price(const BookGraph *g, const GraphNode *node, int loss)
{
    return loss <= graph_margin(g, node) ? 1 + loss / g->prices.own_cp : INFINITY;
}
static double graph_other_price(const GraphPrices *p, int loss) { return 1 + loss / p->other_cp; }

/* Information on a position in addition to its analysis: moves played in games, and results of longer
 * searches. */
typedef struct Hints {
    const PlayedMove *played;
    const Finding *found;
    int played_count, found_count;
    uint32_t games;
    BookView view;
} Hints;

static Hints graph_hints_at(const BookGraph *g, int node)
{
    enum { FEWEST = 2 };
    Hints hints = {0};
    if (g->prices.played)
        hints.played_count = played_at(g->prices.played, g->nodes[node].key, &hints.played, &hints.games);
    if (hints.games < FEWEST)
        hints.played_count = 0;
    if (g->prices.found)
        hints.found_count = findings_at(g->prices.found, g->nodes[node].key, &hints.found);
    if (hints.played_count > 0 || hints.found_count > 0) {
        Position pos;
        graph_position(g, node, &pos);
        hints.view = book_view(&pos);
    }
    return hints;
}

/* Returns the cost in plies of a move that is played in games; INFINITY if it does not occur in the
 * games. */
static double graph_popular_price(const Hints *hints, Move move)
{
    const uint32_t games = hints->played_count ? played_games(hints->played, hints->played_count, &hints->view, move) : 0;
    return games ? 1 + log2((double)hints->games / games) : INFINITY;
}

/* Computes the price of the position after a move, for each BookSide. `loss` is the move's loss in the
 * analysis, INT_MAX if the analysis does not contain it. */
static void graph_price_move(const BookGraph *g, const GraphNode *node, const Hints *hints, Move move, int loss, double price[2])
{
    if (hints->found_count)
        findings_find_loss(hints->found, hints->found_count, &hints->view, move, &loss);
    price[OF_OPPONENT] = node->price[OF_MOVER] + graph_own_price(g, node, loss);
    price[OF_MOVER] =
        node->price[OF_OPPONENT] + fmin(loss < INT_MAX ? graph_other_price(&g->prices, loss) : INFINITY, graph_popular_price(hints, move));
}

static void graph_settle_prices(BookGraph *g, int number)
{
    const GraphNode *node = &g->nodes[number];
    const Hints hints = graph_hints_at(g, number);
    for (int e = node->edges; e >= 0; e = g->arcs[e].next) {
        const GraphEdge *edge = &g->arcs[e];
        if (edge->child == NO_NODE)
            continue;
        double price[2], *least = g->nodes[edge->child].price;
        graph_price_move(g, node, &hints, edge->move, graph_loss(g, node, edge), price);
        least[OF_OPPONENT] = fmin(least[OF_OPPONENT], price[OF_OPPONENT]);
        least[OF_MOVER] = fmin(least[OF_MOVER], price[OF_MOVER]);
    }
}

bool graph_settle(BookGraph *g)
{
    int *order = realloc(g->order, g->node_count * sizeof *order);
    int *work = malloc(2 * g->node_count * sizeof *work);
    if (order)
        g->order = order;
    if (order && work) {
        graph_sort(g, work, work + g->node_count);
        for (size_t i = g->node_count; i-- > 0;) {
            GraphNode *node = &g->nodes[g->order[i]];
            graph_settle_value(g, node);
            node->price[OF_MOVER] = node->price[OF_OPPONENT] = g->order[i] == 0 ? 0 : INFINITY;
        }
        for (size_t i = 0; i < g->node_count; i++)
            graph_settle_prices(g, g->order[i]);
    }
    free(work);
    return order && work;
}

/* ---- choosing the next steps ---- */

typedef struct Wish {
    double price;
    int node;
    Move move;
} Wish;

typedef struct WishList {
    Wish *wishes;
    size_t count, room;
} WishList;

static bool graph_add_wish(WishList *list, double price, int node, Move move)
{
    if (price == INFINITY)
        return true;
    if (!array_grow(&list->wishes, &list->room, list->count + 1, sizeof *list->wishes))
        return false;
    list->wishes[list->count++] = (Wish){price, node, move};
    return true;
}

static double graph_cheaper(const double price[2]) { return fmin(price[OF_MOVER], price[OF_OPPONENT]); }

/* Adds candidates other than the node's best remaining move: all moves of an early node, and moves for
 * which there are hints. */
static bool graph_add_others(const BookGraph *g, int number, const Hints *hints, double cover, WishList *list)
{
    const GraphNode *node = &g->nodes[number];
    Position pos;
    MoveList legal = {0}, known;
    if (cover == INFINITY && hints->played_count == 0 && hints->found_count == 0)
        return true;
    graph_position(g, number, &pos);
    graph_known_with(g, number, node->rest, &known);
    legal_moves(&pos, &legal);
    for (int i = 0; i < legal.count; i++) {
        double price[2];
        graph_price_move(g, node, hints, legal.moves[i], INT_MAX, price);
        if (!move_list_has(&known, legal.moves[i]) && !graph_add_wish(list, fmin(cover, graph_cheaper(price)), number, legal.moves[i]))
            return false;
    }
    return true;
}

static bool graph_add_wishes(const BookGraph *g, int number, WishList *list)
{
    enum { EXTRA = 3 }; /* extra plies of cost, so that moves that are unlikely to be played come last */
    const GraphNode *node = &g->nodes[number];
    if (node->rest == MOVE_NONE || node->plies >= GRAPH_DEEPEST || is_decisive(node->value))
        return true;
    const Hints hints = graph_hints_at(g, number);
    const double cover = node->plies < g->prices.cover ? node->price[OF_OPPONENT] + 1 + EXTRA : INFINITY;
    double price[2];
    graph_price_move(g, node, &hints, node->rest, node->value - node->rest_score, price);
    return graph_add_wish(list, fmin(cover, graph_cheaper(price)), number, node->rest) && graph_add_others(g, number, &hints, cover, list);
}

static int graph_compare_wishes(const void *a, const void *b)
{
    const Wish *x = a, *y = b;
    if (x->price != y->price)
        return x->price < y->price ? -1 : 1;
    return x->node != y->node ? x->node - y->node : x->move - y->move;
}

static uint64_t graph_key_after(const BookGraph *g, const Wish *wish)
{
    Position pos;
    Undo undo;
    graph_position(g, wish->node, &pos);
    position_make(&pos, wish->move, &undo);
    return book_view(&pos).key;
}

static bool graph_has_key(const uint64_t *keys, int count, uint64_t key)
{
    for (int i = 0; i < count; i++)
        if (keys[i] == key)
            return true;
    return false;
}

/* Returns true if one of the steps belongs to this node. The node's remaining moves are searched
 * without the edges known before, so a round can contain only one step per node. */
static bool graph_has_node(const GraphStep *steps, int count, int node)
{
    for (int i = 0; i < count; i++)
        if (steps[i].node == node)
            return true;
    return false;
}

int graph_choose(const BookGraph *g, GraphStep *steps, int most)
{
    assert(most >= 1);
    WishList list = {0};
    uint64_t *keys = malloc((size_t)most * sizeof *keys);
    bool good = keys;
    int count = 0;
    for (size_t i = 0; good && i < g->node_count; i++)
        good = graph_add_wishes(g, (int)i, &list);
    if (good && list.count)
        qsort(list.wishes, list.count, sizeof *list.wishes, graph_compare_wishes);
    for (size_t i = 0; good && i < list.count && count < most; i++) {
        const Wish *wish = &list.wishes[i];
        uint64_t key = graph_key_after(g, wish);
        if (graph_has_key(keys, count, key) || graph_has_node(steps, count, wish->node))
            continue;
        const GraphNode *node = &g->nodes[wish->node];
        keys[count] = key;
        steps[count++] = (GraphStep){.node = wish->node, .move = wish->move, .rest = node->rest, .rest_score = node->rest_score};
    }
    free(list.wishes);
    free(keys);
    return good ? count : -1;
}
