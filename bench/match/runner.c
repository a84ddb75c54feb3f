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

typedef struct MatchShared {
    Runner *runner;
    pthread_mutex_t lock;
    int next; /* first game number not handed out */
    bool over;
    RunEnd end;
    Text *why;
    int *false_starts; /* by engine */
    int64_t page_due_us;
    Board *boards;    /* by worker */
    int workers;      /* that have not ended */
    Job *handed_back; /* by workers that ended for want of means, one at most each */
    int handed_back_count;
} MatchShared;

typedef struct MatchWorker {
    MatchShared *shared;
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
static void end_all(MatchShared *s, RunEnd end)
{
    if (s->over)
        return;
    s->over = true;
    s->end = end;
    ssize_t sent = write(s->runner->stop, "x", 1); /* the other games end at once */
    (void)sent;
}

/* The same for a reason. The lock is held. */
static void fail(MatchShared *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void fail(MatchShared *s, const char *format, ...)
{
    va_list values;
    if (s->over)
        return;
    va_start(values, format);
    text_vaddf(s->why, format, values);
    va_end(values);
    end_all(s, RUN_FAILED);
}

/* The lock is held. */
static bool is_over(const MatchShared *s) { return s->over || atomic_load(s->runner->interrupted); }

/* Nobody gets another job once it is over; a worker that gets none has ended. */
static bool next_job(MatchShared *s, Job *job)
{
    const Schedule *d = &s->runner->config->schedule;
    bool found = false;
    pthread_mutex_lock(&s->lock);
    if (!is_over(s) && s->handed_back_count > 0) {
        *job = s->handed_back[--s->handed_back_count];
        found = true;
    }
    while (!is_over(s) && !found && s->next < schedule_total(d)) {
        int id = s->next++;
        if (schedule_is_ours(d, id) && !results_has(s->runner->results, id)) {
            *job = schedule_job(d, id);
            found = true;
        }
    }
    if (!found)
        s->workers--;
    pthread_mutex_unlock(&s->lock);
    return found;
}

/* The lock is held. Counts starts that failed, in a row. */
static void watch_starts(MatchShared *s, const GameRecord *g)
{
    int loser = g->result.outcome == OUTCOME_RED ? g->black : g->red, winner = g->red + g->black - loser;
    if (g->plies < 2 && (g->result.ending == ENDING_CRASH || g->result.ending == ENDING_STALL)) {
        if (++s->false_starts[loser] >= MAX_FALSE_STARTS)
            fail(s, "engine %.80s failed %d times in a row before its first move, last: %.300s", s->runner->config->engines[loser].name,
                 MAX_FALSE_STARTS, g->reason);
    } else if (g->plies >= 2) {
        s->false_starts[loser] = s->false_starts[winner] = 0;
    }
}

/* The lock is held. */
static void refresh_page(MatchShared *s)
{
    const Runner *r = s->runner;
    int64_t start = clock_us();
    if (!r->config->html || start < s->page_due_us)
        return;
    if (!html_write(r->store, r->results, false, s->why))
        end_all(s, RUN_FAILED);
    int64_t now = clock_us(), pause = (now - start) * PAGE_SHARE;
    s->page_due_us = now + (pause > PAGE_US ? pause : PAGE_US);
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

static void hand_in(MatchShared *s, GameRecord *g)
{
    Runner *r = s->runner;
    const Config *c = r->config;
    pthread_mutex_lock(&s->lock);
    if (!s->over && !results_add(r->results, g)) {
        fail(s, "out of memory");
    } else if (!s->over) {
        const GameRecord *added = &r->results->games[r->results->count - 1];
        if (!store_add(r->store, r->results, r->results->count == schedule_own(&c->schedule), s->why))
            end_all(s, RUN_FAILED);
        report_game(r->report, added);
        refresh_page(s);
        watch_starts(s, added);
        if (is_decided(r))
            end_all(s, RUN_DECIDED);
    }
    pthread_mutex_unlock(&s->lock);
}

static void quit_engines(const MatchWorker *w, int but, int nor)
{
    const Config *c = w->shared->runner->config;
    for (int i = 0; i < c->schedule.engines; i++)
        if (i != but && i != nor)
            client_quit(&w->clients[i], clock_us() + c->patience.grace_us);
}

static void show_board(MatchWorker *w, int game, int plies)
{
    pthread_mutex_lock(&w->shared->lock);
    *w->board = (Board){game, plies};
    if (game >= 0 && !w->shared->over)
        report_move(w->shared->runner->report);
    pthread_mutex_unlock(&w->shared->lock);
}

static void moved(void *self, const GameRecord *record) { show_board(self, record->id, record->plies); }

/* The game was void because we were suspended. True: play it again. */
static bool after_hold(MatchShared *s, const GameRecord *g, int holds)
{
    pthread_mutex_lock(&s->lock);
    if (!is_over(s) && holds < MAX_HOLDS)
        progress_note(&s->runner->report->progress, "game %d: %s; it is played again", g->id + 1, g->reason);
    else if (!is_over(s))
        fail(s, "game %d was interrupted %d times in a row: %.300s; it is not counted", g->id + 1, holds, g->reason);
    bool again = !is_over(s);
    pthread_mutex_unlock(&s->lock);
    return again;
}

typedef enum Next { NEXT_JOB, NEXT_SAME, NEXT_NONE } Next;

/* The game was void for want of means. It is left to those workers that still have what they need, and this one ends.
 * The last worker tries a few times, now that the others' means are free. */
static Next after_trouble(MatchShared *s, const Job *job, const char *reason, int troubles)
{
    Next next = NEXT_JOB;
    pthread_mutex_lock(&s->lock);
    if (s->workers > 1 && !is_over(s)) {
        s->workers--;
        s->handed_back[s->handed_back_count++] = *job;
        progress_note(&s->runner->report->progress, "game %d: %s; it is put off, from now on %d at a time", job->id + 1, reason,
                      s->workers);
        next = NEXT_NONE;
    } else if (troubles < MAX_TROUBLES && !is_over(s)) {
        next = NEXT_SAME;
    } else if (!is_over(s)) {
        fail(s, "game %d cannot be played: %.300s; it is not counted", job->id + 1, reason);
    }
    pthread_mutex_unlock(&s->lock);
    if (next == NEXT_SAME)
        sleep_ms(TROUBLE_PAUSE_MS);
    return next;
}

/* False when this worker has to end. */
static bool play_job(MatchWorker *w, const Job *job)
{
    Runner *r = w->shared->runner;
    const GameWatch watch = {moved, w};
    Next next = NEXT_SAME;
    quit_engines(w, job->red, job->black); /* those who pause give their memory back */
    for (int holds = 0, troubles = 0; next == NEXT_SAME;) {
        GameRecord g = {.id = job->id, .red = job->red, .black = job->black, .round = job->round};
        g.start = *openings_pick(r->openings, job->opening);
        ClientFault end = play_game((Client *[]){&w->clients[job->red], &w->clients[job->black]}, &r->config->adjudication, &watch, &g);
        show_board(w, -1, 0);
        if (end != CLIENT_OK)
            quit_engines(w, -1, -1); /* who knows what they are at, and what they hold */
        if (end == CLIENT_OK)
            hand_in(w->shared, &g);
        if (end == CLIENT_HELD)
            next = after_hold(w->shared, &g, ++holds) ? NEXT_SAME : NEXT_JOB;
        else if (end == CLIENT_TROUBLE)
            next = after_trouble(w->shared, job, g.reason, ++troubles);
        else
            next = NEXT_JOB;
        game_record_clear(&g);
    }
    return next == NEXT_JOB;
}

static void *work(void *argument)
{
    MatchWorker *w = argument;
    Runner *r = w->shared->runner;
    const Config *c = r->config;
    Job job;
    for (int i = 0; i < c->schedule.engines; i++)
        client_init(&w->clients[i], &c->engines[i], r->host, &c->patience, r->log);
    while (next_job(w->shared, &job))
        if (!play_job(w, &job))
            break;
    quit_engines(w, -1, -1);
    return NULL;
}

/* Starts what threads can be had, at least one, and waits for their end. */
static void run_workers(MatchShared *s, MatchWorker *workers, int count)
{
    int started = 0, reason = 0;
    pthread_mutex_lock(&s->lock); /* until it is known how many there are */
    while (started < count && (reason = pthread_create(&workers[started].thread, NULL, work, &workers[started])) == 0)
        started++;
    s->workers = started;
    s->runner->report->boards = s->boards;
    s->runner->report->board_count = count;
    if (started == 0) {
        fail(s, "no thread to be had for a game: %s", strerror(reason));
    } else if (started < count) {
        progress_note(&s->runner->report->progress, "%d thread%s to be had for %d games at a time (%s); %d go%s on", started,
                      started > 1 ? "s" : "", count, strerror(reason), started, started > 1 ? "" : "es");
    }
    pthread_mutex_unlock(&s->lock);
    for (int i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
}

RunEnd runner_play(Runner *r, Text *why)
{
    const Config *c = r->config;
    int missing = schedule_own(&c->schedule) - r->results->count, count = c->concurrency < missing ? c->concurrency : missing;
    size_t room = (size_t)count + 1, engines = (size_t)c->schedule.engines;
    if (is_decided(r)) /* by games of an earlier run */
        return RUN_DECIDED;
    MatchShared s = {.runner = r,
                     .why = why,
                     .end = RUN_FINISHED,
                     .false_starts = calloc(engines, sizeof *s.false_starts),
                     .boards = calloc(room, sizeof *s.boards),
                     .handed_back = calloc(room, sizeof *s.handed_back)};
    MatchWorker *workers = calloc(room, sizeof *workers);
    Client *clients = calloc(room * engines, sizeof *clients);
    if (workers && clients && s.false_starts && s.boards && s.handed_back) {
        for (int i = 0; i < count; i++) {
            s.boards[i].game = -1;
            workers[i] = (MatchWorker){.shared = &s, .board = &s.boards[i], .clients = clients + (size_t)i * engines};
        }
        pthread_mutex_init(&s.lock, NULL);
        if (count > 0)
            run_workers(&s, workers, count);
        pthread_mutex_destroy(&s.lock);
        if (s.end == RUN_FINISHED && atomic_load(r->interrupted))
            s.end = RUN_INTERRUPTED;
    } else {
        text_fail(why, "out of memory");
        s.end = RUN_FAILED;
    }
    free(workers);
    free(clients);
    free(s.false_starts);
    free(s.boards);
    free(s.handed_back);
    return s.end;
}
