/* pool.h - threads that wait for work, and what they wait on.
 *
 * Thread i runs work(self, i) each time it is told to begin. One lock guards who works; what is stored before
 * pool_begin() is seen by the thread, and what it stored by whoever has waited for it. */
#pragma once

#include <pthread.h>
#include <stdbool.h>

#include "search/search.h"

typedef enum PoolState { POOL_IDLE, POOL_WORKING, POOL_ENDING } PoolState;

typedef struct PoolThread {
    pthread_t handle;
    struct Pool *pool;
    PoolState state; /* under the lock */
} PoolThread;

typedef struct Pool {
    int count;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    void (*work)(void *self, int id);
    void *self;
    PoolThread threads[MAX_THREADS];
} Pool;

void pool_init(Pool *pool, void (*work)(void *self, int id), void *self); /* without threads */
void pool_destroy(Pool *pool);                                            /* ends them; all must be idle */

/* All idle: ends threads or adds some. False, and as many as before, if they cannot be had; fewer can always. */
bool pool_resize(Pool *pool, int count);

/* The threads from `first` up to before `last` work; wait until all of them are idle again. */
void pool_begin(Pool *pool, int first, int last);
void pool_wait(Pool *pool, int first, int last);

/* Waits until ready(self), which is asked under the lock after each pool_notify(). */
void pool_wait_for(Pool *pool, bool (*ready)(const void *self), const void *self);
void pool_notify(Pool *pool);
