#include "bench/match/runner.h"

#include "engine/base/platform.h"
#include "engine/base/text.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* An engine that fails so often in a row before its first move will not recover. */
enum { MAX_FALSE_STARTS = 10 };

/* A game that is held up so often in a row, or that the last worker lacks the means for so often, is not to be had here. */
enum { MAX_HOLDS = 10, MAX_TROUBLES = 3, TROUBLE_PAUSE_MS = 200 };

/* The page is written anew while games go on: not too often, and for a small share of the time. */
enum { PAGE_US = 20000000, PAGE_SHARE = 100 };

typedef struct MatchWorker {
    Runner *runner;
    Board *board;
    Client *clients; /* by engine */
    pthread_t thread;
} MatchWorker;

/* The name of engine `i`, such as no engine before it has: the same program may play twice. False: no memory. */
static bool make_name_unique(Config *c, int i)
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

bool runner_try_engines(Config *c, const ProcessHost *host, FILE *log, Text *why)
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
            e->name = strdup(client.id_name[0] ? client.id_name : e->command);
        ok = started && e->name && name_clean(&e->name) && make_name_unique(c, i);
        if (!ok)
            text_fail(why, "engine %d (%.80s) does not start: %.300s", i + 1, e->name ? e->name : e->command,
                      client.fault == CLIENT_STOPPED ? "interrupted"
                      : started                      ? "out of memory"
                                                     : client.text);
        for (int j = 0; j < e->option_count && ok; j++)
            if (!client_knows_option(&client, e->options[j].name))
                fprintf(stderr, "hanxin-match: warning: engine %s does not know the option %s\n", e->name, e->options[j].name);
        client_quit(&client, clock_us() + c->patience.grace_us);
    }
    return ok;
}

/* The lock is held. */
static void end_all(Runner *r, RunEnd end)
{
    if (r->over)
        return;
    r->over = true;
    r->end = end;
    ssize_t sent = write(r->stop, "x", 1); /* the other games end at once */
    (void)sent;
}

/* The same for a reason. The lock is held. */
__attribute__((format(printf, 2, 3))) static void fail(Runner *r, const char *format, ...)
{
    va_list values;
    if (r->over)
        return;
    va_start(values, format);
    text_vaddf(r->why, format, values);
    va_end(values);
    end_all(r, RUN_FAILED);
}

/* The lock is held. */
static bool is_over(const Runner *r) { return r->over || atomic_load(r->interrupted); }

/* Nobody gets another fixture once it is over; a worker that gets none has ended. */
static bool next_fixture(Runner *r, Fixture *fixture)
{
    const Schedule *d = &r->config->schedule;
    bool found = false;
    pthread_mutex_lock(&r->lock);
    if (!is_over(r) && r->handed_back_count > 0) {
        *fixture = r->handed_back[--r->handed_back_count];
        found = true;
    }
    while (!is_over(r) && !found && r->next < schedule_total(d)) {
        int id = r->next++;
        if (schedule_is_ours(d, id) && !results_has(r->results, id)) {
            *fixture = schedule_fixture(d, id);
            found = true;
        }
    }
    if (!found)
        r->workers--;
    pthread_mutex_unlock(&r->lock);
    return found;
}

/* The lock is held. Counts starts that failed, in a row. */
static void watch_starts(Runner *r, const GameRecord *g)
{
    int loser = g->result.outcome == OUTCOME_RED ? g->black : g->red, winner = g->red + g->black - loser;
    if (g->plies < 2 && (g->result.ending == ENDING_CRASH || g->result.ending == ENDING_STALL)) {
        if (++r->false_starts[loser] >= MAX_FALSE_STARTS)
            fail(r, "engine %.80s failed %d times in a row before its first move, last: %.300s", r->config->engines[loser].name,
                 MAX_FALSE_STARTS, g->reason);
    } else if (g->plies >= 2) {
        r->false_starts[loser] = r->false_starts[winner] = 0;
    }
}

