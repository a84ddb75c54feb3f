/* SPDX-License-Identifier: GPL-3.0-only */
/* tree_builder.h - builds a game tree and knows its limits, so that readers need to know only how their
 * format lists the moves. There are two ways, of which a reader uses one:
 *
 *   - Lines: builder_play() adds a move, builder_open() and builder_close() enclose a variation that
 *     replaces the last move. Text formats list the moves in this order.
 *   - Streams of nodes: builder_add(). Binary formats list the moves depth first: each node is followed
 *     by its continuation and, after the end of the continuation, by an alternative to the node if one
 *     was announced. The builder has its own stack, so the depth of the stream is not limited. */
#pragma once

#include "engine/notation/game_tree.h"

typedef struct BuilderNode BuilderNode; /* a move to whose line the builder will return */

/* A line to which moves are added. */
typedef struct BuilderLine {
    TreeLine *line;
    TreeMove *owner; /* move that `line` replaces; NULL for the main line */
    int depth;       /* depth of the variation; 0 for the main line */
    bool lost;       /* true in a continuation that cannot be played or is too deep */
} BuilderLine;

/* The fields belong to tree_builder.c. */
typedef struct TreeBuilder {
    GameTree *tree;
    Position now;   /* position before the next move */
    BuilderLine in; /* line to which the next move is added */
    bool ended;     /* see builder_ended() */
    bool failed;    /* true once an allocation has failed */
    bool too_large; /* true once a move exceeded the limits; the rest is not read */
    int moves;      /* number of moves so far, including those that cannot be played */
    Undo *path;     /* undo data of the moves from the start to `now` */
    int plies;
    size_t path_room;
    BuilderNode *nodes;
    int node_count;
    size_t node_room;
} TreeBuilder;

/* Starts building at the start position of the tree, which must have no moves yet and must outlive the
 * builder. */
void builder_begin(TreeBuilder *b, GameTree *tree);

/* Returns true once nothing may be added any more: memory was short, the game is too large, or the last
 * line of a stream has ended. */
bool builder_ended(const TreeBuilder *b);

/* Sets the comment on the last move of the line, or before its first move. It comes from malloc or is
 * NULL; the builder takes ownership of it. Each line end becomes LF, and `&nbsp;` a blank, which is removed
 * at both ends. */
void builder_set_comment(TreeBuilder *b, char *comment);

/* Adds a move to the line. Returns false and changes nothing if the move is not legal, or if nothing may
 * be added any more. */
bool builder_play(TreeBuilder *b, Move m);

/* Begins a variation that replaces the last move of the line, which must have one. Returns false if it
 * would be too deep, or if nothing may be added any more. */
bool builder_open(TreeBuilder *b);

/* Ends the variation, which is removed if it is empty, and continues the line around it. */
void builder_close(TreeBuilder *b);

/* Adds the next node. The builder takes ownership of the comment, which comes from malloc or is NULL.
 * `ends` is true if no continuation follows, `alternative` if an alternative to this node follows
 * later. An illegal move ends its line: it is counted in the tree, and its continuation is skipped, but
 * not its alternative. */
void builder_add(TreeBuilder *b, Move m, char *comment, bool ends, bool alternative);

/* Frees the builder. Returns false with the reason if memory was short or the game has too many moves; the
 * tree then has what was read. */
bool builder_end(TreeBuilder *b, Text *why);
