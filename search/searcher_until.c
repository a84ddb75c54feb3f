/* SPDX-License-Identifier: GPL-3.0-only */
/* A search with a stop flag, for callers that only wait for it. */
#include "engine/base/platform.h"
#include "search/search.h"

typedef struct Until {
    const SearchListener *inner;
    SearchResult *result;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool done;
} Until;

static void pass_info(void *self, const SearchInfo *info)
{
    const Until *u = self;
    u->inner->info(u->inner->self, info);
}

static void take_result(void *self, const SearchResult *result)
{
    Until *u = self;
    pthread_mutex_lock(&u->lock);
    *u->result = *result;
    u->done = true;
    pthread_cond_signal(&u->ended);
    pthread_mutex_unlock(&u->lock);
}

static bool told_to_stop(const atomic_bool *stop) { return stop && atomic_load(stop); }

bool searcher_run_until(Searcher *s, const Game *game, const Limits *limits, const SearchListener *listener, const atomic_bool *stop,
                        SearchResult *result)
{
    enum { LOOK_US = 50000 };
    Until u = {.inner = listener, .result = result};
    const SearchListener outer = {.info = listener->info ? pass_info : NULL, .done = take_result, .self = &u};
    *result = (SearchResult){.best = MOVE_NONE, .ponder = MOVE_NONE};
    pthread_mutex_init(&u.lock, NULL);
    steady_cond_init(&u.ended);
    const SearchStart start = searcher_start(s, game, limits, &outer);
    if (start == SEARCH_NO_THREAD)
        searcher_run(s, game, limits, &outer); /* on this thread, so `stop` has to wait */
    const bool begun = start == SEARCH_BEGUN || u.done;
    pthread_mutex_lock(&u.lock);
    while (begun && !u.done && !told_to_stop(stop))
        steady_cond_wait(&u.ended, &u.lock, clock_us() + LOOK_US);
    pthread_mutex_unlock(&u.lock);
    searcher_stop(s);
    searcher_wait(s);
    pthread_cond_destroy(&u.ended);
    pthread_mutex_destroy(&u.lock);
    return begun && !told_to_stop(stop);
}
