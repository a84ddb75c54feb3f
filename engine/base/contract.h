/* SPDX-License-Identifier: GPL-3.0-only */
/* contract.h - checks of what a function requires of its caller, at the function's head.
 *
 * assert() is for cheap tests; debug and asan builds and the fuzzers run them. VERIFY_ASSERT() is
 * for tests that cost as much as the function itself; they run only in builds with -DVERIFY, which
 * today are the same ones. Text and files from outside are never asserted: they are reported as
 * errors. */
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
