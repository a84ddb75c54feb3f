#include "bench/selfplay/generator.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>

#include "engine/base/platform.h"

typedef struct Generator Generator;

typedef struct GameThread {
    Generator *generator;
    Searcher *searcher; /* NULL when it has none to be stopped; the generator's lock guards it */
    pthread_t handle;
} GameThread;

struct Generator {
    const GeneratorOptions *options;
    const atomic_bool *asked_to_stop;
    int64_t begun_ms, positions_before;
    Progress *progress;
    GameThread *threads; /* so many were asked for */

    pthread_mutex_t lock; /* of all that follows */
    RecordLog *log;
    size_t passed; /* of log->numbers: those below `next` */
    int64_t next;  /* first number not given out */
    int running;   /* threads */
    atomic_bool stop;
    bool failed;
    char *error; /* why */
};

/* Is there enough? The caller holds the lock. */
static bool complete(const Generator *g)
{
    const GeneratorOptions *o = g->options;
    return (o->games && g->log->tally.games >= o->games) || (o->positions && g->log->tally.positions >= o->positions) ||
           (o->time_ms && clock_ms() - g->begun_ms >= o->time_ms) || atomic_load(g->asked_to_stop);
}

/* The first reason is kept. The caller holds the lock. */
static void fail(Generator *g, const char *path, const char *why)
{
    if (!g->failed && why)
        file_fail(g->error, path, why);
    g->failed = true;
    g->stop = true;
}

/* The next game to play; false when all have been given out. */
static bool take_number(Generator *g, uint32_t *number)
{
    const RecordLog *log = g->log;
    pthread_mutex_lock(&g->lock);
    for (; g->passed < log->count && log->numbers[g->passed] <= g->next; g->passed++)
        g->next += log->numbers[g->passed] == g->next; /* doubles are below it */
    *number = (uint32_t)g->next;
    bool more = !g->stop && !complete(g) && g->next <= UINT32_MAX && !(g->options->games && g->next >= g->options->games);
    if (more)
        g->next++;
    pthread_mutex_unlock(&g->lock);
    return more;
}

/* Nothing more is written behind a write that failed. */
static void deliver(Generator *g, const Record *game)
{
    pthread_mutex_lock(&g->lock);
    if (!g->failed && !record_log_add(g->log, game, g->error))
        fail(g, NULL, NULL);
    if (complete(g))
        g->stop = true;
    pthread_mutex_unlock(&g->lock);
}

/* Lets the others see the searcher, so that a long search ends when all shall. */
static void show_searcher(GameThread *thread, Searcher *searcher)
{
    pthread_mutex_lock(&thread->generator->lock);
    thread->searcher = searcher;
    pthread_mutex_unlock(&thread->generator->lock);
}

static void *play(void *self)
{
    GameThread *thread = self;
    Generator *g = thread->generator;
    SearchOptions search = {.hash_mib = g->options->hash_mib, .threads = 1, .multipv = 1};
    Searcher *searcher = searcher_new(&search);
    uint32_t number;
    Record game;
    bool good = true;
    if (searcher) {
        searcher_set_net(searcher, g->options->net);
        searcher_set_rules(searcher, RULES_ASIAN, NATURAL_LIMIT_DEFAULT);
        show_searcher(thread, searcher);
        while (take_number(g, &number) && (good = selfplay_game(searcher, &g->options->selfplay, number, &g->stop, &game)))
            deliver(g, &game);
        show_searcher(thread, NULL);
        searcher_free(searcher);
    }
    pthread_mutex_lock(&g->lock);
    if (!searcher || (!good && !g->stop))
        fail(g, g->log->path, "no memory for a search");
    g->running--;
    pthread_mutex_unlock(&g->lock);
    return NULL;
}

/* All that was written is on the disk, or the run fails. */
static void keep(Generator *g)
{
    char error[FILE_ERROR_SIZE];
    bool kept = record_log_sync(g->log, error);
    pthread_mutex_lock(&g->lock);
    if (!kept && !g->failed) {
        snprintf(g->error, FILE_ERROR_SIZE, "%s", error);
        fail(g, NULL, NULL);
    }
    pthread_mutex_unlock(&g->lock);
}

