/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/show.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/book/analysis.h"
#include "bench/book/import.h"
#include "engine/base/contract.h"
#include "engine/board/legal.h"
#include "engine/board/makemove.h"
#include "engine/book/book_key.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"

/* ---- a position ---- */

static bool show_position(const char *fen, const char *const *moves, int count, Position *pos, Text *why)
{
    assert(count >= 0);
    position_start(pos);
    if (fen && !fen_read_pasted(fen, pos, why))
        return false;
    for (int i = 0; i < count; i++) {
        Move move;
        Undo undo;
        Text reason = WHY_IN(why_language(why));
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

static bool show_book(const BookSource *book, const Position *pos)
{
    BookMove moves[MAX_MOVES];
    const int count = book_source_lookup(book, pos, moves);
    for (int i = 0; i < count; i++)
        show_line(pos, &moves[i], book_share(moves, count, &moves[i]));
    if (count == 0)
        puts("position not in the book");
    return count > 0;
}

typedef struct KnownMove {
    Move move;
    Score score;
    bool searched; /* true if the position after the move was searched too */
} KnownMove;

static int show_better_first(const void *a, const void *b)
{
    const KnownMove *x = a, *y = b;
    return x->score != y->score ? y->score - x->score : x->move - y->move;
}

static uint64_t show_key_after(const Position *pos, Move move)
{
    Position after = *pos;
    Undo undo;
    position_make(&after, move, &undo);
    return book_view(&after).key;
}

/* Lists the known moves of a position. The node's moves are stored in the orientation in which it
 * was first reached, so each legal move is matched by the position it leads to. Returns their
 * number. */
static int show_known_moves(const BookGraph *g, int n, const Position *pos, KnownMove out[MAX_MOVES])
{
    const GraphNode *node = &g->nodes[n];
    MoveList legal = {0};
    Position first;
    int count = 0;
    graph_position(g, n, &first);
    legal_moves(pos, &legal);
    for (int i = 0; i < legal.count; i++) {
        const uint64_t key = show_key_after(pos, legal.moves[i]);
        int e = node->edges;
        while (e >= 0 && (g->arcs[e].child == NO_NODE || g->nodes[g->arcs[e].child].key != key))
            e = g->arcs[e].next;
        if (e >= 0) /* the first match is sufficient, because all matches lead to the same position */
            out[count++] = (KnownMove){legal.moves[i], graph_score(g, &g->arcs[e]), true};
        else if (node->rest != MOVE_NONE && show_key_after(&first, node->rest) == key)
            out[count++] = (KnownMove){legal.moves[i], node->rest_score, false};
    }
    qsort(out, (size_t)count, sizeof *out, show_better_first);
    return count;
}

static bool show_analysis(const BookGraph *graph, const Position *pos)
{
    KnownMove moves[MAX_MOVES];
    char iccs[5], chinese[MOVE_TEXT_SIZE];
    const int node = graph_find(graph, pos), count = node == NO_NODE ? 0 : show_known_moves(graph, node, pos, moves);
    for (int i = 0; i < count; i++)
        printf("%s  %s  score %+d%s\n", move_to_iccs(moves[i].move, iccs), move_to_text(pos, moves[i].move, NOTATION_CHINESE, chinese),
               moves[i].score, moves[i].searched ? "" : "  best other move, from one search");
    if (count == 0)
        puts(node == NO_NODE ? "position not in the analysis" : "no moves in the analysis");
    return count > 0;
}

/* ---- statistics ---- */

static void show_origin(uint64_t nodes, uint32_t net, const char *commit)
{
    char words[NET_WORDS], room[100];
    Text clean = text_over(room, sizeof room);
    text_add_clean(&clean, commit);
    printf("searches of %" PRIu64 " nodes each, %s%s%s", nodes, net_words(net, words), *commit ? "; started by commit " : "", clean.data);
}

static bool show_analysis_statistics(const BookCommand *c, Text *why)
{
    Analysis a;
    const char *path = c->words[0];
    const bool good = analysis_open(&a, path, NULL, NULL, why);
    if (good) {
        printf("%s: an analysis of openings (.hxa)\n%" PRIu64 " positions\n", path, (uint64_t)a.graph.node_count);
        show_origin(a.journal.head.nodes, a.journal.head.net, a.journal.head.commit);
        printf("; %" PRIu32 " MiB of hash\n", a.journal.head.hash_mib);
    }
    analysis_close(&a);
    return good;
}

static void show_book_size(const char *path, const BookSource *source)
{
    static const char *const kinds[] = {
        [BOOK_HXB] = "an opening book (.hxb)",
        [BOOK_DAT] = "an opening book of ElephantEye (BOOK.DAT)",
        [BOOK_TEXT] = "an opening book as text (BOOK.DAT of Binghe and Harmless)",
    };
    const Hxb *ours = source->book ? book_hxb(source->book) : NULL;
    printf("%s: %s\n", path, source->book ? kinds[book_kind(source->book)] : "an opening book of Chinese programs (.obk, .pfBook or .yfk)");
    if (ours)
        printf("%" PRIu32 " positions, ", ours->positions);
    printf("%" PRIu64 " moves\n", (uint64_t)book_source_moves(source));
    if (ours && ours->origin.margin > 0)
        printf("every move is within %" PRIu32 " centipawns of the best\n", ours->origin.margin);
    if (ours && ours->origin.nodes > 0) {
        printf("made from an analysis by ");
        show_origin(ours->origin.nodes, ours->origin.net, ours->origin.note);
        putchar('\n');
    }
}

static bool show_book_statistics(const BookCommand *c, Text *why)
{
    BookSource book;
    const bool good = book_source_open(&book, c, c->words[0], why);
    if (good)
        show_book_size(c->words[0], &book);
    book_source_close(&book);
    return good;
}

static bool show_statistics(const BookCommand *c, Text *why)
{
    return (journal_begins(c->words[0]) ? show_analysis_statistics : show_book_statistics)(c, why);
}

/* ---- the command ---- */

static bool show_analysis_file(const BookCommand *c, const Position *pos, bool *known, Text *why)
{
    Analysis a;
    const bool good = analysis_open(&a, c->words[0], NULL, NULL, why);
    *known = good && show_analysis(&a.graph, pos);
    analysis_close(&a);
    return good;
}

static bool show_book_file(const BookCommand *c, const Position *pos, bool *known, Text *why)
{
    BookSource book;
    const bool good = book_source_open(&book, c, c->words[0], why);
    *known = good && show_book(&book, pos);
    book_source_close(&book);
    return good;
}

int show_command(const BookCommand *c, const ShowOptions *o)
{
    Text why = WHY_IN(c->program->language);
    Position pos;
    bool known = true;
    if (c->word_count == 0)
        return args_wrong(c->program, "show: missing BOOK or ANALYSIS: a file or the word built-in");
    if (o->statistics && (c->word_count > 1 || o->fen))
        return args_wrong(c->program, "show: --statistics describes the whole file and takes no moves or --fen");
    const bool good = o->statistics ? show_statistics(c, &why)
                                    : show_position(o->fen, c->words + 1, c->word_count - 1, &pos, &why) &&
                                          (journal_begins(c->words[0]) ? show_analysis_file : show_book_file)(c, &pos, &known, &why);
    const int status = command_end(c, good, &why);
    return known ? status : EXIT_FAILURE;
}
