/* SPDX-License-Identifier: GPL-3.0-only */
/* pool.h - threads that share one piece of work.
 *
 * The caller's thread always takes part. If the system grants fewer threads than requested, or none,
 * the available ones do the work. */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { POOL_THREADS = 256 }; /* maximum number of threads */

/* Starts a thread with a stack of this size; 0 means the system's default. Returns false on failure. */
bool thread_start(pthread_t *thread, size_t stack_bytes, void *(*work)(void *self), void *self) __attribute__((warn_unused_result));

typedef void PoolWork(void *self, int id);

typedef struct PoolThread {
    struct Pool *pool;
    int id;
    pthread_t handle;
} PoolThread;

typedef struct Pool {
    PoolWork *work;
    void *self;
    int threads;          /* number of threads, including the caller's */
    pthread_mutex_t gate; /* locked by the caller until pool_run() */
    PoolThread others[POOL_THREADS - 1];
} Pool;

/* Starts the threads, which wait for pool_run(). Returns their number, including the caller's thread.
 * The stack size applies to the other threads. Must be followed by pool_run() on the same thread. */
int pool_begin(Pool *pool, int threads, size_t stack_bytes, PoolWork *work, void *self);

/* Calls work(self, id) once on every thread, with id 0 on the caller's, and waits until all have
 * returned. */
void pool_run(Pool *pool);

/* Calls pool_begin(), then pool_run(). */
void pool_work(int threads, size_t stack_bytes, PoolWork *work, void *self);

/* Processes one item. Returns false to stop: no thread then begins another item. */
typedef bool ParallelWork(void *self, int thread, size_t item);

/* Calls work() for each item from 0 to count - 1, in this order but on up to `threads` threads,
 * which are numbered from 0, the caller's. Returns false if a call returned false. */
bool parallel_for(size_t count, int threads, ParallelWork *work, void *self);
