/* SPDX-License-Identifier: GPL-3.0-only */
/* guess.h - how a table's values are packed: each symbol is guessed from its neighbours, and a binary arithmetic coder writes which
 * guess was right.
 *
 * The coder is LZMA's (Igor Pavlov): a range of 32 bits, cut at each bit in proportion to a probability that follows what was seen.
 * Probabilities begin in each block as the table's header says, so that short blocks are not spent on learning. FORMAT.md has all of
 * it to the byte. What packing (encoder.h) and unpacking (decoder.h) share stands here. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PACK_GUESSES = 3,    /* above, left, file */
    PACK_CONTEXTS = 128, /* of each guess */
    PACK_SYMBOLS = 256,
    PACK_PROBABILITIES = PACK_GUESSES * PACK_CONTEXTS + PACK_SYMBOLS,
    PACK_SHIFT = 5,   /* how slowly a probability follows */
    PACK_MOST = 4096, /* symbols in a block */
    PACK_ROW_MOST = 90,
    PACK_MARGIN = 2 * PACK_ROW_MOST, /* how far back a guess looks; what would lie before a block is symbol 0 */
};

typedef struct PackModel {
    unsigned row;                      /* how far back the symbol above stands, 1 to PACK_ROW_MOST; 10 to a file */
    uint8_t start[PACK_PROBABILITIES]; /* what probabilities begin with, in 256ths, 1..255: that the bit is 0 */
} PackModel;

/* The guesses, best first. */
typedef struct Guesses {
    uint8_t symbol[PACK_GUESSES];
    unsigned context;
} Guesses;

/* `at` is where the next symbol will stand, with PACK_MARGIN symbols before it. */
static inline Guesses guesses_at(const uint8_t *at, unsigned row)
{
    const uint8_t *up = at - row, above = *up, left = at[-1], file = at[-10];
    return (Guesses){{above, left, file},
                     (unsigned)(left == above) | (unsigned)(file == above) << 1 | (unsigned)(up[-1] == left) << 2 |
                         (unsigned)(up[-10] == file) << 3 | (unsigned)(*(up - row) == above) << 4 | (unsigned)(above == 0) << 5 |
                         (unsigned)(left == file) << 6};
}

/* Was the guess made before? Then it is left out. */
static inline bool guess_is_known(const Guesses *g, int k)
{
    return (k == 1 && g->symbol[1] == g->symbol[0]) || (k == 2 && (g->symbol[2] == g->symbol[0] || g->symbol[2] == g->symbol[1]));
}

/* Its place among all probabilities. */
static inline unsigned guess_context(const Guesses *g, int k) { return (unsigned)k * PACK_CONTEXTS + g->context; }

/* Node of the tree of whole symbols: 1 at the root. */
static inline unsigned symbol_node(unsigned node) { return PACK_GUESSES * PACK_CONTEXTS + node; }
