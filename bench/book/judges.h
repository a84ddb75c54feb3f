/* SPDX-License-Identifier: GPL-3.0-only */
/* judges.h - runs several judges (judge.h) in parallel, each in its own thread, the first in the
 * caller's. */
#pragma once

#include "bench/book/judge.h"

typedef struct Judges {
    int64_t workers, hash_mib; /* number of threads, and hash size of each */
    const Network *net;        /* NULL for the handcrafted evaluation. Borrowed, like the next two */
    const atomic_bool *stop;   /* set to stop the searches */
    Findings *findings;        /* NULL: results are not stored */
    void *self;
    bool (*work)(void *self, Judge *judge, size_t item); /* called from any thread; items start
                                                          * in order; false ends the whole run */
    void (*tell)(void *self, size_t item);               /* reports a finished item: one
                                                          * call at a time, in any order */
} Judges;

/* Processes items 0 to count - 1. Returns false if an item failed, or if memory was short. */
bool judges_run(const Judges *judges, size_t count);
