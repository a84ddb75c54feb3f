/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/check.h"

#include <inttypes.h>
#include <stdlib.h>

#include "bench/book/builder.h"
#include "bench/book/judges.h"
#include "bench/book/net.h"
#include "bench/book/take.h"
#include "engine/base/array.h"
#include "engine/base/rng.h"
#include "engine/book/walk.h"
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

/* Collects all moves of the book in positions of the analysis. Returns false if stopped or if
 * memory is short. */
static bool collect(const BookCheck *c, CheckedMoves *moves)
{
    for (size_t i = 0; i < c->graph->node_count; i++) {
        if (atomic_load(c->stop))
            return false;
        BookMove known[MAX_MOVES];
        Position pos;
        graph_position(c->graph, (int)i, &pos);
        for (int m = book_fold_mirrors(&pos, known, book_moves(c->book, &pos, known)); m-- > 0;) {
            if (!array_grow(&moves->list, &moves->room, moves->count + 1, sizeof *moves->list))
                return false;
            moves->list[moves->count++] = (CheckedMove){(int)i, known[m].move};
        }
    }
    return true;
}

/* The moves to be checked and their losses relative to the best move. */
typedef struct DrawnMoves {
    BookCheck *check;
    CheckedMove *list;
    int *losses; /* centipawns; owned */
} DrawnMoves;

static bool look_at(void *self, Judge *judge, size_t item)
{
    const DrawnMoves *drawn = self;
    return judge_position(judge, drawn->check->graph, drawn->list[item].node, drawn->check->nodes) &&
           judge_move(judge, drawn->list[item].move, &drawn->losses[item]);
}

static void count(void *self, size_t item)
{
    const DrawnMoves *drawn = self;
    const BookCheck *c = drawn->check;
    CheckTally *t = &drawn->check->tally;
    const int loss = drawn->losses[item];
    const bool within = loss <= c->options.bound;
    t->moves++;
    t->within += within;
    t->loss += loss;
    t->worst = loss > t->worst ? loss : t->worst;
    if (!within) {
        char text[5], fen[FEN_SIZE];
        Position pos;
        graph_position(c->graph, drawn->list[item].node, &pos);
        fen_write(&pos, fen);
        progress_note(c->progress, "%s: %s loses %d cp", fen, move_to_iccs(drawn->list[item].move, text), loss);
    }
    if (progress_due(c->progress, 500, 30000))
        progress_show(c->progress, "%" PRId64 " moves, %" PRId64 " within %" PRId64 " cp", t->moves, t->within, c->options.bound);
}

/* Draws moves without replacement and puts them at the front of the list. Returns how many were
 * drawn. */
static size_t draw(const CheckOptions *o, CheckedMoves *moves)
{
    Rng rng = {o->seed};
    size_t drawn = 0;
    for (; drawn < moves->count && (int64_t)drawn < o->count; drawn++) {
        const size_t at = drawn + rng_below(&rng, (uint32_t)(moves->count - drawn));
        const CheckedMove sample = moves->list[at];
        moves->list[at] = moves->list[drawn];
        moves->list[drawn] = sample;
    }
    return drawn;
}

/* Checks the first `drawn` moves. Returns false if stopped or if memory is short. */
static bool check_some(BookCheck *c, const CheckedMoves *moves, size_t drawn)
{
    enum { HASH_MIB = 64 };
    DrawnMoves looked_at = {c, moves->list, calloc(drawn + 1, sizeof *looked_at.losses)};
    const Judges judges = {.workers = c->options.workers,
                           .hash_mib = HASH_MIB,
                           .net = c->net,
                           .stop = c->stop,
                           .self = &looked_at,
                           .work = look_at,
                           .tell = count};
    const bool good = looked_at.losses && judges_run(&judges, drawn);
    free(looked_at.losses);
    return good;
}

static bool check_book(BookCheck *c, Text *why)
{
    CheckedMoves moves = {0};
    c->tally = (CheckTally){0};
    const bool good = collect(c, &moves) && check_some(c, &moves, draw(&c->options, &moves));
    free(moves.list);
    return good || (!atomic_load(c->stop) && why_no_memory(why));
}

bool check_files(BookCheck *c, const char *analysis, const char *path, const GraphPrices *prices, Text *why)
{
    Journal journal;
    BookGraph graph = {0};
    if (!journal_read(&journal, analysis, why))
        return false;
    Book *book = book_named(path, why);
    bool good = book;
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
