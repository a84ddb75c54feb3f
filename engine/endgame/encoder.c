/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/endgame/encoder.h"

#include <math.h>
#include <string.h>

#include "engine/base/contract.h"

typedef struct Encoder {
    uint8_t *out;
    size_t size;
    uint64_t low;
    uint32_t range;
    uint16_t chance[PACK_PROBABILITIES];
    const PackModel *model;
    PackTally *tally; /* NULL when writing; otherwise bits are only counted in the tally */
} Encoder;

static void encoder_carry(Encoder *e)
{
    for (size_t i = e->size; i > 0 && ++e->out[i - 1] == 0;)
        i--;
}

static void encoder_shift_out(Encoder *e)
{
    if (e->low > UINT32_MAX)
        encoder_carry(e);
    e->out[e->size++] = (uint8_t)(e->low >> 24);
    e->low = (e->low & 0xFFFFFF) << 8;
}

static void encode_bit(Encoder *e, unsigned context, unsigned bit)
{
    if (e->tally) {
        e->tally->seen[context][bit]++;
        return;
    }
    uint16_t *chance = &e->chance[context];
    uint32_t bound = (e->range >> 12) * *chance;
    if (bit) {
        e->low += bound;
        e->range -= bound;
        *chance = (uint16_t)(*chance - (*chance >> PACK_SHIFT));
    } else {
        e->range = bound;
        *chance = (uint16_t)(*chance + ((4096 - *chance) >> PACK_SHIFT));
    }
    while (e->range < 1u << 24) {
        e->range <<= 8;
        encoder_shift_out(e);
    }
}

static void encode_symbol(Encoder *e, const Guesses *g, uint8_t symbol)
{
    for (int k = 0; k < PACK_GUESSES; k++) {
        if (guess_is_known(g, k))
            continue;
        encode_bit(e, guess_context(g, k), g->symbol[k] != symbol);
        if (g->symbol[k] == symbol)
            return;
    }
    const unsigned tree = symbol_tree(e->model, g);
    unsigned node = 1;
    for (unsigned bit = e->model->bits; bit-- > 0;) {
        unsigned value = symbol >> bit & 1u;
        encode_bit(e, tree + node, value);
        node = node << 1 | value;
    }
}

/* Returns true if the segment equals the one above wherever it matters. */
static bool encoder_is_alike(const uint8_t *at, unsigned width, const uint8_t *symbols, const bool *care, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        if (care[i] && symbols[i] != *(at + i - width))
            return false;
    return true;
}

static void encode_segment(Encoder *e, uint8_t *at, unsigned width, const uint8_t *symbols, const bool *care, unsigned size)
{
    bool differs = false;
    for (unsigned i = 0; i < size; i++) {
        const Guesses g = guesses_at(at + i, width, differs, i + 1 == size);
        at[i] = care[i] ? symbols[i] : g.symbol[0];
        encode_symbol(e, &g, at[i]);
        differs |= at[i] != g.symbol[0];
    }
}

static void encode_all(Encoder *e, unsigned width, uint8_t *symbols, const bool *care, size_t count)
{
    assert(in_range(width, 1, PACK_WIDTH_MOST));
    assert(count <= PACK_MOST && count % width == 0);
    uint8_t room[PACK_MARGIN + PACK_MOST] = {0}, *const at = room + PACK_MARGIN;
    Segments segments;
    segments_begin(&segments);
    for (size_t line = 0; line < count; line += width) {
        segments_next_line(&segments);
        for (unsigned n = 0, x = 0; x < width; n++, x += PACK_SEGMENT) {
            const unsigned size = width - x < PACK_SEGMENT ? width - x : PACK_SEGMENT;
            const size_t i = line + x;
            const bool alike = encoder_is_alike(at + i, width, symbols + i, care + i, size);
            encode_bit(e, segment_context(&segments, n), !alike);
            if (alike) {
                memcpy(at + i, at + i - width, size);
            } else {
                segment_differs(&segments, n);
                encode_segment(e, at + i, width, symbols + i, care + i, size);
            }
        }
    }
    memcpy(symbols, at, count);
}

void pack_tally(const PackModel *model, unsigned width, uint8_t *symbols, const bool *care, size_t count, PackTally *tally)
{
    Encoder e = {.tally = tally, .model = model};
    encode_all(&e, width, symbols, care, count);
}

size_t pack_encode(const PackModel *model, unsigned width, uint8_t *symbols, const bool *care, size_t count, uint8_t *out)
{
    Encoder e = {.out = out, .range = UINT32_MAX, .model = model};
    for (unsigned i = 0; i < pack_model_size(model); i++)
        e.chance[i] = (uint16_t)(model->start[i] << 4);
    encode_all(&e, width, symbols, care, count);
    for (int i = 0; i < 4; i++)
        encoder_shift_out(&e);
    while (e.size > 0 && out[e.size - 1] == 0) /* trailing zeros are dropped, because the decoder reads zeros after the end */
        e.size--;
    return e.size;
}

void pack_model_train(PackModel *model, const PackTally *tally)
{
    for (unsigned i = 0; i < pack_model_size(model); i++) {
        double zeros = (double)tally->seen[i][0] + 0.4, ones = (double)tally->seen[i][1] + 0.4;
        int start = (int)lround(256 * zeros / (zeros + ones));
        model->start[i] = (uint8_t)(start < 1 ? 1 : start > 255 ? 255 : start);
    }
}
