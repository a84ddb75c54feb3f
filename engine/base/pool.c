/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/pool.h"

#include <stdatomic.h>

#include "engine/base/platform.h"

bool thread_start(pthread_t *thread, size_t stack_bytes, void *(*work)(void *self), void *self)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    const bool started = (stack_bytes == 0 || pthread_attr_setstacksize(&attributes, stack_bytes) == 0) &&
                         pthread_create(thread, &attributes, work, self) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

static void *pool_thread(void *self)
{
    PoolThread *t = self;
    pthread_mutex_lock(&t->pool->gate);
    pthread_mutex_unlock(&t->pool->gate);
    thread_spread(t->id);
    t->pool->work(t->pool->self, t->id);
    return NULL;
}

int pool_begin(Pool *pool, int threads, size_t stack_bytes, PoolWork *work, void *self)
{
    pool->work = work;
    pool->self = self;
    pthread_mutex_init(&pool->gate, NULL);
    pthread_mutex_lock(&pool->gate);
    for (pool->threads = 1; pool->threads < threads && pool->threads < POOL_THREADS; pool->threads++) {
        PoolThread *t = &pool->others[pool->threads - 1];
        t->pool = pool;
        t->id = pool->threads;
        if (!thread_start(&t->handle, stack_bytes, pool_thread, t))
            break;
    }
    return pool->threads;
}

void pool_run(Pool *pool)
{
    pthread_mutex_unlock(&pool->gate);
    pool->work(pool->self, 0);
    for (int i = 0; i < pool->threads - 1; i++)
        pthread_join(pool->others[i].handle, NULL);
    pthread_mutex_destroy(&pool->gate);
}

void pool_work(int threads, size_t stack_bytes, PoolWork *work, void *self)
{
    Pool pool;
    pool_begin(&pool, threads, stack_bytes, work, self);
    pool_run(&pool);
}

typedef struct ParallelLoop {
    ParallelWork *work;
    void *self;
    size_t count;
    atomic_size_t next;
    atomic_bool stopped;
} ParallelLoop;

static void parallel_share(void *self, int id)
{
    ParallelLoop *loop = self;
    for (size_t item; !atomic_load(&loop->stopped) && (item = atomic_fetch_add(&loop->next, 1)) < loop->count;)
        if (!loop->work(loop->self, id, item))
            atomic_store(&loop->stopped, true);
}

bool parallel_for(size_t count, int threads, ParallelWork *work, void *self)
{
    ParallelLoop loop = {.work = work, .self = self, .count = count};
    pool_work(count < (size_t)threads ? (int)count : threads, 0, parallel_share, &loop);
    return !atomic_load(&loop.stopped);
}
