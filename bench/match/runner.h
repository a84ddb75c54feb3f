/* SPDX-License-Identifier: GPL-3.0-only */
/* runner.h - plays a tournament with worker threads, each with its own pair of engines. */
#pragma once

#include <pthread.h>

#include "bench/match/openings.h"
#include "bench/match/store.h"
#include "bench/match/report.h"

typedef enum RunEnd {
    RUN_FINISHED,
    RUN_DECIDED, /* the sequential test reached a verdict */
    RUN_INTERRUPTED,
    RUN_FAILED, /* the match failed, with a reason */
} RunEnd;

typedef struct Runner {
    Config *config; /* borrowed, like all fields up to `log` */
    const Openings *openings;
    Results *results;
    Store *store;
    Report *report;
    ProcessHost *host; /* its `over` is set when the games in progress are no longer needed */
    FILE *log;

    /* shared by the workers, all protected by the lock: */
    pthread_mutex_t lock;
    pthread_cond_t changed; /* a game has ended or was put back */
    int next;               /* every game below is played, belongs to another shard, or is on a board */
    RunEnd end;
    Text *why;
    int *false_starts; /* number of failed starts, indexed by engine */
    int64_t export_due_us;
    int workers; /* number of workers that are still running */
} Runner;

/* Starts each engine once, so that mistakes show before the first game. An engine without a name
 * gets the one that it reports. Unknown options are reported on standard error. */
bool runner_try_engines(Config *c, ProcessHost *host, FILE *log, Text *why) __attribute__((warn_unused_result));

/* Plays all games that `results` does not have yet. */
RunEnd runner_play(Runner *r, Text *why);
