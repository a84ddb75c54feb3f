/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/endgame/table.h"

#include <string.h>

#include "engine/base/crc32.h"

/* The header's places; numbers are little-endian. */
enum {
    AT_VERSION = 8,
    AT_SUM = 12,
    AT_NAME = 16,
    AT_POSITIONS = 32,
    AT_WIDTH = 40,
    AT_LINES = 42,
    AT_BLOCKS = 44,
    AT_SYMBOLS = 48,
    AT_DATA_SIZE = 56
};

static uint64_t number(const uint8_t *at, int bytes)
{
    uint64_t n = 0;
    while (bytes-- > 0)
        n = n << 8 | at[bytes];
    return n;
}

uint16_t endgame_block_sum(const uint8_t *bytes, size_t size) { return (uint16_t)crc32_update(0, bytes, size); }

static unsigned at_most(unsigned n, unsigned most) { return n < most ? n : most; }

uint64_t endgame_shape_blocks(const Layout *l, BlockShape *shape)
{
    shape->across = (l->attackers + shape->width - 1) / shape->width;
    return (uint64_t)((l->guards + shape->lines - 1) / shape->lines) * shape->across;
}

Block endgame_block(const Layout *l, const BlockShape *shape, uint32_t n)
{
    Block b = {.first_line = n / shape->across * shape->lines, .first_place = n % shape->across * shape->width};
    b.width = at_most(l->attackers - b.first_place, shape->width);
    b.lines = at_most(l->guards - b.first_line, shape->lines);
    return b;
}

static const uint8_t *info_of(const EndgameTable *t, uint32_t block) { return t->bytes + t->infos + (size_t)block * ENDGAME_BLOCK_INFO; }

static bool infos_in_order(const EndgameTable *t)
{
    uint64_t end = number(info_of(t, 0), 4);
    if (end != 0)
        return false;
    for (uint32_t i = 1; i <= t->blocks; i++) {
        uint64_t next = number(info_of(t, i), 4);
        if (next < end)
            return false;
        end = next;
    }
    return end == t->size - t->data;
}

/* What the header says, against what the set's name and the size of the file ask for. */
static const char *header_fault(EndgameTable *t, const Places *places, size_t size)
{
    const uint8_t *b = t->bytes;
    EndgameSet set;
    if (size < ENDGAME_HEADER || memcmp(b, ENDGAME_MAGIC, 8) != 0)
        return "this is no endgame table";
    if (number(b + AT_VERSION, 4) != ENDGAME_VERSION)
        return "an endgame table of another version";
    memcpy(t->name, b + AT_NAME, ENDGAME_NAME_SIZE);
    if (memchr(t->name, '\0', ENDGAME_NAME_SIZE) == NULL || !endgame_set_read(t->name, &set, NULL))
        return "damaged: it names no set";
    endgame_set_name(&set, t->name);
    layout_init(&t->layout, places, &set);
    t->shape = (BlockShape){.width = (unsigned)number(b + AT_WIDTH, 2), .lines = (unsigned)number(b + AT_LINES, 2)};
    t->blocks = (uint32_t)number(b + AT_BLOCKS, 4);
    t->symbols = (unsigned)number(b + AT_SYMBOLS, 2);
    uint64_t data_size = number(b + AT_DATA_SIZE, 8);
    if (number(b + AT_POSITIONS, 8) != t->layout.size || t->shape.width < 1 || t->shape.width > PACK_WIDTH_MOST || t->shape.lines < 1 ||
        t->shape.width * t->shape.lines > ENDGAME_BLOCK_MOST || t->symbols < 1 || t->symbols > PACK_SYMBOLS ||
        t->blocks != endgame_shape_blocks(&t->layout, &t->shape))
        return "damaged: its numbers do not fit its set";
    size_t model = ENDGAME_HEADER + 2 * (size_t)t->symbols;
    pack_model_shape(&t->model, t->symbols);
    t->infos = model + pack_model_size(&t->model);
    const uint64_t data = t->infos + ((uint64_t)t->blocks + 1) * ENDGAME_BLOCK_INFO;
    if (data > size || data_size > size - data)
        return "damaged: it is cut off";
    t->data = (size_t)data;
    t->size = t->data + (size_t)data_size;
    if (number(b + AT_SUM, 4) != crc32_update(0, b + AT_NAME, t->data - AT_NAME))
        return "damaged: its checksum is wrong";
    if (!infos_in_order(t))
        return "damaged: its blocks are out of order";
    for (unsigned i = 0; i < t->symbols; i++)
        t->value[i] = (EndgameValue)number(b + ENDGAME_HEADER + 2 * (size_t)i, 2);
    memcpy(t->model.start, b + model, t->infos - model);
    for (size_t i = 0; i < t->infos - model; i++)
        if (t->model.start[i] == 0)
            return "damaged: an impossible probability";
    return NULL;
}

bool endgame_table_open(EndgameTable *t, const Places *places, const uint8_t *bytes, size_t size, const char *path, Text *why)
{
    memset(t, 0, sizeof *t);
    t->bytes = bytes;
    const char *fault = header_fault(t, places, size);
    return fault ? why_path(why, path, "%s", fault) : true;
}

unsigned endgame_block_read(const EndgameTable *t, uint32_t n, unsigned count, uint8_t *symbols)
{
    const Block block = endgame_block(&t->layout, &t->shape, n);
    const uint8_t *info = info_of(t, n);
    size_t begin = (size_t)number(info, 4), end = (size_t)number(info + ENDGAME_BLOCK_INFO, 4);
    if (begin > end || end > t->size - t->data) /* it was in order when it was opened; who writes to the file may change it */
        return 0;
    const uint8_t *packed = t->bytes + t->data + begin;
    if (endgame_block_sum(packed, end - begin) != number(info + 4, 2))
        return 0;
    if (count == 0)
        count = block.width * block.lines;
    pack_decode(&t->model, block.width, packed, end - begin, symbols, count);
    for (unsigned i = 0; i < count; i++)
        if (symbols[i] >= t->symbols)
            return 0;
    return count;
}
