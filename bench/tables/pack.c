/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/tables/pack.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/bytes.h"
#include "engine/base/crc32.h"
#include "engine/endgame/encoder.h"

/* Values change little if a guard or king moves. So a block covers many placements of guards (LINES)
 * and few of attackers (LINE: three files of one attacker). Sets of two attackers then take a third
 * of the size that they would take in blocks with all attackers and few guards. If the blocks turn
 * out large, and so are slow to unpack, they get fewer lines. */
enum { LINE = 30, LINES = 90, DENSE_LINES = 54, DENSE = 150 /* mean size of a block in bytes */ };

typedef struct Packer {
    const Solution *s;
    EndgameValue values[PACK_SYMBOLS]; /* value by symbol */
    int symbols;
    uint8_t *symbol_of; /* symbol by value, cast to uint16_t */
    PackModel model;
    BlockShape shape;
    uint32_t blocks;
    uint8_t symbol[ENDGAME_BLOCK_MOST];
    bool care[ENDGAME_BLOCK_MOST];
    uint8_t packed[PACK_BYTES_MOST];
} Packer;

/* Gives each value a symbol: 0 for a draw, then losses and wins by distance, so that similar symbols
 * mean similar distances. */
static bool packer_name_values(Packer *p, Text *why)
{
    const EndgameValue *v = p->s->value[STRONG];
    bool *met = calloc(UINT16_MAX + 1, sizeof *met);
    p->symbol_of = calloc(UINT16_MAX + 1, 1);
    if (!p->symbol_of || !met) {
        free(met);
        return why_no_memory(why);
    }
    for (uint64_t i = 0; i < p->s->layout.size; i++)
        met[(uint16_t)v[i]] = true;
    met[(uint16_t)ENDGAME_DRAW] = met[(uint16_t)ENDGAME_ILLEGAL] = false; /* both have symbol 0 */
    p->values[p->symbols++] = ENDGAME_DRAW;
    bool fits = true;
    for (int distance = 1; distance <= INT16_MAX; distance++)
        for (int sign = -1; sign <= 1; sign += 2)
            if (met[(uint16_t)(sign * distance)]) {
                fits = fits && p->symbols < PACK_SYMBOLS;
                if (fits) {
                    p->symbol_of[(uint16_t)(sign * distance)] = (uint8_t)p->symbols;
                    p->values[p->symbols++] = (EndgameValue)(sign * distance);
                }
            }
    free(met);
    return fits || text_fail(why, "more than %d distinct values", PACK_SYMBOLS);
}

/* Packs a block and returns its size. If tally is not NULL, only counts its symbols. */
static size_t packer_do_block(Packer *p, uint32_t number, PackTally *tally)
{
    const Layout *l = &p->s->layout;
    const Block b = endgame_block(l, &p->shape, number);
    size_t count = 0;
    for (unsigned line = 0; line < b.lines; line++)
        for (unsigned i = 0; i < b.width; i++, count++) {
            EndgameValue v = p->s->value[STRONG][(uint64_t)(b.first_line + line) * l->attackers + b.first_place + i];
            p->symbol[count] = p->symbol_of[(uint16_t)v];
            p->care[count] = v != ENDGAME_ILLEGAL;
        }
    if (!tally)
        return pack_encode(&p->model, b.width, p->symbol, p->care, count, p->packed);
    pack_tally(&p->model, b.width, p->symbol, p->care, count, tally);
    return 0;
}

static bool packer_train(Packer *p)
{
    PackTally *tally = calloc(1, sizeof *tally);
    pack_model_shape(&p->model, (unsigned)p->symbols);
    for (uint32_t n = 0; tally && n < p->blocks; n++)
        packer_do_block(p, n, tally);
    if (tally)
        pack_model_train(&p->model, tally);
    free(tally);
    return tally != NULL;
}

static void packer_add_header(const Packer *p, size_t data_size, Text *out)
{
    char name[ENDGAME_NAME_SIZE] = "";
    endgame_set_name(&p->s->layout.set, name);
    text_add(out, ENDGAME_MAGIC);
    bytes_add(out, ENDGAME_VERSION, 4);
    bytes_add(out, 0, 4); /* checksum, filled in at the end */
    text_add_bytes(out, name, sizeof name);
    bytes_add(out, p->s->layout.size, 8);
    bytes_add(out, p->shape.width, 2);
    bytes_add(out, p->shape.lines, 2);
    bytes_add(out, p->blocks, 4);
    bytes_add(out, (uint64_t)p->symbols, 2);
    bytes_add(out, 0, 6);
    bytes_add(out, data_size, 8);
    for (int i = 0; i < p->symbols; i++)
        bytes_add(out, (uint16_t)p->values[i], 2);
    text_add_bytes(out, (const char *)p->model.start, pack_model_size(&p->model));
}

static bool packer_add_blocks(Packer *p, Text *infos, Text *data)
{
    for (uint32_t n = 0; n < p->blocks; n++) {
        const size_t size = packer_do_block(p, n, NULL);
        if (size > ENDGAME_PACKED_MOST)
            return false;
        bytes_add(infos, data->length, 4);
        bytes_add(infos, endgame_block_sum(p->packed, size), 2);
        text_add_bytes(data, (const char *)p->packed, size);
    }
    bytes_add(infos, data->length, 4);
    return bytes_add(infos, 0, 2) && !data->failed && data->length < UINT32_MAX;
}

/* Packs all blocks with `lines` placements of guards each. */
static bool pack_blocks(Packer *p, unsigned lines, Text *infos, Text *data)
{
    p->shape = (BlockShape){.width = LINE, .lines = lines};
    p->blocks = (uint32_t)endgame_shape_blocks(&p->s->layout, &p->shape);
    text_cut(infos, 0);
    text_cut(data, 0);
    return packer_train(p) && packer_add_blocks(p, infos, data);
}

static bool packer_pack(Packer *p, Text *out, Text *why)
{
    if (!packer_name_values(p, why))
        return false;
    Text infos = TEXT_INIT, data = TEXT_INIT;
    const size_t begin = out->length;
    bool done = pack_blocks(p, LINES, &infos, &data);
    if (done && data.length / p->blocks > DENSE)
        done = pack_blocks(p, DENSE_LINES, &infos, &data);
    if (done) {
        packer_add_header(p, data.length, out);
        text_add_bytes(out, infos.data, infos.length);
        done = !out->failed;
    }
    if (done) /* covers the rest of the header and the block index; each block has its own checksum */
        bytes_put((uint8_t *)out->data + begin + 12, crc32_update(0, out->data + begin + 16, out->length - begin - 16), 4);
    done = done && text_add_bytes(out, data.data, data.length);
    text_free(&infos);
    text_free(&data);
    return done || text_fail(why, "out of memory, or table too large to pack");
}

bool table_pack(const Solution *s, Text *out, Text *why)
{
    Packer *p = calloc(1, sizeof *p);
    if (!p)
        return why_no_memory(why);
    p->s = s;
    bool done = packer_pack(p, out, why);
    free(p->symbol_of);
    free(p);
    return done;
}