/* Seconds still to go, by the nearest of the limits; -1 if unknown. */
static int64_t seconds_left(const Generator *g, double rate)
{
    const GeneratorOptions *o = g->options;
    const RecordTally *t = &g->log->tally;
    double left = -1;
    if (o->positions && rate > 0)
        left = (double)(o->positions - t->positions) / rate;
    if (o->games && rate > 0 && t->games) {
        double by_games = (double)(o->games - t->games) * (double)t->positions / (double)t->games / rate;
        left = left < 0 || by_games < left ? by_games : left;
    }
    if (o->time_ms) {
        double by_clock = (double)(g->begun_ms + o->time_ms - clock_ms()) / 1000;
        left = left < 0 || by_clock < left ? by_clock : left;
    }
    return left < 0 ? -1 : (int64_t)left;
}

static void show_status(Generator *g)
{
    pthread_mutex_lock(&g->lock);
    const RecordTally *t = &g->log->tally;
    double seconds = (double)(clock_ms() - g->begun_ms) / 1000;
    double rate = seconds > 0 ? (double)(t->positions - g->positions_before) / seconds : 0;
    int64_t left = seconds_left(g, rate);
    char time[DURATION_SIZE] = "";
    if (left >= 0)
        duration_text(left, time);
    progress_show(g->progress,
                  "%" PRId64 " games, %" PRId64 " positions, %.0f positions/s, Red +%" PRId64 " =%" PRId64 " -%" PRId64 "%s%s%s", t->games,
                  t->positions, rate, t->points[2], t->points[1], t->points[0], *time ? ", " : "", time, *time ? " left" : "");
    pthread_mutex_unlock(&g->lock);
}

/* Returns how many there are. */
static int start_threads(Generator *g)
{
    int started = 0, threads = g->options->threads;
    pthread_mutex_lock(&g->lock);
    while (started < threads) {
        g->threads[started].generator = g;
        if (pthread_create(&g->threads[started].handle, NULL, play, &g->threads[started]) != 0)
            break;
        started++;
    }
    g->running = started;
    if (started == 0)
        fail(g, g->log->path, "no thread could be started, no game was played");
    else if (started < threads)
        progress_note(g->progress, "only %d of %d threads could be started", started, threads);
    pthread_mutex_unlock(&g->lock);
    return started;
}

/* Tells how far it is, and keeps what there is, until the last thread has ended. */
static void watch(Generator *g)
{
    for (int64_t kept = g->begun_ms;;) {
        sleep_ms(50);
        pthread_mutex_lock(&g->lock);
        if (complete(g))
            g->stop = true;
        for (int i = 0; i < g->options->threads && g->stop; i++) /* each time: a search that begins just now takes it back */
            if (g->threads[i].searcher)
                searcher_stop(g->threads[i].searcher);
        bool idle = g->running == 0;
        pthread_mutex_unlock(&g->lock);
        if (idle)
            return;
        if (progress_due(g->progress, 1000, 30000))
            show_status(g);
        if (clock_ms() - kept >= 30000) { /* a power cut costs half a minute */
            keep(g);
            kept = clock_ms();
        }
    }
}

bool generator_run(const GeneratorOptions *options, RecordLog *log, Progress *progress, const atomic_bool *stop, char *error)
{
    Generator g = {
        .options = options,
        .asked_to_stop = stop,
        .begun_ms = clock_ms(),
        .positions_before = log->tally.positions,
        .progress = progress,
        .threads = calloc((size_t)options->threads, sizeof *g.threads),
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .log = log,
        .error = error,
    };
    if (!g.threads)
        return file_fail(error, log->path, "no memory");
    int started = start_threads(&g);
    watch(&g);
    for (int i = 0; i < started; i++)
        pthread_join(g.threads[i].handle, NULL);
    show_status(&g);
    progress_finish(progress);
    keep(&g);
    free(g.threads);
    return !g.failed;
}
