/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/match/runner.h"

#include "bench/match/outputs.h"
#include "engine/base/platform.h"
#include "engine/base/pool.h"
#include "engine/base/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* If an engine fails this many times in succession before its first move, it will not recover. */
enum { MAX_FALSE_STARTS = 10 };

/* The match ends if a worker's games are held up this many times in succession, or if the last worker
 * fails this many times in succession for lack of memory, processes or descriptors. */
enum { MAX_HOLDS = 10, MAX_TROUBLES = 3, TROUBLE_PAUSE_MS = 200 };

/* Limits for rewriting the exports during the match: minimum interval, and share of the time (1/N)
 * that it may take. */
enum { EXPORT_US = 20000000, EXPORT_SHARE = 100 };

typedef struct MatchWorker {
    Runner *runner;
    Board *board;
    Client clients[2];   /* engines of the game */
    int holds, troubles; /* numbers of consecutive games that were held up, or failed for lack of resources */
} MatchWorker;

/* Makes the name of engine `i` different from those before it, since the same program may play
 * twice. Returns false if an allocation fails. */
static bool runner_make_name_unique(Config *c, int i)
{
    EngineSpec *e = &c->engines[i];
    for (int j = 0, first = -1, copy = 2; j < i; j++)
        if (strcmp(c->engines[j].name, e->name) == 0) {
            Text name = TEXT_INIT;
            first = first < 0 ? j : first;
            text_addf(&name, "%s (%d)", c->engines[first].name, copy++);
            free(e->name);
            e->name = text_take(&name);
            if (!e->name)
                return false;
            j = -1;
        }
    return true;
}

bool runner_try_engines(Config *c, ProcessHost *host, FILE *log, Text *why)
{
    bool ok = true;
    for (int i = 0; i < c->schedule.engines && ok; i++) {
        EngineSpec *e = &c->engines[i];
        Client client;
        bool started;
        client_init(&client, e, host, &c->patience, log);
        do
            started = client_start(&client);
        while (client.fault == CLIENT_HELD);
        if (started && !e->name)
            e->name = name_clean(client.id_name[0] ? client.id_name : e->command);
        ok = started && e->name && runner_make_name_unique(c, i);
        if (!ok)
            why_not(why, "engine %d (%.80s) does not start: %.300s", i + 1, e->name ? e->name : e->command,
                    client.fault == CLIENT_STOPPED ? "interrupted"
                    : started                      ? "out of memory"
                                                   : client.text);
        client_quit(&client);
    }
    return ok;
}

/* Ends the match. The caller holds the lock. */
static void runner_end_all(Runner *r, RunEnd end)
{
    if (!atomic_exchange(&r->host->over, true))
        r->end = end;
}

/* Ends the match with a reason. The caller holds the lock. */
__attribute__((format(printf, 2, 3))) static void runner_fail(Runner *r, const char *format, ...)
{
    va_list values;
    if (r->host->over)
        return;
    va_start(values, format);
    text_vaddf(r->why, format, values);
    va_end(values);
    runner_end_all(r, RUN_FAILED);
}

/* Returns true if the game may have to be played and is not in progress. The caller holds the lock. */
static bool runner_is_to_play(const Runner *r, int id)
{
    if (results_state(r->results, id) == GAME_VOID)
        return false;
    for (int i = 0; i < r->report->board_count; i++)
        if (r->report->boards[i].game == id)
            return false;
    return schedule_is_ours(&r->config->schedule, id) && !results_has(r->results, id);
}

/* Returns the next game that can be played now, the number of all games if none is left, or -1 if the games that are left wait for
 * the results of others. The caller holds the lock. */
static int runner_find_game(Runner *r)
{
    const int total = schedule_total(&r->config->schedule);
    bool waits = false;
    while (r->next < total && !runner_is_to_play(r, r->next))
        r->next++;
    for (int id = r->next; id < total; id++) {
        if (!runner_is_to_play(r, id))
            continue;
        if (results_state(r->results, id) == GAME_READY)
            return id;
        waits = true;
    }
    return waits ? -1 : total;
}

/* Waits until a game can be played, and returns it. Returns the number of all games if there is none left, or if the match is over.
 * The caller holds the lock. */
static int runner_await_game(Runner *r)
{
    enum { LOOK_US = 100000 }; /* an interruption does not wake the worker */
    int id;
    while ((id = runner_find_game(r)) < 0 && !host_ends(r->host))
        steady_cond_wait(&r->changed, &r->lock, clock_us() + LOOK_US);
    return host_ends(r->host) ? schedule_total(&r->config->schedule) : id;
}

/* Takes the next game and puts it on the worker's board. If there are no more games or the match is
 * over, returns false and counts the worker as ended. */