/* The lock is held. */
static void refresh_page(Runner *r)
{
    int64_t start = clock_us();
    if (!r->config->html || r->over || start < r->page_due_us)
        return;
    if (!store_page(r->store, r->results, false, r->why))
        end_all(r, RUN_FAILED);
    int64_t now = clock_us(), pause = (now - start) * PAGE_SHARE;
    r->page_due_us = now + (pause > PAGE_US ? pause : PAGE_US);
}

/* A shard does not see the whole: there the test is never decided. */
static bool is_decided(const Runner *r)
{
    const Config *c = r->config;
    if (!c->sprt.on || c->schedule.shards != 1)
        return false;
    const Tally *t = results_tally(r->results, 0, 1);
    return sprt_verdict(&c->sprt, sprt_llr(&c->sprt, t, tally_pairs(t) > 0)) != SPRT_OPEN;
}

static void hand_in(Runner *r, GameRecord *g)
{
    const Config *c = r->config;
    pthread_mutex_lock(&r->lock);
    if (!r->over && !results_add(r->results, g)) {
        fail(r, "out of memory");
    } else if (!r->over) {
        const GameRecord *added = &r->results->games[r->results->count - 1];
        if (!store_add(r->store, r->results, r->results->count == schedule_own(&c->schedule), r->why))
            end_all(r, RUN_FAILED);
        report_game(r->report, added);
        refresh_page(r);
        watch_starts(r, added);
        if (is_decided(r))
            end_all(r, RUN_DECIDED);
    }
    pthread_mutex_unlock(&r->lock);
}

static void quit_engines(const MatchWorker *w, int but, int nor)
{
    const Config *c = w->runner->config;
    for (int i = 0; i < c->schedule.engines; i++)
        if (i != but && i != nor)
            client_quit(&w->clients[i], clock_us() + c->patience.grace_us);
}

static void show_board(MatchWorker *w, int game, int plies)
{
    pthread_mutex_lock(&w->runner->lock);
    *w->board = (Board){game, plies};
    if (game >= 0 && !w->runner->over)
        report_move(w->runner->report);
    pthread_mutex_unlock(&w->runner->lock);
}

static void moved(void *self, const GameRecord *record) { show_board(self, record->id, record->plies); }

typedef enum Next { NEXT_JOB, NEXT_SAME, NEXT_NONE } Next;

/* The game was void, so many times in a row. If we were suspended it is played again. For want of means it is left to those
 * workers that still have what they need, and this one ends; the last worker tries a few times, now that the others' means are
 * free. */
static Next after_void(Runner *r, const GameRecord *g, bool held, int times)
{
    Next next = NEXT_JOB;
    pthread_mutex_lock(&r->lock);
    if (is_over(r)) {
        next = NEXT_JOB; /* there is none */
    } else if (held && times < MAX_HOLDS) {
        progress_note(&r->report->progress, "game %d: %s; it is played again", g->id + 1, g->reason);
        next = NEXT_SAME;
    } else if (held) {
        fail(r, "game %d was interrupted %d times in a row: %.300s; it is not counted", g->id + 1, times, g->reason);
    } else if (r->workers > 1) {
        r->workers--;
        r->handed_back[r->handed_back_count++] = schedule_fixture(&r->config->schedule, g->id);
        progress_note(&r->report->progress, "game %d: %s; it is put off, from now on %d at a time", g->id + 1, g->reason, r->workers);
        next = NEXT_NONE;
    } else if (times < MAX_TROUBLES) {
        next = NEXT_SAME;
    } else {
        fail(r, "game %d cannot be played: %.300s; it is not counted", g->id + 1, g->reason);
    }
    pthread_mutex_unlock(&r->lock);
    if (next == NEXT_SAME && !held)
        sleep_ms(TROUBLE_PAUSE_MS);
    return next;
}

