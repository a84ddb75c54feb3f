/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/check.h"

#include <inttypes.h>
#include <stdlib.h>

#include "bench/book/builder.h"
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

static bool search(Searcher *searcher, Game *game, Move only, int64_t nodes, const atomic_bool *stop, SearchResult *result)
{
    Limits limits = {.nodes = (uint64_t)nodes};
    if (only != MOVE_NONE)
        limits.roots.only = (MoveList){.count = 1, .moves = {only}};
    searcher_new_game(searcher);
    return searcher_run_until(searcher, game, &limits, &(SearchListener){0}, stop, result);
}

/* How much worse a move is than what a search of the position finds. False if it was stopped or there is no memory. */
static bool loss_of(const BookCheck *c, Searcher *searcher, const CheckedMove *sample, int *loss)
{
    Game game;
    Position pos;
    SearchResult best, other;
    game_init(&game);
    graph_position(c->graph, sample->node, &pos);
    game_reset(&game, &pos);
    bool done = search(searcher, &game, MOVE_NONE, c->nodes, c->stop, &best);
    *loss = 0;
    if (done && best.best != sample->move) {
        done = search(searcher, &game, sample->move, c->nodes, c->stop, &other);
        *loss = done && other.score < best.score ? best.score - other.score : 0;
    }
    game_clear(&game);
    return done;
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
static bool check_some(BookCheck *c, Searcher *searcher, CheckedMoves *samples)
{
    Rng rng = {c->options.seed};
    for (size_t i = 0; i < samples->count && (int64_t)i < c->options.count; i++) {
        const size_t drawn = i + rng_below(&rng, (uint32_t)(samples->count - i));
        const CheckedMove sample = samples->list[drawn];
        int loss;
        samples->list[drawn] = samples->list[i];
        if (!loss_of(c, searcher, &sample, &loss))
            return false;
        count(c, &sample, loss);
    }
    return true;
}

static bool check_book(BookCheck *c, Text *why)
{
    CheckedMoves samples = {0};
    Searcher *searcher = searcher_new(&(SearchOptions){.hash_mib = 64, .threads = 1, .multipv = 1});
    c->tally = (CheckTally){0};
    bool good = searcher && collect(c, &samples);
    if (good) {
        searcher_set_net(searcher, c->net);
        good = check_some(c, searcher, &samples);
    }
    free(samples.list);
    searcher_free(searcher);
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
