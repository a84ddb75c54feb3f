/* SPDX-License-Identifier: GPL-3.0-only */
/* guess.h - packing of a table's values. For each segment of ten symbols, one bit states whether it
 * equals the one above. If not, each symbol is guessed from its neighbours, and further bits state
 * which guess was right. A binary arithmetic coder writes these bits.
 *
 * The coder is LZMA's (Igor Pavlov): a range of 32 bits that is divided at each bit in proportion
 * to an adaptive probability. In each block, probabilities start with values from the table's
 * header, so that short blocks need not learn them. FORMAT.md specifies all of it. This file
 * contains the common part of packing (encoder.h) and unpacking (decoder.h). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/contract.h"

enum {
    PACK_GUESSES = 3,    /* guesses: the symbol above, on the left, and one file to the left */
    PACK_CONTEXTS = 512, /* number of contexts of each guess */
    PACK_SYMBOLS = 256,
    PACK_TREES = 32, /* number of trees for whole symbols, selected by the first guess that is not 0 */
    PACK_SEGMENT = 10,
    PACK_SEGMENT_CONTEXTS = 128,
    /* Index of the first probability for segments; the next one is for trees. */
    PACK_SEGMENTS_AT = PACK_GUESSES * PACK_CONTEXTS,
    PACK_TREES_AT = PACK_SEGMENTS_AT + PACK_SEGMENT_CONTEXTS,
    PACK_PROBABILITIES = PACK_TREES_AT + PACK_TREES * PACK_SYMBOLS, /* maximum number of probabilities */
    PACK_SHIFT = 4,                                                 /* rate of adaptation; larger is slower */
    PACK_MOST = 4096,                                               /* maximum number of symbols in a block */
    PACK_WIDTH_MOST = 90,
    PACK_MARGIN = 3 * PACK_WIDTH_MOST, /* distance that a guess looks back; symbols before a block count as 0 */
    PACK_SEGMENTS_MOST = PACK_WIDTH_MOST / PACK_SEGMENT,
    PACK_LINES_BACK = 4, /* number of lines above that the contexts of segments use */
};

_Static_assert(PACK_SEGMENTS_MOST + 2 <= 16, "Segments has a bit for each");
_Static_assert(PACK_SYMBOLS <= 256, "a symbol is one byte");

typedef struct PackModel {
    unsigned bits, trees;              /* bits of a whole symbol; number of trees (pack_model_shape()) */
    uint8_t start[PACK_PROBABILITIES]; /* initial probabilities that the bit is 0, in 256ths, 1..255 */
} PackModel;

/* Segments that equal those above them, in this line and the previous ones, nearest first: bit n + 1 is
 * for segment n. Segments outside the block count as equal. */
typedef struct Segments {
    uint16_t alike[PACK_LINES_BACK + 1];
} Segments;

static inline void segments_begin(Segments *s)
{
    for (int i = 0; i <= PACK_LINES_BACK; i++)
        s->alike[i] = UINT16_MAX;
}

static inline void segments_next_line(Segments *s)
{
    for (int i = PACK_LINES_BACK; i > 0; i--)
        s->alike[i] = s->alike[i - 1];
    s->alike[0] = UINT16_MAX;
}

static inline void segment_differs(Segments *s, unsigned n)
{
    assert(n < PACK_SEGMENTS_MOST);
    s->alike[0] &= (uint16_t) ~(2u << n);
}

/* Returns the index of the probability for segment n's bit. */
static inline unsigned segment_context(const Segments *s, unsigned n)
{
    assert(n < PACK_SEGMENTS_MOST);
    unsigned context = (s->alike[0] >> n & 1u) | (s->alike[1] >> n & 7u) << 1;
    for (unsigned up = 2; up <= PACK_LINES_BACK; up++)
        context |= (s->alike[up] >> (n + 1) & 1u) << (up + 2);
    return PACK_SEGMENTS_AT + context;
}

/* Guesses of a symbol, best first. */
typedef struct Guesses {
    uint8_t symbol[PACK_GUESSES];
    bool not_above; /* true if the symbol is known to differ from the one above, because it is the last symbol of a segment that differs */
    unsigned context;
} Guesses;

/* Returns the guesses for the symbol at `at`, which is still 0 and has PACK_MARGIN symbols before it;
 * the symbol above is at[-width]. `differs` is true if an earlier symbol of its segment differs from
 * the one above. `last` is true if the symbol is the last of its segment. */
static inline Guesses guesses_at(const uint8_t *at, unsigned width, bool differs, bool last)
{
    const uint8_t *up = at - width, above = *up, left = at[-1], file = at[-10];
    return (Guesses){{above, left, file},
                     last && !differs,
                     (unsigned)(left == above) | (unsigned)(file == above) << 1 | (unsigned)(up[-1] == left) << 2 |
                         (unsigned)(up[-10] == file) << 3 | (unsigned)differs << 4 | (unsigned)(above == 0) << 5 |
                         (unsigned)(left == file) << 6 | (unsigned)(up[1] == above) << 7 | (unsigned)(*(up - 2 * width) == above) << 8};
}

/* Returns true if the guess is known to be wrong, because it was already made or excluded; it is
 * then skipped. */
static inline bool guess_is_known(const Guesses *g, int k)
{
    assert(in_range(k, 0, PACK_GUESSES - 1));
    return (k == 0 && g->not_above) || (k == 1 && g->symbol[1] == g->symbol[0]) ||
           (k == 2 && (g->symbol[2] == g->symbol[0] || g->symbol[2] == g->symbol[1]));
}

/* Returns the index of the probability for guess k. */
static inline unsigned guess_context(const Guesses *g, int k)
{
    assert(in_range(k, 0, PACK_GUESSES - 1));
    return (unsigned)k * PACK_CONTEXTS + g->context;
}

/* Returns the index of the tree that codes a whole symbol if all of these guesses are wrong. Its root
 * is node 1. */
static inline unsigned symbol_tree(const PackModel *m, const Guesses *g)
{
    unsigned near = g->symbol[0] ? g->symbol[0] : g->symbol[1] ? g->symbol[1] : g->symbol[2];
    return PACK_TREES_AT + ((near < m->trees ? near : m->trees - 1) << m->bits);
}

/* Sets the shape of a model for this number of symbols, 1 to PACK_SYMBOLS. */
static inline void pack_model_shape(PackModel *m, unsigned symbols)
{
    assert(in_range(symbols, 1, PACK_SYMBOLS));
    m->bits = 0;
    m->trees = symbols < PACK_TREES ? symbols : PACK_TREES;
    while (1u << m->bits < symbols)
        m->bits++;
}

/* Returns the number of probabilities of the model. */
static inline unsigned pack_model_size(const PackModel *m) { return PACK_TREES_AT + (m->trees << m->bits); }
