/* SPDX-License-Identifier: GPL-3.0-only */
/* worker.h - a single search worker, for tests of its parts. */
#pragma once

#include "search/worker.h"
#include "tests/support/support.h"

/* Returns a worker with the handcrafted evaluation and no transposition table. Free it with
 * lone_worker_free(). */
static inline Worker *lone_worker(void)
{
    Shared *shared = calloc(1, sizeof *shared);
    ck_assert_ptr_nonnull(shared);
    shared->clock = steady_clock;
    Worker *worker = worker_new(shared, 0);
    ck_assert_ptr_nonnull(worker);
    return worker;
}

static inline void lone_worker_free(Worker *worker)
{
    Shared *shared = worker->shared;
    worker_free(worker);
    free(shared);
}