static bool runner_next_fixture(MatchWorker *w, Fixture *fixture)
{
    Runner *r = w->runner;
    const Schedule *d = &r->config->schedule;
    pthread_mutex_lock(&r->lock);
    const int id = runner_await_game(r);
    bool found = id < schedule_total(d);
    if (found) {
        *fixture = results_fixture(r->results, id);
        *w->board = (Board){id, 0};
    } else {
        r->workers--;
    }
    pthread_mutex_unlock(&r->lock);
    return found;
}

/* Counts consecutive failed starts of an engine. The caller holds the lock. */
static void runner_watch_starts(Runner *r, const GameRecord *g)
{
    int loser = g->result.outcome == OUTCOME_RED ? g->black : g->red;
    if (g->plies < 2 && (g->result.ending == ENDING_CRASH || g->result.ending == ENDING_STALL)) {
        if (++r->false_starts[loser] >= MAX_FALSE_STARTS)
            runner_fail(r, "engine %.80s failed %d times in a row before its first move, last: %.300s", r->config->engines[loser].name,
                        MAX_FALSE_STARTS, g->reason);
    } else if (g->plies >= 2) {
        r->false_starts[g->red] = r->false_starts[g->black] = 0;
    }
}

/* Rewrites the exports when they are due. The caller holds the lock. */
static void runner_refresh_exports(Runner *r)
{
    int64_t start = clock_us();
    if (r->host->over || start < r->export_due_us)
        return;
    if (!exports_write(r->store, r->config, r->results, r->why))
        runner_end_all(r, RUN_FAILED);
    int64_t now = clock_us(), pause = (now - start) * EXPORT_SHARE;
    r->export_due_us = now + (pause > EXPORT_US ? pause : EXPORT_US);
}

/* Returns true if the sequential test is decided. A shard knows only a part of the games, so it
 * never decides. */
static bool runner_is_decided(const Runner *r)
{
    const Config *c = r->config;
    if (!c->sprt.on || c->schedule.shards != 1)
        return false;
    const Tally *t = results_tally(r->results, 0, 1);
    return sprt_verdict(&c->sprt, sprt_llr(&c->sprt, t, tally_unit(t))) != SPRT_OPEN;
}

static void runner_hand_in(MatchWorker *w, GameRecord *g)
{
    Runner *r = w->runner;
    pthread_mutex_lock(&r->lock);
    w->board->game = -1;
    w->holds = w->troubles = 0;
    if (!r->host->over && !results_add(r->results, g)) {
        runner_fail(r, "out of memory");
    } else if (!r->host->over) {
        const GameRecord *added = &r->results->games[r->results->count - 1];
        if (!store_add(r->store, added, r->why))
            runner_end_all(r, RUN_FAILED);
        report_game(r->report, added);
        runner_refresh_exports(r);
        runner_watch_starts(r, added);
        if (runner_is_decided(r))
            runner_end_all(r, RUN_DECIDED);
    }
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
}

/* Makes a void game available again, to be replayed. Returns true if the worker continues. It continues
 * after a suspension. If there is a lack of resources, it ends and leaves the game to the other
 * workers. The last worker tries again a few times, because the others have freed their resources. */
static bool runner_put_back(MatchWorker *w, const GameRecord *g, bool held)
{
    Runner *r = w->runner;
    bool goes_on = true;
    pthread_mutex_lock(&r->lock);
    w->board->game = -1;
    r->next = g->id < r->next ? g->id : r->next;
    if (host_ends(r->host)) {
        goes_on = false;
    } else if (held && ++w->holds < MAX_HOLDS) {
        progress_note(&r->report->progress, "game %d: %s; replaying it", g->id + 1, g->reason);
    } else if (held) {
        runner_fail(r, "%d games in a row were interrupted, last game %d: %.300s; not counted", w->holds, g->id + 1, g->reason);
    } else if (r->workers > 1) {
        r->workers--;
        progress_note(&r->report->progress, "game %d: %s; postponed, playing %d games at a time from now on", g->id + 1, g->reason,
                      r->workers);
        goes_on = false;
    } else if (++w->troubles >= MAX_TROUBLES) {
        runner_fail(r, "game %d cannot be played: %.300s; not counted", g->id + 1, g->reason);
    }
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
    if (goes_on && !held)
        sleep_ms(TROUBLE_PAUSE_MS);
    return goes_on;
}

static void runner_moved(void *self, int plies)
{
    MatchWorker *w = self;
    pthread_mutex_lock(&w->runner->lock);
    w->board->plies = plies;
    if (!w->runner->host->over)
        report_move(w->runner->report);
    pthread_mutex_unlock(&w->runner->lock);
}

