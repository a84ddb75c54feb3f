/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/check.h"

#include <inttypes.h>
#include <stdlib.h>

#include "bench/book/builder.h"
#include "bench/book/judge.h"
#include "bench/book/net.h"
#include "engine/base/array.h"
#include "engine/base/rng.h"
#include "engine/notation/fen.h"
#include "engine/notation/notation.h"

typedef struct CheckedMove {
    int node;
    Move move;
} CheckedMove;

typedef struct CheckedMoves {
    CheckedMove *list;
    size_t count, room;
} CheckedMoves;

/* All of the book's moves in positions of the analysis. False if it was stopped or memory is short. */
static bool collect(const BookCheck *c, CheckedMoves *moves)
{
    for (size_t i = 0; i < c->graph->node_count; i++) {
        if (atomic_load(c->stop))
            return false;
        BookMove known[MAX_MOVES];
        Position pos;
        graph_position(c->graph, (int)i, &pos);
        for (int m = book_moves(c->book, &pos, known); m-- > 0;) {
            if (!array_grow(&moves->list, &moves->room, moves->count + 1, sizeof *moves->list))
                return false;
            moves->list[moves->count++] = (CheckedMove){(int)i, known[m].move};
        }
    }
    return true;
}

static void count(BookCheck *c, const CheckedMove *sample, int loss)
{
    CheckTally *t = &c->tally;
    const bool within = loss <= c->options.bound;
    t->moves++;
    t->within += within;
    t->loss += loss;
    t->worst = loss > t->worst ? loss : t->worst;
    if (!within) {
        char text[5], fen[FEN_SIZE];
        Position pos;
        graph_position(c->graph, sample->node, &pos);
        fen_write(&pos, fen);
        progress_note(c->progress, "%s: %s is worse by %d", fen, move_to_iccs(sample->move, text), loss);
    }
    if (progress_due(c->progress, 500, 30000))
        progress_show(c->progress, "%" PRId64 " moves, %" PRId64 " within %" PRId64 " cp", t->moves, t->within, c->options.bound);
}

/* Draws without putting back. False if it was stopped or there is no memory. */
static bool check_some(BookCheck *c, Judge *judge, CheckedMoves *samples)
{
    Rng rng = {c->options.seed};
    for (size_t i = 0; i < samples->count && (int64_t)i < c->options.count; i++) {
        const size_t drawn = i + rng_below(&rng, (uint32_t)(samples->count - i));
        const CheckedMove sample = samples->list[drawn];
        int loss;
        samples->list[drawn] = samples->list[i];
        if (!judge_position(judge, c->graph, sample.node, c->nodes) || !judge_move(judge, sample.move, &loss))
            return false;
        count(c, &sample, loss);
    }
    return true;
}

static bool check_book(BookCheck *c, Text *why)
{
    enum { HASH_MIB = 64 };
    CheckedMoves samples = {0};
    Judge judge;
    c->tally = (CheckTally){0};
    const bool good = judge_init(&judge, HASH_MIB, c->net, c->stop, NULL) && collect(c, &samples) && check_some(c, &judge, &samples);
    free(samples.list);
    judge_clear(&judge);
    return good || (!atomic_load(c->stop) && why_no_memory(why));
}

bool check_files(BookCheck *c, const char *analysis, const char *path, const GraphPrices *prices, Text *why)
{
    Journal journal;
    BookGraph graph = {0};
    Text reason = WHY_INIT;
    if (!journal_read(&journal, analysis, why))
        return false;
    Book *book = book_open(path, &reason);
    bool good = book || text_fail(why, "%s: %s", path, reason.data);
    if (good)
        net_tell_another(c->net, journal.head.net, analysis, c->progress);
    good = good && book_graph(&journal, prices, c->stop, &graph, why);
    c->graph = &graph;
    c->book = book;
    c->nodes = (int64_t)journal.head.nodes * c->options.times;
    good = good && check_book(c, why);
    graph_clear(&graph);
    journal_close(&journal);
    book_free(book);
    return good;
}
