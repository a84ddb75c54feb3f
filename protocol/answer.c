/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/answer.h"

#include <stdio.h>

#include "engine/base/pool.h"
#include "engine/base/contract.h"
#include "engine/base/platform.h"
#include "engine/board/makemove.h"
#include "engine/board/movegen.h"
#include "engine/board/perft.h"

void answer_init(SessionAnswer *a, Engine *engine, Inbox *inbox, const Printer *printer, SessionBench *bench)
{
    *a = (SessionAnswer){.engine = engine, .inbox = inbox, .printer = printer, .bench = bench, .known = true};
    info_init(&a->limiter, printer, &steady_clock);
}

void answer_clear(SessionAnswer *a) { info_clear(&a->limiter); }

/* ---- perft and bench ---- */

/* Counts like perft_count(), but returns early if leave_off is set. At the root, prints `<move>:
 * <count>` for each move. */
static uint64_t count(const SessionAnswer *a, Position *pos, int depth, bool root)
{
    enum { UNINTERRUPTED = 4 }; /* takes some ten milliseconds */
    if (depth == 0 || (depth <= UNINTERRUPTED && !root))
        return perft_count(pos, depth);
    MoveList list = {0};
    uint64_t total = 0;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count && !atomic_load(&a->leave_off); i++) {
        Undo undo;
        char move[PRINTED_MOVE];
        position_make(pos, list.moves[i], &undo);
        uint64_t nodes = count(a, pos, depth - 1, false);
        position_unmake(pos, &undo);
        if (root && !atomic_load(&a->leave_off))
            output_linef(a->printer->out, "%s: %llu", printer_move(a->printer, list.moves[i], move), (unsigned long long)nodes);
        total += nodes;
    }
    return total;
}

/* Prints a count for each root move, then `Nodes searched: <n>` (UCCI.md, 98). */
static void *perft_work(void *self)
{
    SessionAnswer *a = self;
    uint64_t total = count(a, &a->pos, a->depth, true);
    a->complete = !atomic_load(&a->leave_off);
    if (a->complete) {
        output_line(a->printer->out, "");
        output_linef(a->printer->out, "Nodes searched: %llu", (unsigned long long)total);
        output_line(a->printer->out, "");
    }
    inbox_done(a->inbox);
    return NULL;
}

static void print_line(void *self, const char *line) { output_line(((SessionAnswer *)self)->printer->out, line); }

static void *bench_work(void *self)
{
    SessionAnswer *a = self;
    a->bench(a->args, print_line, a, &a->leave_off);
    a->complete = true;
    inbox_done(a->inbox);
    return NULL;
}

static bool begin_work(SessionAnswer *a, void *(*work)(void *self))
{
    atomic_store(&a->leave_off, false);
    a->complete = false;
    a->result = (SearchResult){.best = MOVE_NONE};
    a->known = HAVE_THREADS && !thread_start(&a->thread, SEARCH_STACK_BYTES, work, a);
    if (!HAVE_THREADS)
        work(a);
    a->how = a->known ? NOT_SEARCHED : COUNTED;
    if (a->known)
        printer_message(a->printer, "the system grants no thread for this; nothing is counted");
    return !a->known;
}

bool answer_begin_bench(SessionAnswer *a, const char *args)
{
    assert(a->known);
    snprintf(a->args, sizeof a->args, "%s", args);
    return a->bench && begin_work(a, bench_work);
}

/* ---- a search ---- */

static void on_info(void *self, const SearchInfo *info) { info_report(&((SessionAnswer *)self)->limiter, info); }

static void on_root_move(void *self, int depth, Move m, int number, int64_t time_ms)
{
    info_root_move(&((SessionAnswer *)self)->limiter, depth, m, number, time_ms);
}

/* Reports fewer threads than are set, each number once in a row. */
static void on_threads(void *self, int granted, int wanted)
{
    SessionAnswer *a = self;
    if (granted < wanted && granted != a->threads)
        printer_message(a->printer, "the system grants %d of %d threads; searching with %d", granted, wanted, granted);
    a->threads = granted;
}

static void on_done(void *self, const SearchResult *result)
{
    SessionAnswer *a = self;
    a->result = *result;
    inbox_done(a->inbox);
}

/* Returns the first legal move that the filter allows, or MOVE_NONE. */
static Move first_allowed(const MoveList *legal, const RootFilter *filter)
{
    for (int i = 0; i < legal->count; i++)
        if (root_filter_allows(filter, legal->moves[i]))
            return legal->moves[i];
    return MOVE_NONE;
}

/* Tries to play a book move. Books are used to choose a move, not for analysis. */
static bool play_from_book(SessionAnswer *a, const Game *game, const MoveList *bans, const GoArgs *go, const Limits *limits)
{
    Move moves[2];
    char move[PRINTED_MOVE];
    if (limits->ponder || a->infinite || limits->roots.only.count || limits->mate ||
        !engine_book_move(a->engine, game, bans, go_is_for_game(go), moves))
        return false;
    printer_message(a->printer, "book move %s", printer_move(a->printer, moves[0], move));
    a->result = (SearchResult){.best = moves[0], .ponder = moves[1]};
    return true;
}

/* Searches on the session's thread, where no other can be created. No command is read meanwhile, so the search lasts a second at most
 * unless the command limits its time. Returns false if there is no memory. */
