/* SPDX-License-Identifier: GPL-3.0-only */
/* A Searcher from creation to end: its parts, threads and settings, and each search from start to
 * result. */
#include "search/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/pool.h"
#include "engine/base/contract.h"
#include "engine/base/minmax.h"
#include "engine/base/platform.h"
#include "engine/board/legal.h"
#include "search/root.h"
#include "search/params.h"
#include "search/prove.h"
#include "search/team.h"
#include "search/worker.h"
#include "search/alphabeta.h"

#ifdef TUNE
#define X(name, value, least, most) int name = value;
SEARCH_PARAMS(X)
#undef X

#define X(name, value, least, most) {#name, &name, value, least, most},
const SearchParam search_params[] = {SEARCH_PARAMS(X){0}};
#undef X
#else
const SearchParam search_params[] = {{0}};
#endif

bool search_param_set(const char *name, int value)
{
    for (const SearchParam *p = search_params; p->name; p++)
        if (strcmp(p->name, name) == 0) {
            *p->value = value < p->least ? p->least : value > p->most ? p->most : value;
            return true;
        }
    return false;
}

/* ---- workers ---- */

static bool searcher_add_worker(Shared *shared)
{
    Worker *w = worker_new(shared, shared->worker_count);
    if (w)
        shared->workers[shared->worker_count++] = w;
    return w != NULL;
}

static void searcher_keep_workers(Shared *shared, int count)
{
    while (shared->worker_count > count)
        worker_free(shared->workers[--shared->worker_count]);
}

bool searcher_set_threads(Searcher *s, int threads)
{
    assert(in_range(threads, 1, MAX_THREADS) && searcher_is_idle(s));
    const int before = s->shared.worker_count;
    if (!s->shared.prover)
        s->shared.prover = prover_new();
    bool done = s->shared.prover != NULL;
    while (done && s->shared.worker_count < threads)
        done = searcher_add_worker(&s->shared);
    searcher_keep_workers(&s->shared, done ? threads : before);
    return done;
}

int searcher_threads(const Searcher *s) { return s->shared.worker_count > 0 ? s->shared.worker_count : 1; }

static bool searcher_ensure_worker(Searcher *s) { return s->shared.worker_count > 0 || searcher_set_threads(s, 1); }

bool searcher_ready(Searcher *s)
{
    assert(searcher_is_idle(s));
    tt_ready(&s->shared.tt);
    return searcher_ensure_worker(s);
}

/* ---- parts and settings ---- */

/* Computes the table of reductions. The parameters may change in a tuning build. */
static void searcher_fill_reductions(Shared *s)
{
    double ln[64];
    for (int i = 1; i < 64; i++)
        ln[i] = log(i);
    for (int depth = 1; depth < 64; depth++)
        for (int number = 1; number < 64; number++)
            s->lmr[depth][number] = (int)(lmr_base + lmr_slope * ln[depth] * ln[number]) - (number < 2 ? lmr_base : 0);
}

Searcher *searcher_new(const SearchOptions *options)
{
    assert(in_range(options->hash_mib, 1, MAX_HASH_MIB));
    assert(in_range(options->threads, 0, MAX_THREADS));
    assert(in_range(options->multipv, 1, MAX_MULTIPV));
    Searcher *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    pthread_mutex_init(&s->shared.finished.lock, NULL);
    s->shared.multipv = options->multipv;
    s->shared.net = options->net;
    s->shared.clock = steady_clock;
    searcher_fill_reductions(&s->shared);
    searcher_set_rules(s, RULES_ASIAN, NATURAL_LIMIT_DEFAULT);
    if (!tt_resize(&s->shared.tt, options->hash_mib) || (options->threads && !searcher_set_threads(s, options->threads))) {
        searcher_free(s);
        return NULL;
    }
    return s;
}

