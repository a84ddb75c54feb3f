/* SPDX-License-Identifier: GPL-3.0-only */
/* bitboard.h - sets of the 90 points as 128-bit words, one bit per square_index().
 *
 * File by file, ten bits a file: a step north is a shift by one, a step east a shift by ten. */
#pragma once

#include "engine/base/contract.h"
#include "engine/board/square.h"

__extension__ typedef unsigned __int128 Bitboard;

#define BB_ALL (((Bitboard)1 << SQUARES) - 1)

/* Compiles to one instruction if the CPU has it (see perft.c). The fallback is the classic parallel
 * sum, which is faster than libgcc's table. */
static inline int popcount64(uint64_t x)
{
#ifdef __POPCNT__
    return __builtin_popcountll(x);
#else
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)(x * 0x0101010101010101u >> 56);
#endif
}

static inline int bb_count(Bitboard b) { return popcount64((uint64_t)b) + popcount64((uint64_t)(b >> 64)); }

static inline int lsb64(uint64_t x)
{
    assert(x != 0);
    return __builtin_ctzll(x);
}

/* Returns the index of the lowest bit. b must not be empty. */
static inline int bb_first(Bitboard b)
{
    assert(b != 0);
    uint64_t lo = (uint64_t)b;
    return lo ? lsb64(lo) : 64 + lsb64((uint64_t)(b >> 64));
}

static inline bool bb_many(Bitboard b) { return (b & (b - 1)) != 0; } /* true if b has two or more bits */
