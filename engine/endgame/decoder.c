/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/endgame/decoder.h"

#include <string.h>

typedef struct Decoder {
    const uint8_t *at, *end;
    uint32_t range, code;
    const PackModel *model;
    uint16_t chance[PACK_PROBABILITIES];
} Decoder;

static inline uint8_t next_byte(Decoder *d) { return d->at < d->end ? *d->at++ : 0; }

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
        d->code = d->code << 8 | next_byte(d);
    }
    return bit;
}

static inline uint8_t decode_symbol(Decoder *d, const Guesses *g)
{
    if (!decode_bit(d, guess_context(g, 0))) /* nearly always */
        return g->symbol[0];
    if (!guess_is_known(g, 1) && !decode_bit(d, guess_context(g, 1)))
        return g->symbol[1];
    if (!guess_is_known(g, 2) && !decode_bit(d, guess_context(g, 2)))
        return g->symbol[2];
    const unsigned tree = symbol_tree(d->model, g), end = 1u << d->model->bits;
    unsigned node = 1;
    while (node < end)
        node = node << 1 | decode_bit(d, tree + node);
    return (uint8_t)(node - end);
}

void pack_decode(const PackModel *model, unsigned width, const uint8_t *bytes, size_t size, uint8_t *out, size_t count)
{
    uint8_t room[PACK_MARGIN + PACK_MOST], *const symbols = room + PACK_MARGIN;
    Decoder d; /* whose probabilities are set as far as there are any */
    d.at = bytes;
    d.end = bytes + size;
    d.range = UINT32_MAX;
    d.code = 0;
    d.model = model;
    for (unsigned i = 0, n = pack_model_size(model); i < n; i++)
        d.chance[i] = (uint16_t)(model->start[i] << 4);
    for (int i = 0; i < 4; i++)
        d.code = d.code << 8 | next_byte(&d);
    memset(room, 0, sizeof room);
    for (size_t i = 0; i < count; i++) {
        const Guesses g = guesses_at(symbols + i, width);
        symbols[i] = decode_symbol(&d, &g);
    }
    memcpy(out, symbols, count);
}