/* False when this worker has to end. */
static bool play_fixture(MatchWorker *w, const Fixture *fixture)
{
    Runner *r = w->runner;
    const GameWatch watch = {moved, w};
    Next next = NEXT_SAME;
    quit_engines(w, fixture->red, fixture->black); /* those who pause give their memory back */
    for (int holds = 0, troubles = 0; next == NEXT_SAME;) {
        GameRecord g = {.id = fixture->id, .red = fixture->red, .black = fixture->black, .round = fixture->round};
        g.start = *openings_pick(r->openings, fixture->opening);
        ClientFault end =
            play_game((Client *[]){&w->clients[fixture->red], &w->clients[fixture->black]}, &r->config->adjudication, &watch, &g);
        show_board(w, -1, 0);
        if (end != CLIENT_OK)
            quit_engines(w, -1, -1); /* who knows what they are at, and what they hold */
        if (end == CLIENT_OK)
            hand_in(w->runner, &g);
        next = end == CLIENT_HELD      ? after_void(r, &g, true, ++holds)
               : end == CLIENT_TROUBLE ? after_void(r, &g, false, ++troubles)
                                       : NEXT_JOB;
        game_record_clear(&g);
    }
    return next == NEXT_JOB;
}

static void *work(void *argument)
{
    MatchWorker *w = argument;
    Runner *r = w->runner;
    const Config *c = r->config;
    Fixture fixture;
    for (int i = 0; i < c->schedule.engines; i++)
        client_init(&w->clients[i], &c->engines[i], r->host, &c->patience, r->log);
    while (next_fixture(w->runner, &fixture))
        if (!play_fixture(w, &fixture))
            break;
    quit_engines(w, -1, -1);
    return NULL;
}

/* Starts what threads can be had, at least one, and waits for their end. */
static void run_workers(Runner *r, MatchWorker *workers, int count)
{
    int started = 0, reason = 0;
    pthread_mutex_lock(&r->lock); /* until it is known how many there are */
    while (started < count && (reason = pthread_create(&workers[started].thread, NULL, work, &workers[started])) == 0)
        started++;
    r->workers = started;
    r->report->boards = r->boards;
    r->report->board_count = count;
    if (started == 0) {
        fail(r, "no thread to be had for a game: %s", strerror(reason));
    } else if (started < count) {
        progress_note(&r->report->progress, "%d thread%s to be had for %d games at a time (%s); %d go%s on", started,
                      started > 1 ? "s" : "", count, strerror(reason), started, started > 1 ? "" : "es");
    }
    pthread_mutex_unlock(&r->lock);
    for (int i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
}

RunEnd runner_play(Runner *r, Text *why)
{
    const Config *c = r->config;
    int missing = schedule_own(&c->schedule) - r->results->count, count = c->concurrency < missing ? c->concurrency : missing;
    size_t room = (size_t)count + 1, engines = (size_t)c->schedule.engines;
    MatchWorker *workers = calloc(room, sizeof *workers);
    Client *clients = calloc(room * engines, sizeof *clients);
    r->why = why;
    r->end = is_decided(r) ? RUN_DECIDED : RUN_FINISHED; /* perhaps by games of an earlier run */
    r->false_starts = calloc(engines, sizeof *r->false_starts);
    r->boards = calloc(room, sizeof *r->boards);
    r->handed_back = calloc(room, sizeof *r->handed_back);
    pthread_mutex_init(&r->lock, NULL);
    if (!workers || !clients || !r->false_starts || !r->boards || !r->handed_back) {
        fail(r, "out of memory");
    } else if (r->end == RUN_FINISHED && count > 0) {
        for (int i = 0; i < count; i++) {
            r->boards[i].game = -1;
            workers[i] = (MatchWorker){.runner = r, .board = &r->boards[i], .clients = clients + (size_t)i * engines};
        }
        run_workers(r, workers, count);
    }
    if (r->end == RUN_FINISHED && atomic_load(r->interrupted))
        r->end = RUN_INTERRUPTED;
    pthread_mutex_destroy(&r->lock);
    free(workers);
    free(clients);
    free(r->false_starts);
    free(r->boards);
    free(r->handed_back);
    return r->end;
}
