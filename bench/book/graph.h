/* SPDX-License-Identifier: GPL-3.0-only */
/* graph.h - the graph of an opening analysis: positions reachable from the start, the moves between
 * them, and backed-up scores.
 *
 * A position, its mirror image and its image with colours swapped are one node. Some moves of a node
 * have been analysed individually: these are its edges, each leading to another node. A search has
 * found the best of all other moves (`rest`). The value of a node is the better of the score of `rest`
 * and the best of its children's negated values (Buro, Toward opening book learning, 1999). A move that
 * leads back to a position through which the game may have come is closed: it is recorded but is
 * otherwise ignored. So repetition is never progress and the graph has no cycles.
 *
 * The order of work follows Lincke's drop-out expansion (Strategies for the automatic construction
 * of opening books, 2000): each ply away from the start has a cost, each move costs more the worse
 * it is compared with the best, and the cheapest move is analysed next. A book serves one side,
 * which plays moves near the best, against an opponent who may play anything. So a position has two
 * prices, one for each side's book, and the lower one counts. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "bench/book/findings.h"
#include "bench/book/played.h"
#include "engine/base/minmax.h"
#include "engine/board/movegen.h"
#include "engine/board/score.h"

enum { NO_NODE = -1, GRAPH_DEEPEST = 200, MARGIN_PLIES = 12 };

/* The side for whose book a price is computed. */
typedef enum BookSide { OF_MOVER, OF_OPPONENT } BookSide;

typedef struct GraphEdge {
    int child; /* NO_NODE if the move is closed */
    int next;  /* next edge of the same node; -1 for the last */
    Move move; /* the move, in the orientation of graph_position() */
} GraphEdge;

typedef struct GraphNode {
    uint64_t key;     /* see book_key.h */
    int parent;       /* node from which it was first reached; NO_NODE for the start */
    int plies;        /* length of that path */
    Move move;        /* last move of that path */
    Move rest;        /* best of the moves that are not edges; MOVE_NONE if there is none */
    Score rest_score; /* score of `rest`; without legal moves, the score of the position */
    int edges;        /* first edge; -1 if there is none */
    Score value;      /* value for the side to move */
    bool symmetric;   /* true if the position is its own mirror image, so that moves come in equivalent pairs */
    double price[2];  /* indexed by BookSide; lower prices are analysed first */
} GraphNode;

/* One step of the analysis: its task and its results. */
typedef struct GraphStep {
    int node;  /* NO_NODE for the first step, which searches the start position */
    Move move; /* move to become an edge */
    /* search results; unchanged where no search is needed */
    Move child_rest, rest; /* best move of the new position, and best remaining move of the node */
    Score child_score, rest_score;
} GraphStep;

/* Cost of moves, in plies. */
typedef struct GraphPrices {
    /* number of centipawns below the best move that cost one more ply, for moves of the book's side and
     * of its opponent */
    double own_cp, other_cp;
    /* largest loss for which the book side's moves are analysed: at the start, and from ply
     * MARGIN_PLIES on */
    int64_t margin, late_margin;
    int64_t cover;             /* number of plies within which all moves of the opponent are analysed */
    const PlayedMoves *played; /* borrowed, settled, or NULL: a move played in 1/2^n of a position's games costs at most n + 1 plies */
    const Findings *found;     /* borrowed, or NULL: losses found here replace those of the analysis */
} GraphPrices;

typedef struct BookGraph {
    GraphPrices prices;
    GraphNode *nodes; /* node 0 is the start position; all pointers below are owned */
    GraphEdge *arcs;
    int *order; /* nodes, each before those it leads to; from the last graph_settle() */
    int *slots; /* hash table of nodes by key */
    size_t node_count, node_room, arc_count, arc_room, slot_count;
} BookGraph;

void graph_init(BookGraph *g, const GraphPrices *prices);
void graph_clear(BookGraph *g);

/* Sets *out to the node's position, reached by the path on which it was first found. */
void graph_position(const BookGraph *g, int node, Position *out);

/* Returns the node of a position, or NO_NODE. */
int graph_find(const BookGraph *g, const Position *pos);

/* Checks a step that was read from a file. Returns NULL if it is valid, otherwise a description of the
 * fault. */
const char *graph_fault(const BookGraph *g, const GraphStep *step);

/* Adds a step to the graph. Returns false if an allocation fails; the graph is then unusable. */
bool graph_take(BookGraph *g, const GraphStep *step) __attribute__((warn_unused_result));

/* Recomputes all values and prices. Returns false if an allocation fails. */
bool graph_settle(BookGraph *g) __attribute__((warn_unused_result));

/* Lists the node's edges, including closed ones and the mirror images of moves in symmetric
 * positions. */
void graph_known(const BookGraph *g, int node, MoveList *out);
/* Does the same as graph_known(), as if `move` were also an edge. */
void graph_known_with(const BookGraph *g, int node, Move move, MoveList *out);

/* Chooses up to `most` of the cheapest steps of a settled graph, cheapest first. No two lead to the
 * same new position. Returns their number, or -1 if an allocation fails. */
int graph_choose(const BookGraph *g, GraphStep *steps, int most);

/* Returns the score of an edge, which must not be closed, for the side that plays the move. A mate
 * is one ply further away. */
static inline Score graph_score(const BookGraph *g, const GraphEdge *edge)
{
    assert(edge->child != NO_NODE);
    const Score score = -g->nodes[edge->child].value;
    return is_decisive(score) ? score - (score > 0) + (score < 0) : score;
}

/* Returns true if all moves of the opponent are analysed on the way to this node. */
static inline bool graph_covers(const BookGraph *g, int node)
{
    assert(in_range(node, 0, (int64_t)g->node_count - 1));
    return g->nodes[node].plies <= g->prices.cover;
}

/* Returns the largest loss accepted for moves of the book's side. It shrinks with the number of
 * plies: a few early positions suffice to make games differ, while most moves of a book, and so
 * most of its weak ones, are late. */
static inline int graph_margin(const BookGraph *g, const GraphNode *node)
{
    const int plies = min_int(node->plies, MARGIN_PLIES);
    return (int)(g->prices.margin + (g->prices.late_margin - g->prices.margin) * plies / MARGIN_PLIES);
}

/* Returns how much worse the edge is than the best move; at least 0. */
static inline int graph_loss(const BookGraph *g, const GraphNode *node, const GraphEdge *edge)
{
    return node->value - graph_score(g, edge);
}
