/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/tables/pack.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/crc32.h"
#include "engine/endgame/encoder.h"

typedef struct Packer {
    const Solution *s;
    EndgameValue values[PACK_SYMBOLS]; /* by symbol */
    int symbols;
    uint8_t *symbol_of; /* by value and 32768 */
    PackModel model;
    unsigned block;
    uint8_t symbol[ENDGAME_BLOCK_MOST];
    bool care[ENDGAME_BLOCK_MOST];
    uint8_t packed[2 * ENDGAME_BLOCK_MOST + 16];
} Packer;

static void put(uint8_t *at, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(number >> 8 * i);
}

static bool add_number(Text *out, uint64_t number, int bytes)
{
    uint8_t at[8];
    put(at, number, bytes);
    return text_add_bytes(out, (char *)at, (size_t)bytes);
}

/* Gives each value a symbol, the draw 0, then as they come. */
static bool name_values(Packer *p, Text *why)
{
    const EndgameValue *v = p->s->value[STRONG];
    bool *named = calloc(UINT16_MAX + 1, sizeof *named);
    p->symbol_of = calloc(UINT16_MAX + 1, 1);
    if (!p->symbol_of || !named) {
        free(named);
        return why_no_memory(why);
    }
    p->values[p->symbols++] = ENDGAME_DRAW;
    named[(uint16_t)ENDGAME_DRAW] = named[(uint16_t)ENDGAME_ILLEGAL] = true;
    bool fits = true;
    for (uint64_t i = 0; i < p->s->layout.size && fits; i++)
        if (!named[(uint16_t)v[i]]) {
            fits = p->symbols < PACK_SYMBOLS;
            if (fits) {
                named[(uint16_t)v[i]] = true;
                p->symbol_of[(uint16_t)v[i]] = (uint8_t)p->symbols;
                p->values[p->symbols++] = v[i];
            }
        }
    free(named);
    return fits || text_fail(why, "more than %d different values", PACK_SYMBOLS);
}

/* One block, its size when packed; or only tallied. */
static size_t do_block(Packer *p, uint64_t begin, PackTally *tally)
{
    uint64_t left = p->s->layout.size - begin;
    size_t count = left < p->block ? (size_t)left : p->block;
    for (size_t i = 0; i < count; i++) {
        EndgameValue v = p->s->value[STRONG][begin + i];
        p->symbol[i] = p->symbol_of[(uint16_t)v];
        p->care[i] = v != ENDGAME_ILLEGAL;
    }
    if (!tally)
        return pack_encode(&p->model, p->symbol, p->care, count, p->packed);
    pack_tally(&p->model, p->symbol, p->care, count, tally);
    return 0;
}

static bool train(Packer *p)
{
    PackTally *tally = calloc(1, sizeof *tally);
    pack_model_even(&p->model, p->s->layout.row);
    for (uint64_t at = 0; tally && at < p->s->layout.size; at += p->block)
        do_block(p, at, tally);
    if (tally)
        pack_model_train(&p->model, tally);
    free(tally);
    return tally != NULL;
}

static void add_header(const Packer *p, uint32_t blocks, size_t data_size, Text *out)
{
    char name[ENDGAME_NAME_SIZE] = "";
    endgame_set_name(&p->s->layout.set, name);
    text_add(out, ENDGAME_MAGIC);
    add_number(out, ENDGAME_VERSION, 4);
    add_number(out, 0, 4); /* the checksum, when all is there */
    text_add_bytes(out, name, sizeof name);
    add_number(out, p->s->layout.size, 8);
    add_number(out, p->block, 4);
    add_number(out, blocks, 4);
    add_number(out, (uint64_t)p->symbols, 2);
    add_number(out, 0, 6);
    add_number(out, data_size, 8);
    for (int i = 0; i < p->symbols; i++)
        add_number(out, (uint16_t)p->values[i], 2);
    text_add_bytes(out, (const char *)p->model.start, sizeof p->model.start);
}

static bool add_blocks(Packer *p, Text *infos, Text *data)
{
    for (uint64_t at = 0; at < p->s->layout.size; at += p->block) {
        size_t size = do_block(p, at, NULL);
        add_number(infos, data->length, 4);
        add_number(infos, endgame_block_sum(p->packed, size), 2);
        text_add_bytes(data, (const char *)p->packed, size);
    }
    add_number(infos, data->length, 4);
    return add_number(infos, 0, 2) && !data->failed && data->length < UINT32_MAX;
}

static bool pack(Packer *p, Text *out, Text *why)
{
    if (!name_values(p, why))
        return false;
    if (!train(p))
        return why_no_memory(why);
    Text infos = TEXT_INIT, data = TEXT_INIT;
    const size_t begin = out->length;
    uint32_t blocks = (uint32_t)((p->s->layout.size + p->block - 1) / p->block);
    bool done = add_blocks(p, &infos, &data);
    if (done) {
        add_header(p, blocks, data.length, out);
        text_add_bytes(out, infos.data, infos.length);
        done = !out->failed;
    }
    if (done) /* over all but itself and what stands before it */
        put((uint8_t *)out->data + begin + 12, crc32_update(0, out->data + begin + 16, out->length - begin - 16), 4);
    done = done && text_add_bytes(out, data.data, data.length);
    text_free(&infos);
    text_free(&data);
    return done || why_no_memory(why);
}

bool table_pack(const Solution *s, Text *out, Text *why)
{
    Packer *p = calloc(1, sizeof *p);
    if (!p)
        return why_no_memory(why);
    p->s = s;
    p->block = 2048 / s->layout.row * s->layout.row;
    bool done = pack(p, out, why);
    free(p->symbol_of);
    free(p);
    return done;
}
