/* SPDX-License-Identifier: GPL-3.0-only */
/* contract.h - checks a function's preconditions at its start.
 *
 * assert() is for cheap tests; debug and asan builds and the fuzzers run them. VERIFY_ASSERT() is
 * for tests that cost as much as the function itself; they run only in builds with -DVERIFY, which
 * at present are the same builds. Text and files from outside are never asserted: invalid input is
 * reported as an error. */
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef VERIFY
#define VERIFY_ASSERT(condition) assert(condition)
#else
#define VERIFY_ASSERT(condition) ((void)0)
#endif

/* Returns true if x lies in [low, high]. */
static inline bool in_range(int64_t x, int64_t low, int64_t high) { return low <= x && x <= high; }
