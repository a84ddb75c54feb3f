#include "bench/match/runner.h"

#include "engine/platform.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

/* An engine that fails so often in a row before its first move will not recover. */
enum { MAX_FALSE_STARTS = 10 };

/* The page is written anew while games go on: not too often, and for a small share of the time. */
enum { PAGE_US = 20000000, PAGE_SHARE = 100 };

typedef struct Shared {
    Runner *runner;
    pthread_mutex_t lock;
    int next; /* first game number not handed out */
    bool over;
    RunEnd end;
    char *error;
    int *false_starts; /* by engine */
    int64_t page_due_us;
} Shared;

bool runner_try_engines(Config *c, const ProcessHost *host, FILE *log, char *error)
{
    for (int i = 0; i < c->schedule.engines; i++) {
        EngineSpec *e = &c->engines[i];
        Client client;
        client_init(&client, e, host, &c->patience, log);
        ClientFault heard = client_start(&client);
        if (heard == CLIENT_OK && !e->name)
            e->name = name_clean(client.id_name[0] ? client.id_name : e->command);
        bool ok = heard == CLIENT_OK && e->name;
        if (!ok)
            snprintf(error, RUN_ERROR_SIZE, "engine %d (%.80s) does not start: %.300s", i + 1, e->name ? e->name : e->command,
                     heard == CLIENT_STOPPED ? "interrupted" : client.text);
        const char *unknown = ok ? client_unknown_option(&client) : NULL;
        if (unknown)
            fprintf(stderr, "hanxin-match: warning: engine %s does not know the option %s\n", e->name, unknown);
        client_quit(&client, clock_us() + c->patience.grace_us);
        client_clear(&client);
        if (!ok)
            return false;

        for (int j = 0, copy = 2; j < i; j++)
            if (strcmp(c->engines[j].name, e->name) == 0) { /* the same program twice, say */
                char name[160];
                char *old = e->name;
                snprintf(name, sizeof name, "%.120s (%d)", c->engines[j].name, copy++);
                e->name = name_clean(name);
                free(old);
                if (!e->name) {
                    snprintf(error, RUN_ERROR_SIZE, "out of memory");
                    return false;
                }
                j = -1;
            }
    }
    return true;
}

/* The lock is held. */
static void end_all(Shared *s, RunEnd end)
{
    if (s->over)
        return;
    s->over = true;
    s->end = end;
    ssize_t sent = write(s->runner->stop, "x", 1); /* the other games end at once */
    (void)sent;
}

static bool next_job(Shared *s, Job *job)
{
    const Schedule *d = &s->runner->config->schedule;
    bool found = false;
    pthread_mutex_lock(&s->lock);
    while (!s->over && !found && s->next < schedule_total(d)) {
        int id = s->next++;
        if (schedule_is_ours(d, id) && !results_has(s->runner->results, id)) {
            *job = schedule_job(d, id);
            found = true;
        }
    }
    pthread_mutex_unlock(&s->lock);
    return found;
}

/* The lock is held. Counts starts that failed, in a row. */
static void watch_starts(Shared *s, const GameRecord *g)
{
    int loser = g->outcome == OUTCOME_RED ? g->black : g->red, winner = g->red + g->black - loser;
    if (g->plies < 2 && (g->ending == ENDING_CRASH || g->ending == ENDING_STALL)) {
        if (++s->false_starts[loser] >= MAX_FALSE_STARTS && !s->over) {
            snprintf(s->error, RUN_ERROR_SIZE, "engine %.80s failed %d times in a row before its first move, last: %.300s",
                     s->runner->config->engines[loser].name, MAX_FALSE_STARTS, g->reason);
            end_all(s, RUN_FAILED);
        }
    } else if (g->plies >= 2) {
        s->false_starts[loser] = s->false_starts[winner] = 0;
    }
}

/* The lock is held. */
static void refresh_page(Shared *s)
{
    const Runner *r = s->runner;
    int64_t start = clock_us();
    if (!r->config->html || start < s->page_due_us)
        return;
    if (!html_write(r->store, r->results, false, r->config->html, s->error))
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

static void hand_in(Shared *s, GameRecord *g)
{
    Runner *r = s->runner;
    const Config *c = r->config;
    pthread_mutex_lock(&s->lock);
    if (!s->over) {
        bool last = r->results->count + 1 == schedule_own(&c->schedule);
        if (!results_add(r->results, g)) {
            snprintf(s->error, RUN_ERROR_SIZE, "out of memory");
            end_all(s, RUN_FAILED);
        } else {
            const GameRecord *added = &r->results->games[r->results->count - 1];
            if (!store_add(r->store, r->results, last, s->error))
                end_all(s, RUN_FAILED);
            report_game(r->report, added);
            refresh_page(s);
            watch_starts(s, added);
            if (is_decided(r))
                end_all(s, RUN_DECIDED);
        }
    }
    pthread_mutex_unlock(&s->lock);
}

static void *work(void *argument)
{
    Shared *s = argument;
    Runner *r = s->runner;
    const Config *c = r->config;
    int n = c->schedule.engines;
    Job job;
    Client *clients = calloc((size_t)n, sizeof *clients);
    for (int i = 0; i < n && clients; i++)
        client_init(&clients[i], &c->engines[i], r->host, &c->patience, r->log);

    while (clients && next_job(s, &job)) {
        GameRecord g = {.id = job.id, .red = job.red, .black = job.black, .round = job.round};
        g.start = *openings_pick(r->openings, job.opening);
        for (int i = 0; i < n; i++) /* those who pause give their memory back */
            if (i != job.red && i != job.black)
                client_quit(&clients[i], clock_us() + c->patience.grace_us);
        if (play_game((Client *[]){&clients[job.red], &clients[job.black]}, &c->adjudication, &g))
            hand_in(s, &g);
        game_record_clear(&g);
    }
    for (int i = 0; i < n && clients; i++) {
        client_quit(&clients[i], clock_us() + c->patience.grace_us);
        client_clear(&clients[i]);
    }
    free(clients);
    return NULL;
}

RunEnd runner_play(Runner *r, char *error)
{
    const Config *c = r->config;
    int count = c->concurrency, missing = schedule_own(&c->schedule) - r->results->count;
    Shared s = {.runner = r, .error = error, .end = RUN_FINISHED};
    if (is_decided(r)) /* by games of an earlier run */
        return RUN_DECIDED;
    if (count > missing)
        count = missing;
    pthread_t *threads = calloc((size_t)count + 1, sizeof *threads);
    s.false_starts = calloc((size_t)c->schedule.engines, sizeof *s.false_starts);
    if (!threads || !s.false_starts) {
        snprintf(error, RUN_ERROR_SIZE, "out of memory");
        free(threads);
        free(s.false_starts);
        return RUN_FAILED;
    }
    pthread_mutex_init(&s.lock, NULL);
    int started = 0;
    while (started < count && pthread_create(&threads[started], NULL, work, &s) == 0)
        started++;
    if (started < count) {
        pthread_mutex_lock(&s.lock);
        snprintf(error, RUN_ERROR_SIZE, "no thread for game %d", started + 1);
        end_all(&s, RUN_FAILED);
        pthread_mutex_unlock(&s.lock);
    }
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&s.lock);
    free(threads);
    free(s.false_starts);
    if (s.end == RUN_FINISHED && *r->interrupted)
        return RUN_INTERRUPTED;
    return s.end;
}
