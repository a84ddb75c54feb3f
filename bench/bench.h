/* SPDX-License-Identifier: GPL-3.0-only */
/* bench.h - fifty fixed positions searched to a fixed depth.
 *
 * The node count is the signature of the search's behaviour: the same on every run and machine as
 * long as nothing changes how the engine thinks. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "search/search.h"

enum { BENCH_DEPTH = 13, BENCH_HASH_MIB = 16 };

typedef struct BenchOptions {
    bool handcrafted;                                            /* evaluate without the built-in net */
    int depth, hash_mib, threads;                                /* with more than one thread the count differs from run to run */
    void (*ready)(void *self, Searcher *searcher, Network *net); /* once, before the first position; may be NULL */
    const atomic_bool *stop;                                     /* looked at between positions; may be NULL */
    void (*print)(void *self, const char *line);                 /* progress and result; may be NULL */
    void *self;
} BenchOptions;

typedef struct BenchResult {
    uint64_t nodes;
    int64_t time_ms;
} BenchResult;

/* False when memory is short, or after *stop. */
bool bench_run(const BenchOptions *options, BenchResult *result);

/* The UCI command `bench [hash] [threads] [depth]` (protocol/UCCI.md, 111), for SessionBench. */
void bench_command(const char *args, void (*print)(void *self, const char *line), void *self, const atomic_bool *stop);