/* Returns the client, set up for this engine. If the client was used for another engine, that engine is
 * ended to free its memory. */
static Client *runner_seat(const Runner *r, Client *client, const EngineSpec *spec)
{
    if (client->spec != spec) {
        client_quit(client);
        client_init(client, spec, r->host, &r->config->patience, r->log);
    }
    return client;
}

/* Plays a game. Returns false if the worker must end. */
static bool runner_play_fixture(MatchWorker *w, const Fixture *f)
{
    const Runner *r = w->runner;
    GameRecord g = {.id = f->id, .red = f->red, .black = f->black, .round = f->round, .start = *openings_pick(r->openings, f->opening)};
    const EngineSpec *red = &r->config->engines[f->red], *black = &r->config->engines[f->black];
    bool turned = w->clients[0].spec == black || w->clients[1].spec == red; /* engines that played in the last game are kept running */
    Client *clients[2] = {runner_seat(r, &w->clients[turned], red), runner_seat(r, &w->clients[!turned], black)};
    ClientFault end = play_game(clients, &r->config->adjudication, runner_moved, w, &g);
    bool goes_on = true;
    for (int i = 0; i < 2; i++)
        if (end != CLIENT_OK || clients[i]->spec->restart)
            client_quit(clients[i]); /* after a fault, their state and memory use are unknown */
    if (end == CLIENT_OK)
        runner_hand_in(w, &g);
    else
        goes_on = runner_put_back(w, &g, end == CLIENT_HELD);
    game_record_clear(&g);
    return goes_on;
}

/* Binds the calling thread, and so the engines that it starts, to processors of its own. */
static void runner_bind(Runner *r, int id)
{
    const int count = config_processors(r->config);
    if (!r->config->affinity || thread_bind(id, count))
        return;
    pthread_mutex_lock(&r->lock);
    progress_note(&r->report->progress, "the engines of thread %d cannot be bound to processors", id + 1);
    pthread_mutex_unlock(&r->lock);
}

/* Pauses between two games, unless the match ends. */
static void runner_pause(const Runner *r)
{
    enum { LOOK_MS = 50 };
    const int64_t until = clock_us() + r->config->pause_us;
    for (int64_t left; (left = (until - clock_us()) / 1000) > 0 && !host_ends(r->host);)
        sleep_ms(left < LOOK_MS ? (int)left : LOOK_MS);
}

static void runner_work(void *self, int id)
{
    MatchWorker *w = &((MatchWorker *)self)[id];
    Fixture fixture;
    runner_bind(w->runner, id);
    while (runner_next_fixture(w, &fixture) && runner_play_fixture(w, &fixture))
        runner_pause(w->runner);
    for (int i = 0; i < 2; i++)
        client_quit(&w->clients[i]);
}

/* Plays the missing games on up to `count` threads. */
static void runner_share(Runner *r, MatchWorker *workers, Board *boards, int count)
{
    Pool pool;
    for (int i = 0; i < count; i++) {
        workers[i] = (MatchWorker){.runner = r, .board = &boards[i]};
        boards[i].game = -1;
    }
    r->report->boards = boards;
    r->workers = r->report->board_count = pool_begin(&pool, count, 0, runner_work, workers);
    if (r->workers < count)
        progress_note(&r->report->progress, "could start only %d of %d threads; playing %d game%s at a time", r->workers, count, r->workers,
                      r->workers > 1 ? "s" : "");
    pool_run(&pool);
}

RunEnd runner_play(Runner *r, Text *why)
{
    const Config *c = r->config;
    int missing = results_missing(r->results), count = c->concurrency < missing ? (int)c->concurrency : missing;
    MatchWorker *workers = calloc((size_t)count + 1, sizeof *workers);
    Board *boards = calloc((size_t)count + 1, sizeof *boards);
    r->false_starts = calloc((size_t)c->schedule.engines, sizeof *r->false_starts);
    r->why = why;
    r->end = runner_is_decided(r) ? RUN_DECIDED : RUN_FINISHED; /* the decision may be due to games of an earlier run */
    pthread_mutex_init(&r->lock, NULL);
    steady_cond_init(&r->changed);
    if (!workers || !boards || !r->false_starts)
        runner_fail(r, "out of memory");
    if (r->end == RUN_FINISHED && count > 0)
        runner_share(r, workers, boards, count);
    if (r->end == RUN_FINISHED && atomic_load(r->host->interrupted))
        r->end = RUN_INTERRUPTED;
    pthread_cond_destroy(&r->changed);
    pthread_mutex_destroy(&r->lock);
    r->report->boards = NULL;
    r->report->board_count = 0;
    free(workers);
    free(boards);
    free(r->false_starts);
    return r->end;
}
