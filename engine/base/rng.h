/* SPDX-License-Identifier: GPL-3.0-only */
/* rng.h - seeded random numbers, the same on every machine.
 *
 * splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014):
 * any seed is a good seed, and streams of different seeds do not overlap in practice. */
#pragma once

#include <stdint.h>

#include "engine/base/contract.h"

typedef struct Rng {
    uint64_t state;
} Rng;

static inline uint64_t rng_next(Rng *rng)
{
    uint64_t z = rng->state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/* Returns a number uniformly distributed in [0, bound); bound must be at least 1 (Lemire's
 * multiply-shift; the bias is below bound/2^32). */
static inline uint32_t rng_below(Rng *rng, uint32_t bound)
{
    assert(bound >= 1);
    return (uint32_t)((rng_next(rng) >> 32) * bound >> 32);
}

/* Returns a number uniformly distributed in [0, 1). */
static inline double rng_unit(Rng *rng) { return (double)(rng_next(rng) >> 11) * 0x1p-53; }
