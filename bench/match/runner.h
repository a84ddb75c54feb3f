/* runner.h - plays a tournament: worker threads, each with its own pair of engines. */
#pragma once

#include <pthread.h>

#include "bench/match/openings.h"
#include "bench/match/store.h"
#include "bench/match/report.h"

typedef enum RunEnd {
    RUN_FINISHED,
    RUN_DECIDED, /* the sequential test came to a verdict */
    RUN_INTERRUPTED,
    RUN_FAILED, /* with the reason */
} RunEnd;

typedef struct Runner {
    Config *config; /* borrowed, as is all to `interrupted` */
    const Openings *openings;
    Results *results;
    Store *store;
    Report *report;
    const ProcessHost *host;
    int stop; /* write a byte here and everything ends */
    FILE *log;
    const atomic_int *interrupted; /* set by the signal handler */

    /* The rest is what the workers share while they play, all under the lock. */
    pthread_mutex_t lock;
    int next; /* first game number not handed out */
    bool over;
    RunEnd end;
    Text *why;
    int *false_starts; /* by engine */
    int64_t page_due_us;
    Board *boards;        /* by worker */
    int workers;          /* that have not ended */
    Fixture *handed_back; /* by workers that ended for want of means, one at most each */
    int handed_back_count;
} Runner;

/* Starts each engine once, so that mistakes show before the first game, and gives engines without a
 * name the one they tell. Unknown options are reported on standard error. */
bool runner_try_engines(Config *c, const ProcessHost *host, FILE *log, Text *why) __attribute__((warn_unused_result));

/* Plays the games that `results` lack. */
RunEnd runner_play(Runner *r, Text *why);