void searcher_free(Searcher *s)
{
    if (!s)
        return;
    searcher_stop(s);
    searcher_wait(s);
    searcher_keep_workers(&s->shared, 0);
    prover_free(s->shared.prover);
    tt_free(&s->shared.tt);
    pthread_mutex_destroy(&s->shared.finished.lock);
    free(s);
}

bool searcher_set_hash(Searcher *s, int hash_mib)
{
    assert(hash_mib >= 1 && searcher_is_idle(s));
    return tt_resize(&s->shared.tt, hash_mib);
}

int searcher_hash_mib(const Searcher *s) { return (int)(s->shared.tt.bytes >> 20); }

void searcher_set_multipv(Searcher *s, int lines)
{
    assert(in_range(lines, 1, MAX_MULTIPV) && searcher_is_idle(s));
    s->shared.multipv = lines;
}

void searcher_set_clock(Searcher *s, const Clock *clock)
{
    assert(searcher_is_idle(s));
    s->shared.clock = *clock;
}

void searcher_set_rules(Searcher *s, RuleSet rules, int limit)
{
    assert(rules < RULE_SETS && limit >= 0);
    assert(searcher_is_idle(s));
    s->rules = rules;
    s->limit = limit;
}

void searcher_new_game(Searcher *s)
{
    assert(searcher_is_idle(s));
    if (s->used) /* the pages of a new table are not yet allocated */
        tt_clear(&s->shared.tt);
    s->used = false;
    s->games++;
    s->lag = (LagMeter){0};
    searcher_fill_reductions(&s->shared);
    for (int i = 0; i < s->shared.worker_count; i++)
        worker_clear(s->shared.workers[i]);
}

static void searcher_use_evaluation(Searcher *s, const Network *net, int knowledge)
{
    if (net == s->shared.net && knowledge == s->shared.knowledge)
        return;
    s->shared.net = net;
    s->shared.knowledge = knowledge;
    for (int i = 0; i < s->shared.worker_count; i++)
        evaluator_init(&s->shared.workers[i]->evaluator, net, knowledge);
    searcher_new_game(s); /* the table holds results of the other evaluation */
}

void searcher_set_net(Searcher *s, const Network *net)
{
    assert(searcher_is_idle(s));
    searcher_use_evaluation(s, net, s->shared.knowledge);
}

void searcher_set_endgames(Searcher *s, const EndgameTables *tables)
{
    assert(searcher_is_idle(s));
    if (tables == s->shared.endgames)
        return;
    s->shared.endgames = tables;
    for (int i = 0; i < s->shared.worker_count; i++)
        if (s->shared.workers[i]->cache)
            endgame_cache_clear(s->shared.workers[i]->cache);
    searcher_new_game(s); /* the hash table holds results of the other tables */
}

/* ---- one search ---- */

/* Sets all workers to the game's position. Returns false if an allocation fails. */
static bool searcher_prepare_workers(Searcher *s, const Game *game, int knowledge)
{
    if (!searcher_ensure_worker(s))
        return false;
    searcher_use_evaluation(s, s->shared.net, knowledge);
    for (int i = 0; i < s->shared.worker_count; i++)
        if (!worker_set_position(s->shared.workers[i], game))
            return false;
    s->used = true;
    return true;
}

/* Sets the limits of a search, as reduced by a handicap, and which tables and team take part. */
static void searcher_prepare_limits(Searcher *s, const Limits *limits)
{
    Shared *shared = &s->shared;
    shared->limits = *limits;
    shared->limits.depth = min_int(limits->depth, MAX_DEPTH);
    shared->strength = strength_left(&limits->handicap);
    if (shared->strength.nodes && (!limits->nodes || limits->nodes > shared->strength.nodes))
        shared->limits.nodes = shared->strength.nodes;
    const bool ordinary = strength_is_full(&shared->strength) && !limits->mate;
    shared->use_endgames = shared->endgames && ordinary;
    shared->team = ordinary ? s->team : NULL;
    shared->shares = shared->team || shared->worker_count > 1;
}

