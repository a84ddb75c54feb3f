/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/crc32.h"

#include "engine/base/contract.h"

/* Processes four bytes at a time with four tables (slicing, Kounavis and Berry). Each entry is the
 * XOR of the entries for the bits of its index, so eight numbers define a table and no start-up
 * code is needed. */
#define SUM(n, a, b, c, d, e, f, g, h)                                                                                                     \
    (((n)&1 ? a : 0) ^ ((n)&2 ? b : 0) ^ ((n)&4 ? c : 0) ^ ((n)&8 ? d : 0) ^ ((n)&16 ? e : 0) ^ ((n)&32 ? f : 0) ^ ((n)&64 ? g : 0) ^      \
     ((n)&128 ? h : 0))
#define FOUR(n, ...)    SUM(n, __VA_ARGS__), SUM((n) + 1, __VA_ARGS__), SUM((n) + 2, __VA_ARGS__), SUM((n) + 3, __VA_ARGS__)
#define SIXTEEN(n, ...) FOUR(n, __VA_ARGS__), FOUR((n) + 4, __VA_ARGS__), FOUR((n) + 8, __VA_ARGS__), FOUR((n) + 12, __VA_ARGS__)
#define SIXTY_FOUR(n, ...)                                                                                                                 \
    SIXTEEN(n, __VA_ARGS__), SIXTEEN((n) + 16, __VA_ARGS__), SIXTEEN((n) + 32, __VA_ARGS__), SIXTEEN((n) + 48, __VA_ARGS__)
#define TABLE(...)                                                                                                                         \
    {                                                                                                                                      \
        SIXTY_FOUR(0, __VA_ARGS__), SIXTY_FOUR(64, __VA_ARGS__), SIXTY_FOUR(128, __VA_ARGS__), SIXTY_FOUR(192, __VA_ARGS__)                \
    }

static const uint32_t table[4][256] = {
    TABLE(0x77073096, 0xEE0E612C, 0x076DC419, 0x0EDB8832, 0x1DB71064, 0x3B6E20C8, 0x76DC4190, 0xEDB88320),
    TABLE(0x191B3141, 0x32366282, 0x646CC504, 0xC8D98A08, 0x4AC21251, 0x958424A2, 0xF0794F05, 0x3B83984B),
    TABLE(0x01C26A37, 0x0384D46E, 0x0709A8DC, 0x0E1351B8, 0x1C26A370, 0x384D46E0, 0x709A8DC0, 0xE1351B80),
    TABLE(0xB8BC6765, 0xAA09C88B, 0x8F629757, 0xC5B428EF, 0x5019579F, 0xA032AF3E, 0x9B14583D, 0xED59B63B),
};

uint32_t crc32_update(uint32_t crc, const void *bytes, size_t size)
{
    assert(bytes || size == 0);
    const uint8_t *b = bytes;
    crc = ~crc;
    for (; size >= 4; b += 4, size -= 4) {
        crc ^= b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
        crc = table[3][crc & 255] ^ table[2][crc >> 8 & 255] ^ table[1][crc >> 16 & 255] ^ table[0][crc >> 24];
    }
    for (; size > 0; b++, size--)
        crc = crc >> 8 ^ table[0][(crc ^ *b) & 255];
    return ~crc;
}
