/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/notation/tree_builder.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/array.h"
#include "engine/base/why.h"
#include "engine/base/words.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"

struct BuilderNode {
    BuilderLine in; /* line that contains the move */
    int index;      /* index of the move in the line */
    int plies;      /* number of moves before it, from the start of the game */
};

void builder_begin(TreeBuilder *b, GameTree *tree)
{
    assert(tree->main.plies == 0 && !tree->start_lost);
    *b = (TreeBuilder){.tree = tree, .now = tree->start, .in = {.line = &tree->main}};
}

bool builder_ended(const TreeBuilder *b) { return b->ended; }

/* Replaces each `&nbsp;` by a blank, in place, and removes blanks at both ends if there was one. Programs
 * that write web pages leave them in other formats too. */
static void builder_decode_blanks(char *text)
{
    static const char blank[] = "&nbsp;";
    if (!strstr(text, blank))
        return;
    char *out = text, *end = text;
    for (const char *in = text; *in;) {
        const bool decoded = begins_with(in, blank);
        const char c = decoded ? ' ' : *in;
        in += decoded ? strlen(blank) : 1;
        if (out == text && strchr(BLANKS, c))
            continue;
        *out++ = c;
        if (!strchr(BLANKS, c))
            end = out;
    }
    *end = '\0';
}

void builder_set_comment(TreeBuilder *b, char *comment)
{
    TreeLine *line = b->in.line;
    char **place = line->plies > 0 ? &line->moves[line->plies - 1].comment : &line->comment;
    if (comment) {
        text_fold_line_ends(comment);
        builder_decode_blanks(comment);
    }
    if (comment && !*comment) { /* nothing but blanks */
        free(comment);
        comment = NULL;
    }
    free(*place);
    *place = comment;
}

/* Notes that an allocation has failed. Returns false. */
static bool builder_fail(TreeBuilder *b)
{
    b->failed = b->ended = true;
    return false;
}

/* Counts a move. Returns false if the game is too large. */
static bool builder_count_move(TreeBuilder *b)
{
    if (b->plies == TREE_LONGEST || b->moves == TREE_LARGEST)
        b->too_large = b->ended = true;
    else
        b->moves++;
    return !b->too_large;
}

/* Appends a legal move to the line and plays it. */
static bool builder_append(TreeBuilder *b, Move m)
{
    if (!array_grow(&b->path, &b->path_room, (size_t)b->plies + 1, sizeof *b->path) || !tree_line_add_move(b->in.line, m))
        return builder_fail(b);
    position_make(&b->now, m, &b->path[b->plies++]);
    return true;
}

/* Notes that the builder will return to the move with this index, which `plies` moves precede. */
static bool builder_push(TreeBuilder *b, int index, int plies)
{
    if (!array_grow(&b->nodes, &b->node_room, (size_t)b->node_count + 1, sizeof *b->nodes))
        return builder_fail(b);
    b->nodes[b->node_count++] = (BuilderNode){b->in, index, plies};
    return true;
}

/* Begins a variation that replaces a move. The position must be that before the move. */
static bool builder_begin_line(TreeBuilder *b, TreeMove *owner, int depth)
{
    TreeLine *line = tree_add_line(owner);
    if (!line)
        return builder_fail(b);
    b->in = (BuilderLine){.line = line, .owner = owner, .depth = depth};
    return true;
}

/* Removes the current line if it is an empty variation. */
static void builder_drop_empty_line(TreeBuilder *b)
{
    if (b->in.owner && b->in.line->plies == 0 && !b->in.line->comment)
        tree_drop_line(b->in.owner, b->in.owner->line_count - 1);
}

/* Returns to the last move noted: to its line, and to the position before it. */
static BuilderNode builder_pop(TreeBuilder *b)
{
    const BuilderNode node = b->nodes[--b->node_count];
    if (node.in.line != b->in.line)
        builder_drop_empty_line(b);
    while (b->plies > node.plies)
        position_unmake(&b->now, &b->path[--b->plies]);
    b->in = node.in;
    return node;
}

bool builder_play(TreeBuilder *b, Move m) { return !b->ended && is_legal(&b->now, m) && builder_count_move(b) && builder_append(b, m); }

bool builder_open(TreeBuilder *b)
{
    const int index = b->in.line->plies - 1;
    assert(index >= 0);
    if (b->ended || b->in.depth == TREE_DEEPEST || !builder_push(b, index, b->plies - 1))
        return false;
    position_unmake(&b->now, &b->path[--b->plies]);
    return builder_begin_line(b, &b->in.line->moves[index], b->in.depth + 1);
}

void builder_close(TreeBuilder *b)
{
    assert(b->node_count > 0);
    const BuilderNode node = builder_pop(b);
    position_make(&b->now, node.in.line->moves[node.index].move, &b->path[b->plies++]);
}

/* Makes the alternative to the node the next node to add: it begins a variation, or continues the
 * node's line if the node itself could not be played. */
static void builder_go_to_alternative(TreeBuilder *b)
{
    const int index = builder_pop(b).index;
    BuilderLine *in = &b->in;
    if (in->lost || index == in->line->plies)
        return;
    /* An alternative to the first move of a variation is another variation of the same move. */
    const bool beside = in->owner && index == 0;
    if (!beside && in->depth == TREE_DEEPEST) {
        in->lost = true;
        b->tree->report.lost_lines++;
        return;
    }
    builder_begin_line(b, beside ? in->owner : &in->line->moves[index], in->depth + !beside);
}

/* Ends the current line and continues with the last alternative that was announced. */
static void builder_end_line(TreeBuilder *b)
{
    if (b->node_count > 0) {
        builder_go_to_alternative(b);
    } else {
        builder_drop_empty_line(b);
        b->ended = true;
    }
}

void builder_add(TreeBuilder *b, Move m, char *comment, bool ends, bool alternative)
{
    assert(!b->ended);
    if (!builder_count_move(b) || (alternative && !builder_push(b, b->in.line->plies, b->plies))) {
        free(comment);
        return;
    }
    if (!b->in.lost && !is_legal(&b->now, m)) {
        b->tree->report.illegal_moves++;
        b->tree->report.main_ends_illegal |= !b->in.owner && !alternative;
        b->in.lost = true;
    } else if (!b->in.lost && builder_append(b, m)) {
        builder_set_comment(b, comment);
        comment = NULL;
    }
    b->tree->report.lost_comments += comment != NULL;
    free(comment);
    if (ends && !b->ended)
        builder_end_line(b);
}

bool builder_end(TreeBuilder *b, Text *why)
{
    free(b->path);
    free(b->nodes);
    if (b->failed)
        return why_no_memory(why);
    return !b->too_large ||
           why_not(why, "the game has too many moves: at most %d in all and %d in a row are read", TREE_LARGEST, TREE_LONGEST);
}
