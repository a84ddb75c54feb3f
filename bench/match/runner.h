/* SPDX-License-Identifier: GPL-3.0-only */
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
    Config *config; /* borrowed, as is all to `log` */
    const Openings *openings;
    Results *results;
    Store *store;
    Report *report;
    ProcessHost *host; /* `over` is set when the games that are on are of no use any more */
    FILE *log;

    /* The rest is what the workers share while they play, all under the lock. */
    pthread_mutex_t lock;
    int next; /* each game before this one is played, another shard's, or on a board */
    RunEnd end;
    Text *why;
    int *false_starts; /* by engine */
    int64_t page_due_us;
    int workers; /* that have not ended */
} Runner;

/* Starts each engine once, so that mistakes show before the first game, and gives engines without a
 * name the one they tell. Unknown options are reported on standard error. */
bool runner_try_engines(Config *c, ProcessHost *host, FILE *log, Text *why) __attribute__((warn_unused_result));

/* Plays the games that `results` lack. */
RunEnd runner_play(Runner *r, Text *why);
