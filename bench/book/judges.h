/* SPDX-License-Identifier: GPL-3.0-only */
/* judges.h - several judges (judge.h) at work at once, each in a thread. */
#pragma once

#include "bench/book/judge.h"

typedef struct Judges {
    int64_t workers, hash_mib; /* each worker's */
    const Network *net;        /* NULL: the handcrafted evaluation. Borrowed, as the next two */
    const atomic_bool *stop;   /* ends a search */
    Findings *findings;        /* NULL: nothing is kept */
    void *self;
    bool (*work)(void *self, Judge *judge, size_t item); /* from any thread, on items in order; false ends all of it */
    void (*tell)(void *self, size_t item);               /* that one is done: one call at a time, in any order */
} Judges;

/* Works on items 0 to count - 1. False if one could not be done, or there is no memory or no thread. */
bool judges_run(const Judges *judges, size_t count);
