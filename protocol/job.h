/* job.h - work the session hands to a thread so that it can go on listening: perft and bench. */
#pragma once

#include "engine/board/position.h"
#include "protocol/input.h"
#include "protocol/output.h"

/* Runs `bench ARGS`, printing lines; leaves early when *stop becomes true. Of programs above the session. */
typedef void JobBench(const char *args, void (*print)(void *self, const char *line), void *self, const atomic_bool *stop);

typedef struct SessionJob {
    Inbox *inbox; /* told EVENT_DONE at the end; borrowed, as `out` */
    Output *out;
    JobBench *bench; /* or NULL */

    pthread_t thread;
    bool started;
    atomic_bool stop; /* the work looks at it now and then, and leaves off */
    bool complete;    /* written before EVENT_DONE: it came to its end, or needs none (bench) */
    void (*work)(struct SessionJob *job);
    Position pos; /* perft */
    int depth;
    char args[200]; /* bench */
} SessionJob;

/* False if there is no thread to be had; then no EVENT_DONE comes. */
bool job_start(SessionJob *job, void (*work)(SessionJob *job));
void job_join(SessionJob *job);

/* The works. Perft prints `<move>: <count>` per root move and `Nodes searched: <n>` (UCCI.md, 98). */
void job_perft(SessionJob *job);
void job_bench(SessionJob *job);
