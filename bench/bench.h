/* SPDX-License-Identifier: GPL-3.0-only */
/* bench.h - searches fifty fixed positions to a fixed depth.
 *
 * The total number of nodes is the signature of the search: it is the same in every run and on every
 * machine until a change affects the search's decisions. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "search/engine.h"

enum { BENCH_DEPTH = 13, BENCH_HASH_MIB = 16 };

typedef struct BenchOptions {
    bool handcrafted;                            /* true: use the handcrafted evaluation instead of the built-in net */
    int depth, hash_mib, threads;                /* the node count varies if there is more than one thread */
    void (*ready)(void *self, Engine *engine);   /* called before the first position, and
                                                  * with NULL before the engine is freed; may be NULL */
    const atomic_bool *stop;                     /* ends the bench; may be NULL */
    void (*print)(void *self, const char *line); /* receives lines of progress and results; may be NULL */
    void *self;
} BenchOptions;

typedef struct BenchResult {
    uint64_t nodes;
    int64_t time_ms;
} BenchResult;

/* Runs the bench. Returns false if *stop was set, or with the reason in *why if it fails. */
bool bench_run(const BenchOptions *options, BenchResult *result, Text *why) __attribute__((warn_unused_result));

/* Executes the UCI command `bench [hash] [threads] [depth]` (protocol/UCCI.md, 111). For use as
 * SessionBench. */
void bench_command(const char *args, void (*print)(void *self, const char *line), void *self, const atomic_bool *stop);
