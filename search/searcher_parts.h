/* SPDX-License-Identifier: GPL-3.0-only */
/* searcher_parts.h - what a Searcher is made of, for the files that do its work. */
#pragma once

#include "search/lag.h"
#include "search/worker.h"

struct Searcher {
    Shared shared;                  /* owns the workers */
    pthread_t threads[MAX_THREADS]; /* of a search: one for each worker, but for the main one in searcher_run() */
    bool in_background;             /* the main worker's is there, and to be waited for */
    bool used;                      /* something was searched since all was forgotten */
    RuleSet rules;
    int limit;      /* the natural limit, in plies; 0: none */
    uint32_t games; /* how often all was forgotten */
    LagMeter lag;   /* of the clocks it has played by */
    SearchResult result;
};
