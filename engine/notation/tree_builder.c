/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/tree_builder.h"

#include <stdlib.h>

#include "engine/base/array.h"
#include "engine/base/why.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"

struct PendingNode {
    TreeLine *line;  /* line that contains the node */
    int index;       /* index of the node in the line */
    TreeMove *owner; /* move that the line replaces */
    int depth;       /* depth of the line */
    int plies;       /* number of moves before the node */
    bool lost;       /* true if the node is part of a lost continuation */
};

/* Limits, which no real game reaches: moves from the start to a node, so that ply counters stay in range,
 * and moves of a tree, against files made to exhaust the memory. The largest known file has 226,491
 * moves. */
enum { LONGEST = 20000, LARGEST = 1 << 20 };

void builder_begin(TreeBuilder *b, GameTree *tree)
{
    assert(tree->main.plies == 0 && !tree->start_lost);
    *b = (TreeBuilder){.tree = tree, .now = tree->start, .line = &tree->main};
}

void builder_set_comment(TreeBuilder *b, char *comment)
{
    free(b->tree->main.comment);
    b->tree->main.comment = comment;
}

/* Appends a legal move to the current line and plays it. */
static bool builder_make(TreeBuilder *b, Move m, char *comment)
{
    TreeMove *move = tree_line_add_move(b->line, m);
    if (!move || !array_grow(&b->path, &b->path_room, (size_t)b->plies + 1, sizeof *b->path))
        return false;
    move->comment = comment;
    position_make(&b->now, m, &b->path[b->plies++]);
    return true;
}

/* Removes the current line if it is a variation whose first move was not legal. */
static void builder_drop_empty_line(TreeBuilder *b)
{
    if (b->owner && b->line->plies == 0)
        tree_drop_line(b->owner, b->owner->line_count - 1);
}

/* Makes the alternative to the node the next node to add: it begins a variation, or continues the
 * node's line if the node itself could not be played. */
static void builder_go_to_alternative(TreeBuilder *b, const PendingNode *node)
{
    b->lost = node->lost;
    b->line = node->line;
    b->owner = node->owner;
    b->depth = node->depth;
    if (b->lost || node->index == b->line->plies)
        return;
    /* An alternative to the first move of a variation is another variation of the same move. */
    const bool beside = b->owner && node->index == 0;
    TreeMove *owner = beside ? b->owner : &b->line->moves[node->index];
    if (!beside && b->depth == TREE_DEEPEST) {
        b->lost = true;
        b->tree->lost_lines++;
        return;
    }
    TreeLine *line = tree_add_line(owner);
    if (!line) {
        b->failed = b->lost = true;
        return;
    }
    b->line = line;
    b->owner = owner;
    b->depth += !beside;
}

/* Ends the current line and continues with the last alternative that was announced. */
static void builder_end_line(TreeBuilder *b)
{
    if (b->pending_count == 0) {
        builder_drop_empty_line(b);
        b->ended = true;
        return;
    }
    const PendingNode node = b->pending[--b->pending_count];
    if (node.line != b->line)
        builder_drop_empty_line(b);
    while (b->plies > node.plies)
        position_unmake(&b->now, &b->path[--b->plies]);
    builder_go_to_alternative(b, &node);
}

void builder_add(TreeBuilder *b, Move m, char *comment, bool ends, bool alternative)
{
    assert(!b->ended);
    if (b->plies == LONGEST || ++b->moves > LARGEST) {
        b->too_large = b->ended = true;
        free(comment);
        return;
    }
    if (alternative) {
        if (array_grow(&b->pending, &b->pending_room, (size_t)b->pending_count + 1, sizeof *b->pending))
            b->pending[b->pending_count++] = (PendingNode){b->line, b->line->plies, b->owner, b->depth, b->plies, b->lost};
        else
            b->failed = true;
    }
    if (!b->lost && !is_legal(&b->now, m)) {
        b->tree->illegal_moves++;
        b->tree->main_ends_illegal |= !b->owner && !alternative;
        b->lost = true;
    } else if (!b->lost && builder_make(b, m, comment)) {
        comment = NULL;
    } else if (!b->lost) {
        b->failed = b->lost = true;
    }
    b->tree->lost_comments += comment != NULL;
    free(comment);
    if (ends)
        builder_end_line(b);
}

bool builder_end(TreeBuilder *b, Text *why)
{
    free(b->path);
    free(b->pending);
    if (b->failed)
        return why_no_memory(why);
    return !b->too_large || why_not(why, "the game has too many moves: at most %d in all and %d in a row are read", LARGEST, LONGEST);
}
