/* SPDX-License-Identifier: GPL-3.0-only */
/* guess.h - how a table's values are packed: of each segment of ten symbols a bit tells whether it is as the one above; where it is not,
 * each symbol is guessed from its neighbours. A binary arithmetic coder writes these bits, and which guess was right.
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
    PACK_SEGMENT = 10,
    PACK_SEGMENT_CONTEXTS = 128,
    PACK_SEGMENTS_AT = PACK_GUESSES * PACK_CONTEXTS, /* where their probabilities begin, and those of the trees */
    PACK_TREES_AT = PACK_SEGMENTS_AT + PACK_SEGMENT_CONTEXTS,
    PACK_PROBABILITIES = PACK_TREES_AT + PACK_TREES * PACK_SYMBOLS, /* at most */
    PACK_SHIFT = 4,                                                 /* how slowly a probability follows */
    PACK_MOST = 4096,                                               /* symbols in a block */
    PACK_WIDTH_MOST = 90,
    PACK_MARGIN = 3 * PACK_WIDTH_MOST, /* how far back a guess looks; what would lie before a block is symbol 0 */
    PACK_LINES_BACK = 4,               /* how far up the bits of segments look */
};

typedef struct PackModel {
    unsigned bits, trees;              /* of a whole symbol; of the trees (pack_model_shape) */
    uint8_t start[PACK_PROBABILITIES]; /* what probabilities begin with, in 256ths, 1..255: that the bit is 0 */
} PackModel;

/* Which segments are as those above, in this line and those before it, the nearest first: bit n + 1 is segment n's. What lies beside or
 * above the block counts as alike. */
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

static inline void segment_differs(Segments *s, unsigned n) { s->alike[0] &= (uint16_t) ~(2u << n); }

/* The place of the bit of segment n among all probabilities. */
static inline unsigned segment_context(const Segments *s, unsigned n)
{
    unsigned context = (s->alike[0] >> n & 1u) | (s->alike[1] >> n & 7u) << 1;
    for (unsigned up = 2; up <= PACK_LINES_BACK; up++)
        context |= (s->alike[up] >> (n + 1) & 1u) << (up + 2);
    return PACK_SEGMENTS_AT + context;
}

/* The guesses, best first. */
typedef struct Guesses {
    uint8_t symbol[PACK_GUESSES];
    bool not_above; /* the first is wrong: the last symbol of a segment that is not as the one above, though all others are */
    unsigned context;
} Guesses;

/* `at` is where the next symbol will stand, 0 until then, with PACK_MARGIN symbols before it; the symbol above stands `width` before.
 * `differs`: does one before it in its segment differ from the one above? `last`: is it the segment's last? */
static inline Guesses guesses_at(const uint8_t *at, unsigned width, bool differs, bool last)
{
    const uint8_t *up = at - width, above = *up, left = at[-1], file = at[-10];
    return (Guesses){{above, left, file},
                     last && !differs,
                     (unsigned)(left == above) | (unsigned)(file == above) << 1 | (unsigned)(up[-1] == left) << 2 |
                         (unsigned)(up[-10] == file) << 3 | (unsigned)differs << 4 | (unsigned)(above == 0) << 5 |
                         (unsigned)(left == file) << 6 | (unsigned)(up[1] == above) << 7 | (unsigned)(*(up - 2 * width) == above) << 8};
}

/* Is it known that the guess is wrong, as it was made before? Then it is left out. */
static inline bool guess_is_known(const Guesses *g, int k)
{
    return (k == 0 && g->not_above) || (k == 1 && g->symbol[1] == g->symbol[0]) ||
           (k == 2 && (g->symbol[2] == g->symbol[0] || g->symbol[2] == g->symbol[1]));
}

/* Its place among all probabilities. */
static inline unsigned guess_context(const Guesses *g, int k) { return (unsigned)k * PACK_CONTEXTS + g->context; }

/* Where the tree begins that codes whole symbols beside these guesses; its root is node 1. */
static inline unsigned symbol_tree(const PackModel *m, const Guesses *g)
{
    unsigned near = g->symbol[0] ? g->symbol[0] : g->symbol[1] ? g->symbol[1] : g->symbol[2];
    return PACK_TREES_AT + ((near < m->trees ? near : m->trees - 1) << m->bits);
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
static inline unsigned pack_model_size(const PackModel *m) { return PACK_TREES_AT + (m->trees << m->bits); }
