/* SPDX-License-Identifier: GPL-3.0-only */
/* minmax.h - the smaller and the larger of two integers, and a value forced into a range. */
#pragma once

#include <stdint.h>

#include "engine/base/contract.h"

static inline int min_int(int a, int b) { return a < b ? a : b; }
static inline int max_int(int a, int b) { return a > b ? a : b; }
static inline int64_t min_i64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t max_i64(int64_t a, int64_t b) { return a > b ? a : b; }

/* Return the number in [low, high] that is closest to x. low must not exceed high. */
static inline int clamp_int(int x, int low, int high)
{
    assert(low <= high);
    return max_int(low, min_int(x, high));
}

static inline int64_t clamp_i64(int64_t x, int64_t low, int64_t high)
{
    assert(low <= high);
    return max_i64(low, min_i64(x, high));
}
