/* SPDX-License-Identifier: GPL-3.0-only */
/* thread.h - starts threads that call searcher_run() themselves, with the same stack size as the
 * searcher's own threads. */
#pragma once

#include <pthread.h>
#include <stdbool.h>

static inline bool thread_begin(pthread_t *thread, void *(*work)(void *self), void *self)
{
    enum { SEARCH_STACK = 16 << 20 };
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    pthread_attr_setstacksize(&attributes, SEARCH_STACK);
    const bool begun = pthread_create(thread, &attributes, work, self) == 0;
    pthread_attr_destroy(&attributes);
    return begun;
}
