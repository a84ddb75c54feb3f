/* SPDX-License-Identifier: GPL-3.0-only */
/* searcher.h - the parts of a Searcher, for the files that implement it. */
#pragma once

#include "search/timeman.h"
#include "search/worker.h"

struct Searcher {
    Shared shared;                  /* owns the workers */
    pthread_t threads[MAX_THREADS]; /* threads of a search: one per worker, except the main one in searcher_run() */
    bool in_background;             /* true while the main worker's thread exists and must be joined */
    atomic_bool searching;          /* from the start of a search until its result is complete; otherwise the searcher is idle */
    bool used;                      /* true if something was searched since everything was forgotten */
    RuleSet rules;
    int limit;      /* natural limit in plies; 0 for none */
    uint32_t games; /* number of calls of searcher_new_game() */
    LagMeter lag;   /* lag of the clocks in this game */
    SearchResult result;
};

static inline bool searcher_is_idle(const Searcher *s) { return !atomic_load(&s->searching); }
