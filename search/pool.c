#include "search/pool.h"

enum { STACK_BYTES = 16 << 20 }; /* MAX_PLY nodes deep, with room for sanitizer builds */

static void *thread_main(void *self)
{
    PoolThread *t = self;
    Pool *pool = t->pool;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (t->state == POOL_IDLE)
            pthread_cond_wait(&pool->changed, &pool->lock);
        if (t->state == POOL_ENDING)
            break;
        pthread_mutex_unlock(&pool->lock);
        pool->work(pool->self, (int)(t - pool->threads));
        pthread_mutex_lock(&pool->lock);
        t->state = POOL_IDLE;
        pthread_cond_broadcast(&pool->changed);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static void set_states(Pool *pool, int first, int last, PoolState state)
{
    pthread_mutex_lock(&pool->lock);
    for (int i = first; i < last; i++)
        pool->threads[i].state = state;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
}

static void end_threads(Pool *pool, int left)
{
    set_states(pool, left, pool->count, POOL_ENDING);
    for (int i = left; i < pool->count; i++)
        pthread_join(pool->threads[i].handle, NULL);
    pool->count = left;
}

void pool_init(Pool *pool, void (*work)(void *self, int id), void *self)
{
    pool->count = 0;
    pool->work = work;
    pool->self = self;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->changed, NULL);
}

void pool_destroy(Pool *pool)
{
    end_threads(pool, 0);
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->lock);
}

bool pool_resize(Pool *pool, int count)
{
    int before = pool->count;
    if (count < before)
        end_threads(pool, count);
    pthread_attr_t attr;
    if (count == pool->count)
        return true;
    if (pthread_attr_init(&attr) != 0)
        return false;
    pthread_attr_setstacksize(&attr, STACK_BYTES);
    while (pool->count < count) {
        PoolThread *t = &pool->threads[pool->count];
        *t = (PoolThread){.pool = pool, .state = POOL_IDLE};
        if (pthread_create(&t->handle, &attr, thread_main, t) != 0)
            break;
        pool->count++;
    }
    pthread_attr_destroy(&attr);
    if (pool->count == count)
        return true;
    end_threads(pool, before);
    return false;
}

void pool_begin(Pool *pool, int first, int last)
{
    if (first < last)
        set_states(pool, first, last, POOL_WORKING);
}

void pool_wait(Pool *pool, int first, int last)
{
    if (first >= last)
        return;
    pthread_mutex_lock(&pool->lock);
    for (int i = first; i < last; i++)
        while (pool->threads[i].state == POOL_WORKING)
            pthread_cond_wait(&pool->changed, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

void pool_wait_for(Pool *pool, bool (*ready)(const void *self), const void *self)
{
    pthread_mutex_lock(&pool->lock);
    while (!ready(self))
        pthread_cond_wait(&pool->changed, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

void pool_notify(Pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
}