/* Sets the deadlines; the clock starts at begun_ms. */
static void searcher_prepare_clock(Searcher *s, const Limits *limits, int game_ply)
{
    Shared *shared = &s->shared;
    lag_move_begins(&s->lag, &limits->clock, game_ply, limits->overhead_ms);
    time_init(&shared->time, limits, lag_worst_ms(&s->lag, limits->overhead_ms), lag_expected_ms(&s->lag, limits->overhead_ms));
    atomic_store(&shared->clock_start_ms, shared->begun_ms);
    atomic_store(&shared->pondering, limits->ponder);
    atomic_store(&shared->settled, false);
}

/* Prepares a search; no search may be running. Returns false if an allocation fails. */
static bool searcher_prepare(Searcher *s, const Game *game, const Limits *limits)
{
    assert(limits->depth >= 0);
    assert(limits->mate >= 0);
    assert(limits->movetime_ms >= 0);
    assert(limits->overhead_ms >= 0);
    assert(limits->clock.time_ms >= 0);
    assert(limits->clock.moves_to_go >= 0);
    assert(in_range(limits->idle_percent, 0, 99));
    assert(in_range(limits->ablation.pruning, 0, 3));
    assert(in_range(limits->ablation.knowledge, 0, 3));
    Shared *shared = &s->shared;
    shared->begun_ms = clock_now_ms(&shared->clock);
    if (!searcher_prepare_workers(s, game, limits->ablation.knowledge))
        return false;
    searcher_prepare_limits(s, limits);
    searcher_prepare_clock(s, limits, game->now.game_ply);
    search_rules_init(&shared->rules, game, s->rules, s->limit);
    tt_new_search(&shared->tt);
    prover_new_search(shared->prover);
    atomic_store(&shared->stop, false);
    atomic_store(&shared->finished.depth, 0);
    atomic_store(&shared->nodes_elsewhere, 0);
    atomic_store(&s->searching, true);
    if (shared->team)
        team_begin(shared, game, limits);
    return true;
}

/* Returns the second move of the PV, or else the move that the table has for the position after its
 * first move, or MOVE_NONE. */
static Move searcher_expected_reply(Worker *w, const RootMove *line)
{
    Position after = w->pos;
    Undo undo;
    position_make(&after, line->move, &undo);
    if (line->pv_length > 1 && is_legal(&after, line->pv[1]))
        return line->pv[1];
    TtEntry hit;
    key_filter_enter(&w->filter, undo.key);
    const uint64_t key = rules_key(&w->shared->rules, &w->filter, &after);
    key_filter_leave(&w->filter, undo.key);
    const bool known = tt_probe(&w->shared->tt, key, &hit) && hit.move != MOVE_NONE && is_legal(&after, hit.move);
    return known ? hit.move : MOVE_NONE;
}

/* Informs the team that a search ended before it began. */
static void searcher_leave_team(const Shared *shared)
{
    int count;
    if (shared->team)
        team_end(shared, NULL, &count);
}

static void *searcher_run_helper(void *worker)
{
    const Worker *w = worker;
    thread_spread(w->id);
    worker_iterate(worker);
    return NULL;
}

