/* SPDX-License-Identifier: GPL-3.0-only */
/* tree_builder.h - builds a game tree from a stream of nodes, as binary formats store it.
 *
 * Such a stream lists the moves depth first: each node is followed by its continuation and, after the
 * end of the continuation, by an alternative to the node if one was announced. The builder has its own
 * stack, so the depth of the stream is not limited. */
#pragma once

#include "engine/notation/game_tree.h"

typedef struct PendingNode PendingNode; /* a node whose alternative has not been added yet */

typedef struct TreeBuilder {
    GameTree *tree;
    Position now;    /* position before the next node */
    TreeLine *line;  /* line to which the next node is added */
    TreeMove *owner; /* move that `line` replaces; NULL for the main line */
    int depth;       /* depth of the current variation; 0 in the main line */
    bool lost;       /* true in a continuation that cannot be played or is too deep */
    bool ended;      /* true once the last line has ended */
    bool failed;     /* true once an allocation has failed */
    bool too_large;  /* true once a move exceeded the limits; the rest is not read */
    int moves;       /* number of nodes so far */
    Undo *path;      /* undo data of the moves from the start to `now` */
    int plies;
    size_t path_room;
    PendingNode *pending;
    int pending_count;
    size_t pending_room;
} TreeBuilder;

/* Starts building at the start position of the tree, which must have no moves yet and must outlive the
 * builder. */
void builder_begin(TreeBuilder *b, GameTree *tree);

/* Adds the next node. The comment comes from malloc or is NULL; the builder takes ownership of it.
 * `ends` is true if no continuation follows, `alternative` if an alternative to this node follows
 * later. An illegal move ends its line: it is counted in the tree, and its continuation is skipped, but
 * not its alternative. Nothing may be added once b->ended is true. */
void builder_add(TreeBuilder *b, Move m, char *comment, bool ends, bool alternative);

/* Sets the comment before the first move, which comes from malloc or is NULL; the builder takes
 * ownership of it. */
void builder_set_comment(TreeBuilder *b, char *comment);

/* Frees the builder. Returns false with the reason if memory was short or the game has too many moves; the
 * tree then has what was read. */
bool builder_end(TreeBuilder *b, Text *why);
