/* SPDX-License-Identifier: GPL-3.0-only */
/* worker.h - a search thread by itself, for tests of what it is made of. */
#pragma once

#include "search/worker.h"
#include "tests/support/support.h"

/* With the handcrafted evaluation and no table. To be given to lone_worker_free(). */
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