static void *searcher_run_main(void *self)
{
    Searcher *s = self;
    Shared *shared = &s->shared;
    Worker *w = shared->workers[0];
    s->result = (SearchResult){.best = MOVE_NONE, .ponder = MOVE_NONE};

    if (worker_set_roots(w, &shared->limits.roots) > 0) {
        for (int i = 1; i < shared->worker_count; i++)
            worker_copy_roots(shared->workers[i], w);
        int begun = 1;
        /* The threads exist for one search only: starting a thread takes a small part of a millisecond. */
        while (begun < shared->worker_count &&
               thread_start(&s->threads[begun], SEARCH_STACK_BYTES, searcher_run_helper, shared->workers[begun]))
            begun++;
        if (shared->listener.threads)
            shared->listener.threads(shared->listener.self, begun, shared->worker_count);
        w->clock_checked_ms = clock_now_ms(&shared->clock);
        worker_iterate(w);
        worker_record_clock_check(w, clock_now_ms(&shared->clock));
        atomic_store(&shared->stop, true);
        while (--begun > 0)
            pthread_join(s->threads[begun], NULL);

        Worker *elected = election_hold(shared);
        const RootMove *best = &elected->standing[0];
        s->result.best = best->move;
        s->result.ponder = searcher_expected_reply(elected, best);
        s->result.score = score_reported(elected, best->score);
        s->result.depth = elected->completed_depth;
    } else {
        s->result.score = mated_in(0);
        searcher_leave_team(shared);
    }
    s->result.nodes = shared_nodes(shared);
    s->result.time_ms = shared_since_go_ms(shared);
    lag_move_ends(&s->lag, shared_pondering(shared) ? 0 : shared_on_clock_ms(shared), shared->time.timed ? w->stall_ms : 0,
                  shared->limits.overhead_ms);
    atomic_store(&s->searching, false);
    if (shared->listener.done)
        shared->listener.done(shared->listener.self, &s->result);
    return NULL;
}

SearchStart searcher_start(Searcher *s, const Game *game, const Limits *limits, const SearchListener *listener)
{
    assert(searcher_is_idle(s) && listener);
    searcher_wait(s);
    if (!searcher_prepare(s, game, limits))
        return SEARCH_NO_MEMORY;
    s->shared.listener = *listener;
    if (!HAVE_THREADS) {
        searcher_run_main(s);
        return SEARCH_BEGUN;
    }
    s->in_background = thread_start(&s->threads[0], SEARCH_STACK_BYTES, searcher_run_main, s);
    if (!s->in_background) {
        atomic_store(&s->searching, false);
        searcher_leave_team(&s->shared);
    }
    return s->in_background ? SEARCH_BEGUN : SEARCH_NO_THREAD;
}

SearchResult searcher_run(Searcher *s, const Game *game, const Limits *limits, const SearchListener *listener)
{
    assert(searcher_is_idle(s));
    searcher_wait(s);
    if (!searcher_prepare(s, game, limits))
        return (SearchResult){.best = MOVE_NONE, .ponder = MOVE_NONE, .score = SCORE_NONE};
    s->shared.listener = listener ? *listener : (SearchListener){0};
    searcher_run_main(s); /* on this thread, so that short searches need no thread switch */
    return s->result;
}

void searcher_stop(Searcher *s) { atomic_store(&s->shared.stop, true); }

void searcher_ponderhit(Searcher *s)
{
    atomic_store(&s->shared.clock_start_ms, clock_now_ms(&s->shared.clock));
    atomic_store(&s->shared.pondering, false);
}

void searcher_wait(Searcher *s)
{
    if (s->in_background)
        pthread_join(s->threads[0], NULL);
    s->in_background = false;
}

const Position *searcher_cut_at(const Searcher *s)
{
    assert(searcher_is_idle(s));
    const Worker *w = s->shared.workers[0];
    return w && w->cut_short ? &w->cut_at : NULL;
}

Score searcher_evaluate(Searcher *s, const Position *pos)
{
    return s->shared.net ? network_evaluate_scratch(s->shared.net, pos) : hce_evaluate(pos);
}

bool searcher_probe(Searcher *s, const Game *game, TtEntry *entry)
{
    SearchRules rules;
    KeyFilter past;
    search_rules_init(&rules, game, s->rules, s->limit);
    key_filter_fill(&past, game->undos, game->plies);
    if (!tt_probe(&s->shared.tt, rules_key(&rules, &past, &game->now), entry) || entry->bound == BOUND_NONE)
        return false;
    if (entry->move != MOVE_NONE && !is_legal(&game->now, entry->move)) /* the entry belongs to another position */
        return false;
    entry->score = score_unscaled(entry->score, bb_count(occupied(&game->now)));
    return true;
}