static bool search_here(SessionAnswer *a, const Game *game, const Limits *limits, SearchListener listener)
{
    enum { DEAF_MS = 1000 };
    Limits bounded = *limits;
    bounded.ponder = false;
    if (limits->ponder || !(limits->movetime_ms || limits->clock.time_ms))
        bounded.movetime_ms = DEAF_MS;
    printer_message(a->printer, "the system grants no thread to search with: searching without one%s; no command is heard meanwhile",
                 bounded.movetime_ms == limits->movetime_ms ? "" : ", for a second at most");
    listener.threads = NULL;
    return searcher_run(a->engine->searcher, game, &bounded, &listener).best != MOVE_NONE;
}

/* Begins a search, on a smaller hash table if there is no memory for it. False if it cannot. */
static bool begin_search(SessionAnswer *a, const Game *game, const Limits *limits)
{
    const SearchListener listener = {.info = on_info, .root_move = on_root_move, .done = on_done, .threads = on_threads, .self = a};
    Searcher *searcher = a->engine->searcher;
    info_start(&a->limiter);
    SearchStart start = searcher_start(searcher, game, limits, &listener);
    if (start == SEARCH_NO_MEMORY && engine_shrink_hash(a->engine))
        start = searcher_start(searcher, game, limits, &listener);
    if (start == SEARCH_BEGUN || (start == SEARCH_NO_THREAD && search_here(a, game, limits, listener)))
        return true;
    printer_message(a->printer, "no memory to search with; playing the first legal move");
    return false;
}

void answer_begin(SessionAnswer *a, const Game *game, const MoveList *bans, const GoArgs *go)
{
    assert(a->known);
    assert(bans);
    assert(go);
    enum { MOST_PERFT = 30 };
    Limits limits;
    MoveList legal = {0};
    a->draw_offered = go->draw;
    a->how = NOT_SEARCHED;
    a->known = true;
    if (go->number[GO_PERFT] != UNSET) {
        a->pos = game->now;
        a->depth = go->number[GO_PERFT] < MOST_PERFT ? (int)go->number[GO_PERFT] : MOST_PERFT;
        begin_work(a, perft_work);
        return;
    }
    go_limits(go, a->engine->settings.milliseconds, &game->now, &limits, &a->infinite);
    a->for_a_move = !limits.ponder && !a->infinite;
    engine_temper(a->engine, &limits);
    limits.roots.ban = *bans;
    legal_moves(&game->now, &legal);
    a->result = (SearchResult){.best = first_allowed(&legal, &limits.roots), .ponder = MOVE_NONE};

    bool to_search = go->number[GO_DEPTH] != 0 || go->infinite || !a->printer->dialect->evaluates_only;
    if (legal.count == 0)
        printer_static_score(a->printer, mated_in(0));
    else if (!to_search)
        printer_static_score(a->printer, searcher_evaluate(a->engine->searcher, &game->now));
    if (go->searchmoves && limits.roots.only.count == 0) {
        printer_message(a->printer, "none of the moves after searchmoves is legal here: there is nothing to search");
        to_search = false;
    }
    if (!to_search || a->result.best == MOVE_NONE) {
        a->infinite = a->infinite && !a->printer->dialect->infinite_may_end;
        a->result.best = MOVE_NONE;
    } else if (!play_from_book(a, game, bans, go, &limits) && begin_search(a, game, &limits)) {
        a->how = SEARCHED;
        a->known = false;
    }
}

/* ---- end of a search ---- */

void answer_stop(SessionAnswer *a)
{
    atomic_store(&a->leave_off, true);
    if (!a->known && a->how == SEARCHED)
        searcher_stop(a->engine->searcher);
}

void answer_ponderhit(SessionAnswer *a)
{
    a->for_a_move = !a->infinite;
    if (!a->known)
        searcher_ponderhit(a->engine->searcher);
}

void answer_wait(SessionAnswer *a)
{
    if (!a->known && a->how == COUNTED && HAVE_THREADS)
        pthread_join(a->thread, NULL);
    else if (!a->known)
        searcher_wait(a->engine->searcher);
    a->known = true;
}

/* Decides by the options' thresholds whether to resign or accept a draw. Only moves that are played
 * in the game count. */
static const char *offer(SessionAnswer *a)
{
    enum { LOSING_MOVES = 3 };
    const Settings *set = &a->engine->settings;
    bool losing = a->result.score <= -set->concede_score;
    if (!a->for_a_move)
        return "";
    a->engine->losing_moves = losing ? a->engine->losing_moves + 1 : 0;
    if (a->draw_offered && set->accepts && a->result.score <= set->accept_score)
        return " draw";
    if (set->concedes && a->engine->losing_moves >= LOSING_MOVES)
        return " resign";
    return "";
}

bool answer_give(SessionAnswer *a, bool stopped)
{
    if (!a->known)
        return false;
    /* A stopped `go perft` has printed no final line, so one is printed here; UCCI answers every
     * `stop`. */
    if (a->how == COUNTED && !(stopped && (!a->complete || a->printer->dialect->answers_idle_stop)))
        return true;
    if (a->how == SEARCHED)
        info_flush(&a->limiter);
    bool by_search = a->how == SEARCHED && a->result.best != MOVE_NONE;
    printer_bestmove(a->printer, a->result.best, a->result.ponder, by_search ? offer(a) : "");
    return true;
}
