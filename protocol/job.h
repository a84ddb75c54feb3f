/* job.h - work the session hands to a thread so that it can go on listening: perft and bench. */
#pragma once

#include "engine/board/position.h"
#include "protocol/input.h"
#include "protocol/output.h"

typedef struct SessionJob {
    pthread_t thread;
    bool started;
    atomic_bool stop; /* the work looks at it now and then, and leaves off */
    bool complete;    /* written before EVENT_DONE: it came to its end, or needs none (bench) */
    void (*work)(struct SessionJob *job);
    Inbox *inbox; /* told EVENT_DONE at the end; borrowed, as `out` */
    Output *out;

    Position pos; /* perft */
    int depth;
    void (*bench)(const char *args, void (*print)(void *self, const char *line), void *self, const atomic_bool *stop);
    char args[200];
} SessionJob;

/* False if there is no thread to be had; then no EVENT_DONE comes. */
bool job_start(SessionJob *job, void (*work)(SessionJob *job));
void job_join(SessionJob *job);

/* The works. Perft prints `<move>: <count>` per root move and `Nodes searched: <n>` (UCCI.md, 98). */
void job_perft(SessionJob *job);
void job_bench(SessionJob *job);
