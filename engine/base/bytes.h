/* SPDX-License-Identifier: GPL-3.0-only */
/* bytes.h - integers as stored in our files: little-endian, 1 to 8 bytes, at any alignment. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/contract.h"
#include "engine/base/text.h"

static inline uint64_t bytes_get(const unsigned char *at, int size)
{
    assert(in_range(size, 1, 8));
    uint64_t number = 0;
    while (size-- > 0)
        number = number << 8 | at[size];
    return number;
}

static inline uint16_t bytes_get16(const unsigned char *at) { return (uint16_t)bytes_get(at, 2); }
static inline uint32_t bytes_get32(const unsigned char *at) { return (uint32_t)bytes_get(at, 4); }

/* Writes the low `size` bytes of a number. */
static inline void bytes_put(unsigned char *at, uint64_t number, int size)
{
    assert(in_range(size, 1, 8));
    for (int i = 0; i < size; i++)
        at[i] = (unsigned char)(number >> 8 * i);
}

/* Appends the low `size` bytes of a number to a text. Returns false if an allocation fails. */
static inline bool bytes_add(Text *out, uint64_t number, int size)
{
    assert(in_range(size, 1, 8));
    unsigned char at[8];
    bytes_put(at, number, size);
    return text_add_bytes(out, (const char *)at, (size_t)size);
}
