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
    PACK_CONTEXTS = 512, /* of each guess */
    PACK_SYMBOLS = 256,
    PACK_TREES = 32, /* of whole symbols, by the nearest guess that is not 0 */
    PACK_PROBABILITIES = PACK_GUESSES * PACK_CONTEXTS + PACK_TREES * PACK_SYMBOLS, /* at most */
    PACK_SHIFT = 5,                                                                /* how slowly a probability follows */
    PACK_MOST = 4096,                                                              /* symbols in a block */
    PACK_WIDTH_MOST = 90,
    PACK_MARGIN = 3 * PACK_WIDTH_MOST, /* how far back a guess looks; what would lie before a block is symbol 0 */
};

typedef struct PackModel {
    unsigned bits, trees;              /* of a whole symbol; of the trees (pack_model_shape) */
    uint8_t start[PACK_PROBABILITIES]; /* what probabilities begin with, in 256ths, 1..255: that the bit is 0 */
} PackModel;

/* The guesses, best first. */
typedef struct Guesses {
    uint8_t symbol[PACK_GUESSES];
    unsigned context;
} Guesses;

/* `at` is where the next symbol will stand, 0 until then, with PACK_MARGIN symbols before it; the symbol above stands `width` before. */
static inline Guesses guesses_at(const uint8_t *at, unsigned width)
{
    const uint8_t *up = at - width, above = *up, left = at[-1], file = at[-10];
    return (Guesses){{above, left, file},
                     (unsigned)(left == above) | (unsigned)(file == above) << 1 | (unsigned)(up[-1] == left) << 2 |
                         (unsigned)(up[-10] == file) << 3 | (unsigned)(*(up - width) == above) << 4 | (unsigned)(above == 0) << 5 |
                         (unsigned)(left == file) << 6 | (unsigned)(up[1] == above) << 7 | (unsigned)(*(up - 2 * width) == above) << 8};
}

/* Was the guess made before? Then it is left out. */
static inline bool guess_is_known(const Guesses *g, int k)
{
    return (k == 1 && g->symbol[1] == g->symbol[0]) || (k == 2 && (g->symbol[2] == g->symbol[0] || g->symbol[2] == g->symbol[1]));
}

/* Its place among all probabilities. */
static inline unsigned guess_context(const Guesses *g, int k) { return (unsigned)k * PACK_CONTEXTS + g->context; }

/* Where the tree begins that codes whole symbols beside these guesses; its root is node 1. */
static inline unsigned symbol_tree(const PackModel *m, const Guesses *g)
{
    unsigned near = g->symbol[0] ? g->symbol[0] : g->symbol[1] ? g->symbol[1] : g->symbol[2];
    return PACK_GUESSES * PACK_CONTEXTS + ((near < m->trees ? near : m->trees - 1) << m->bits);
}

/* Of so many symbols, 1 to PACK_SYMBOLS. */
static inline void pack_model_shape(PackModel *m, unsigned symbols)
{
    m->bits = 0;
    m->trees = symbols < PACK_TREES ? symbols : PACK_TREES;
    while (1u << m->bits < symbols)
        m->bits++;
}

/* How many probabilities the model has. */
static inline unsigned pack_model_size(const PackModel *m) { return PACK_GUESSES * PACK_CONTEXTS + (m->trees << m->bits); }
