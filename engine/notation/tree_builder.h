/* SPDX-License-Identifier: GPL-3.0-only */
/* tree_builder.h - builds a game tree from a stream of nodes, as binary formats store it.
 *
 * Such a stream lists the moves depth first: each node is followed by its continuation, and later,
 * once that has ended, by the alternative to it, if one was promised. The builder keeps its own stack,
 * so that the depth of the stream does not matter. */
#pragma once

#include "engine/notation/game_tree.h"

typedef struct PendingNode PendingNode; /* a node whose alternative is still to come */

typedef struct TreeBuilder {
    GameTree *tree;
    Position now;    /* before the next node */
    TreeLine *line;  /* receives the next node */
    TreeMove *owner; /* move that `line` replaces; NULL for the main line */
    int depth;       /* of variations; 0 in the main line */
    bool lost;       /* true in a continuation that cannot be played or is too deep */
    bool ended;      /* true once the last line has ended */
    bool failed;     /* true once memory was short */
    Undo *path;      /* of the moves from the start to `now` */
    int plies;
    size_t path_room;
    PendingNode *pending;
    int pending_count;
    size_t pending_room;
} TreeBuilder;

/* Begins at the start position of the tree, which has no moves yet and must outlast the builder. */
void builder_begin(TreeBuilder *b, GameTree *tree);

/* Adds the next node. The comment comes from malloc and now belongs to the builder; it may be NULL.
 * `ends` is true if no continuation follows, `alternative` if an alternative to this node follows
 * later. A move that is not legal ends its line: it is counted in the tree, and what continues it is
 * passed over, but not the alternative. Nothing may be added once b->ended is true. */
void builder_add(TreeBuilder *b, Move m, char *comment, bool ends, bool alternative);

/* Sets the comment before the first move, from malloc; it may be NULL. */
void builder_set_comment(TreeBuilder *b, char *comment);

/* Frees the builder. Returns false if memory was short; the tree then holds what fitted. */
bool builder_end(TreeBuilder *b);
