/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/show.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/base/contract.h"
#include "engine/base/why.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"
#include "engine/book/book_key.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"

bool show_position(const char *fen, const char *const *moves, int count, Position *pos, Text *why)
{
    assert(count >= 0);
    position_start(pos);
    if (fen && !fen_read_played(fen, pos, why))
        return false;
    for (int i = 0; i < count; i++) {
        Move move;
        Undo undo;
        Text reason = WHY_INIT;
        if (move_from_text(pos, moves[i], &move, &reason) != READ_MOVE)
            return text_fail(why, "%s", *reason.data ? reason.data : moves[i]);
        position_make(pos, move, &undo);
    }
    return true;
}

static void show_line(const Position *pos, const BookMove *move, double share)
{
    char iccs[5], chinese[MOVE_TEXT_SIZE];
    printf("%s  %s  %5.1f %%  weight %d", move_to_iccs(move->move, iccs), move_to_text(pos, move->move, NOTATION_CHINESE, chinese), share,
           move->weight);
    if (move->score != SCORE_NONE)
        printf("  score %+d", move->score);
    putchar('\n');
}

bool show_book(const Book *book, const Position *pos)
{
    BookMove moves[MAX_MOVES];
    const int count = book_moves(book, pos, moves);
    for (int i = 0; i < count; i++)
        show_line(pos, &moves[i], book_share(moves, count, &moves[i]));
    if (count == 0)
        puts("position not in the book");
    return count > 0;
}

typedef struct KnownMove {
    Move move;
    Score score;
    bool behind; /* the position after it was searched too */
} KnownMove;

static int better_first(const void *a, const void *b)
{
    const KnownMove *x = a, *y = b;
    return x->score != y->score ? y->score - x->score : x->move - y->move;
}

static uint64_t key_behind(const Position *pos, Move move)
{
    Position after = *pos;
    Undo undo;
    position_make(&after, move, &undo);
    return book_view(&after).key;
}

/* Lists the known moves of a position. The node's moves are stored in the orientation in which it
 * was first reached, so each legal move is matched by the position it leads to. Returns their
 * number. */
static int known_moves(const BookGraph *g, int n, const Position *pos, KnownMove out[MAX_MOVES])
{
    const GraphNode *node = &g->nodes[n];
    MoveList legal = {0};
    Position first;
    int count = 0;
    graph_position(g, n, &first);
    legal_moves(pos, &legal);
    for (int i = 0; i < legal.count; i++) {
        const uint64_t key = key_behind(pos, legal.moves[i]);
        int e = node->edges;
        while (e >= 0 && (g->arcs[e].child == NO_NODE || g->nodes[g->arcs[e].child].key != key))
            e = g->arcs[e].next;
        if (e >= 0) /* the first match will do: all of them lead to the same position */
            out[count++] = (KnownMove){legal.moves[i], graph_score(g, &g->arcs[e]), true};
        else if (node->rest != MOVE_NONE && key_behind(&first, node->rest) == key)
            out[count++] = (KnownMove){legal.moves[i], node->rest_score, false};
    }
    qsort(out, (size_t)count, sizeof *out, better_first);
    return count;
}

bool show_analysis(const BookGraph *graph, const Position *pos)
{
    KnownMove moves[MAX_MOVES];
    char iccs[5], chinese[MOVE_TEXT_SIZE];
    const int node = graph_find(graph, pos), count = node == NO_NODE ? 0 : known_moves(graph, node, pos, moves);
    for (int i = 0; i < count; i++)
        printf("%s  %s  score %+d%s\n", move_to_iccs(moves[i].move, iccs), move_to_text(pos, moves[i].move, NOTATION_CHINESE, chinese),
               moves[i].score, moves[i].behind ? "" : "  best other move, from one search");
    if (count == 0)
        puts(node == NO_NODE ? "position not in the analysis" : "no moves in the analysis");
    return count > 0;
}
