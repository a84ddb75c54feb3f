/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/endgame/decoder.h"

#include <string.h>

#include "engine/base/contract.h"

typedef struct Decoder {
    const uint8_t *at, *end;
    uint32_t range, code;
    const PackModel *model;
    uint16_t chance[PACK_PROBABILITIES];
} Decoder;

static inline uint8_t decoder_next_byte(Decoder *d) { return d->at < d->end ? *d->at++ : 0; }

static inline unsigned decode_bit(Decoder *d, unsigned context)
{
    uint16_t *chance = &d->chance[context];
    uint32_t bound = (d->range >> 12) * *chance;
    unsigned bit = d->code >= bound;
    if (bit) {
        d->code -= bound;
        d->range -= bound;
        *chance = (uint16_t)(*chance - (*chance >> PACK_SHIFT));
    } else {
        d->range = bound;
        *chance = (uint16_t)(*chance + ((4096 - *chance) >> PACK_SHIFT));
    }
    while (d->range < 1u << 24) {
        d->range <<= 8;
        d->code = d->code << 8 | decoder_next_byte(d);
    }
    return bit;
}

static inline uint8_t decode_symbol(Decoder *d, const Guesses *g)
{
    for (int k = 0; k < PACK_GUESSES; k++)
        if (!guess_is_known(g, k) && !decode_bit(d, guess_context(g, k)))
            return g->symbol[k];
    const unsigned tree = symbol_tree(d->model, g), end = 1u << d->model->bits;
    unsigned node = 1;
    while (node < end)
        node = node << 1 | decode_bit(d, tree + node);
    return (uint8_t)(node - end);
}

/* Decodes a segment that differs from the one above. */
static void decode_segment(Decoder *d, uint8_t *at, unsigned width, unsigned size)
{
    bool differs = false;
    for (unsigned i = 0; i < size; i++) {
        const Guesses g = guesses_at(at + i, width, differs, i + 1 == size);
        at[i] = decode_symbol(d, &g);
        differs |= at[i] != g.symbol[0];
    }
}

static void copy_segment(uint8_t *at, unsigned width, unsigned size)
{
    if (size == PACK_SEGMENT) /* because the size is constant, the compiler turns this into two instructions */
        memcpy(at, at - width, PACK_SEGMENT);
    else
        memcpy(at, at - width, size);
}

static void decode_line(Decoder *d, Segments *s, uint8_t *at, unsigned width)
{
    segments_next_line(s);
    for (unsigned n = 0, x = 0; x < width; n++, x += PACK_SEGMENT) {
        const unsigned size = width - x < PACK_SEGMENT ? width - x : PACK_SEGMENT;
        if (decode_bit(d, segment_context(s, n))) {
            segment_differs(s, n);
            decode_segment(d, at + x, width, size);
        } else {
            copy_segment(at + x, width, size);
        }
    }
}

uint8_t pack_decode(const PackModel *model, unsigned width, const uint8_t *bytes, size_t size, uint8_t *out, size_t count)
{
    assert(in_range(width, 1, PACK_WIDTH_MOST));
    assert(count <= PACK_MOST);
    uint8_t room[PACK_MARGIN + PACK_MOST + PACK_WIDTH_MOST], *const symbols = room + PACK_MARGIN;
    Segments segments;
    Decoder d; /* only the probabilities that are used are initialised */
    d.at = bytes;
    d.end = bytes + size;
    d.range = UINT32_MAX;
    d.code = 0;
    d.model = model;
    for (unsigned i = 0, n = pack_model_size(model); i < n; i++)
        d.chance[i] = (uint16_t)(model->start[i] << 4);
    for (int i = 0; i < 4; i++)
        d.code = d.code << 8 | decoder_next_byte(&d);
    memset(room, 0, sizeof room);
    segments_begin(&segments);
    for (size_t done = 0; done < count; done += width)
        decode_line(&d, &segments, symbols + done, width);
    uint8_t largest = 0;
    for (size_t i = 0; i < count; i++) {
        out[i] = symbols[i];
        largest = symbols[i] > largest ? symbols[i] : largest;
    }
    return largest;
}
