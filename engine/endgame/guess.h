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
    PACK_SHIFT = 5, /* how slowly a probability follows */
};

typedef struct PackModel {
    unsigned row;                      /* how far back the symbol above stands, at least 1; 10 to a file */
    uint8_t start[PACK_PROBABILITIES]; /* what probabilities begin with, in 256ths, 1..255: that the bit is 0 */
} PackModel;

/* The guesses, best first, each different from those before it; and the context of each. */
typedef struct Guesses {
    int count;
    uint8_t symbol[PACK_GUESSES];
    unsigned context[PACK_GUESSES]; /* of all probabilities */
} Guesses;

static inline uint8_t symbol_before(const uint8_t *at, size_t i, size_t back) { return back <= i ? at[i - back] : 0; }

static inline void guess_add(Guesses *g, uint8_t symbol, unsigned context)
{
    g->symbol[g->count] = symbol;
    g->context[g->count++] = context;
}

static inline void guesses_make(const uint8_t *symbols, size_t i, unsigned row, Guesses *g)
{
    const uint8_t left = symbol_before(symbols, i, 1), file = symbol_before(symbols, i, 10), above = symbol_before(symbols, i, row);
    const uint8_t above_left = symbol_before(symbols, i, row + 1), above_file = symbol_before(symbols, i, row + 10);
    const uint8_t above_twice = symbol_before(symbols, i, (size_t)row * 2);
    const unsigned context = (unsigned)(left == above) | (unsigned)(file == above) << 1 | (unsigned)(above_left == left) << 2 |
                             (unsigned)(above_file == file) << 3 | (unsigned)(above_twice == above) << 4 | (unsigned)(above == 0) << 5 |
                             (unsigned)(left == file) << 6;
    g->count = 0;
    guess_add(g, above, context);
    if (left != above)
        guess_add(g, left, PACK_CONTEXTS + context);
    if (file != above && file != left)
        guess_add(g, file, 2 * PACK_CONTEXTS + context);
}

/* Node of the tree of whole symbols: 1 at the root. */
static inline unsigned symbol_node(unsigned node) { return PACK_GUESSES * PACK_CONTEXTS + node; }
