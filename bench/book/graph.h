/* SPDX-License-Identifier: GPL-3.0-only */
/* graph.h - what an analysis of openings knows: positions from the start on, moves between them, scores backed up.
 *
 * A position, its mirror image and its image with colours changed are one node. Of a node some moves have been looked at one by one:
 * its edges, each with the node it leads to. Of all the others together a search has told the best: the node's rest. So the
 * value of a node is the better of its rest's score and the best of its edges', negated on the way up (Buro, Toward opening book learning,
 * 1999). A move that leads back to where the game could have come from is closed: it is known, and counts for nothing, so that
 * repetition is never progress and the graph has no circles.
 *
 * What is looked at next follows Lincke's drop-out expansion (Strategies for the automatic construction of opening books, 2000): each
 * ply away from the start costs, and each move by what it is worse than the best, until everything cheaper is done. The price is
 * that of the cheaper of two ways: a book serves one side, which plays what is near the best, against an opponent who may play more. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "bench/book/findings.h"
#include "bench/book/games.h"
#include "engine/board/movegen.h"
#include "engine/board/score.h"

enum { NO_NODE = -1, GRAPH_DEEPEST = 200, MARGIN_PLIES = 12 };

/* Whose book a price is for. */
typedef enum BookSide { OF_MOVER, OF_OPPONENT } BookSide;

typedef struct GraphEdge {
    int child; /* NO_NODE: the move is closed */
    int next;  /* edge of the same node; -1: the last */
    Move move; /* as the node's position stands on the board */
} GraphEdge;

typedef struct GraphNode {
    uint64_t key;     /* book_key.h */
    int parent;       /* from where it was reached first; NO_NODE: the start */
    int plies;        /* by that way */
    Move move;        /* the last of that way */
    Move rest;        /* best of the moves that are no edges; MOVE_NONE: there are none */
    Score rest_score; /* its score, or that of a position without moves */
    int edges;        /* the first; -1: none */
    Score value;      /* for the side to move */
    bool symmetric;   /* it is its own mirror image: so are its moves two by two */
    double price[2];  /* by BookSide; the lower, the sooner */
} GraphNode;

/* What one step of the analysis looks for, and has found. */
typedef struct GraphStep {
    int node;  /* NO_NODE: the first step, which searches the start position */
    Move move; /* to be made an edge */
    /* found by searches; where none is needed as it was */
    Move child_rest, rest; /* best move of the new position; best of what is left of the node */
    Score child_score, rest_score;
} GraphStep;

/* What moves cost, in plies. */
typedef struct GraphPrices {
    double own_cp, other_cp;   /* centipawns below the best that cost one ply more, of the book's side and of its opponent */
    int margin, late_margin;   /* own moves that are worse by more are not looked at: at the start, and from MARGIN_PLIES on */
    int cover;                 /* all of the opponent's moves are looked at within so many plies */
    const PlayedMoves *played; /* borrowed, settled: what a share of 1/2^n of the games plays costs n plies at most; NULL: none */
    const Findings *found;     /* borrowed: of the moves that they tell of, they say how much worse than the best each is; NULL: none */
} GraphPrices;

typedef struct BookGraph {
    GraphPrices prices;
    GraphNode *nodes; /* node 0 is the start position; owned, as all below */
    GraphEdge *arcs;
    int *order; /* of nodes: each before those it leads to; of the last graph_settle() */
    int *slots; /* nodes by key */
    size_t node_count, node_room, arc_count, arc_room, slot_count;
} BookGraph;

void graph_init(BookGraph *g, const GraphPrices *prices);
void graph_clear(BookGraph *g);

/* The position of a node as it is reached first. */
void graph_position(const BookGraph *g, int node, Position *out);

/* The node of a position; NO_NODE if it is none. */
int graph_find(const BookGraph *g, const Position *pos);

/* A step of a file: can it be taken? NULL, or what is wrong with it. */
const char *graph_fault(const BookGraph *g, const GraphStep *step);

/* Takes a step. False if memory is short; then the graph is of no use any more. */
bool graph_take(BookGraph *g, const GraphStep *step) __attribute__((warn_unused_result));

/* Counts values and prices anew. False if memory is short. */
bool graph_settle(BookGraph *g) __attribute__((warn_unused_result));

/* The moves of a node that are edges, closed ones among them, and those that are the same as one by symmetry. */
void graph_known(const BookGraph *g, int node, MoveList *out);
/* The same, if a move were one of them too. */
void graph_known_with(const BookGraph *g, int node, Move move, MoveList *out);

/* Of a settled graph: up to `most` steps that cost least, cheapest first; no two lead to the same new position. Returns how many;
 * -1: memory is short. */
int graph_choose(const BookGraph *g, GraphStep *steps, int most);

/* What an edge that is not closed is worth for who plays it; a mate is a ply further away. */
static inline Score graph_score(const BookGraph *g, const GraphEdge *edge)
{
    const Score score = -g->nodes[edge->child].value;
    return is_decisive(score) ? score - (score > 0) + (score < 0) : score;
}

/* Is every move of the opponent looked at on the way to a node? */
static inline bool graph_covers(const BookGraph *g, int node) { return g->nodes[node].plies <= g->prices.cover; }

/* What an own move may be worse than the best. It narrows with the plies: a few early positions make games differ, while most moves of a
 * book, and so most of its weak ones, are late. */
static inline int graph_margin(const BookGraph *g, const GraphNode *node)
{
    const int plies = node->plies < MARGIN_PLIES ? node->plies : MARGIN_PLIES;
    return g->prices.margin + (g->prices.late_margin - g->prices.margin) * plies / MARGIN_PLIES;
}

/* How much worse it is than the best move; at least 0. */
static inline int graph_loss(const BookGraph *g, const GraphNode *node, const GraphEdge *edge)
{
    return node->value - graph_score(g, edge);
}
