/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/endgame/table.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/bytes.h"
#include "engine/base/contract.h"
#include "engine/base/crc32.h"
#include "engine/base/platform.h"

/* Offsets in the header; numbers are little-endian. */
enum {
    AT_VERSION = 8,
    AT_SUM = 12,
    AT_NAME = 16,
    AT_POSITIONS = 32,
    AT_WIDTH = 40,
    AT_LINES = 42,
    AT_BLOCKS = 44,
    AT_SYMBOLS = 48,
    AT_ZERO = 50,
    AT_DATA_SIZE = 56
};

_Static_assert(AT_DATA_SIZE + 8 == ENDGAME_HEADER && AT_NAME + ENDGAME_NAME_SIZE == AT_POSITIONS, "fields of the header");
_Static_assert(sizeof(EndgameValue) == 2, "as stored in the header");

uint16_t endgame_block_sum(const uint8_t *bytes, size_t size) { return (uint16_t)crc32_update(0, bytes, size); }

static unsigned endgame_table_at_most(unsigned n, unsigned most) { return n < most ? n : most; }

uint64_t endgame_shape_blocks(const Layout *l, BlockShape *shape)
{
    assert(in_range(shape->width, 1, PACK_WIDTH_MOST) && shape->lines >= 1);
    shape->across = (l->attackers + shape->width - 1) / shape->width;
    return (uint64_t)((l->guards + shape->lines - 1) / shape->lines) * shape->across;
}

Block endgame_block(const Layout *l, const BlockShape *shape, uint32_t n)
{
    assert(shape->across > 0);
    assert(n / shape->across * shape->lines < l->guards);
    Block b = {.first_line = n / shape->across * shape->lines, .first_place = n % shape->across * shape->width};
    b.width = endgame_table_at_most(l->attackers - b.first_place, shape->width);
    b.lines = endgame_table_at_most(l->guards - b.first_line, shape->lines);
    return b;
}

static bool endgame_table_copy(const EndgameTable *t, size_t at, size_t size, uint8_t *to)
{
    if (t->mapped)
        return file_map_copy(t->bytes + at, size, to);
    memcpy(to, t->bytes + at, size);
    return true;
}

static const uint8_t *endgame_table_info(const EndgameTable *t, uint32_t block)
{
    return t->head + t->infos + (size_t)block * ENDGAME_BLOCK_INFO;
}

static bool endgame_table_infos_in_order(const EndgameTable *t)
{
    uint64_t end = bytes_get(endgame_table_info(t, 0), 4);
    if (end != 0)
        return false;
    for (uint32_t i = 1; i <= t->blocks; i++) {
        uint64_t next = bytes_get(endgame_table_info(t, i), 4);
        if (next < end || next - end > ENDGAME_PACKED_MOST)
            return false;
        end = next;
    }
    return end == t->size - t->data;
}

static const char other_format[] = ""; /* this fault is reported by a message with the version number instead */

/* Reads the header and checks it against the name of the set and the size of the file. Returns a
 * description of the fault, or NULL. */
static const char *header_fault(EndgameTable *t, const Places *places, size_t size)
{
    uint8_t b[ENDGAME_HEADER];
    EndgameSet set;
    if (size < ENDGAME_HEADER || !endgame_table_copy(t, 0, ENDGAME_HEADER, b) || memcmp(b, ENDGAME_MAGIC, 8) != 0)
        return "not an endgame table";
    t->version = (unsigned)bytes_get(b + AT_VERSION, 4);
    if (t->version != ENDGAME_VERSION)
        return other_format;
    memcpy(t->name, b + AT_NAME, ENDGAME_NAME_SIZE);
    if (memchr(t->name, '\0', ENDGAME_NAME_SIZE) == NULL || !endgame_set_read(t->name, &set, NULL))
        return "damaged: no valid set name";
    endgame_set_name(&set, t->name);
    layout_init(&t->layout, places, &set);
    t->shape = (BlockShape){.width = (unsigned)bytes_get(b + AT_WIDTH, 2), .lines = (unsigned)bytes_get(b + AT_LINES, 2)};
    t->blocks = (uint32_t)bytes_get(b + AT_BLOCKS, 4);
    t->symbols = (unsigned)bytes_get(b + AT_SYMBOLS, 2);
    uint64_t data_size = bytes_get(b + AT_DATA_SIZE, 8);
    if (bytes_get(b + AT_ZERO, 6) != 0 || bytes_get(b + AT_POSITIONS, 8) != t->layout.size || t->shape.width < 1 ||
        t->shape.width > PACK_WIDTH_MOST || t->shape.lines < 1 || t->shape.width * t->shape.lines > ENDGAME_BLOCK_MOST || t->symbols < 1 ||
        t->symbols > PACK_SYMBOLS || t->blocks != endgame_shape_blocks(&t->layout, &t->shape))
        return "damaged: header does not match the set";
    pack_model_shape(&t->model, t->symbols);
    t->infos = ENDGAME_HEADER + 2 * (size_t)t->symbols + pack_model_size(&t->model);
    const uint64_t data = t->infos + ((uint64_t)t->blocks + 1) * ENDGAME_BLOCK_INFO;
    if (data > size || data_size > size - data)
        return "damaged: truncated";
    t->data = (size_t)data;
    t->size = t->data + (size_t)data_size;
    return NULL;
}

/* Reads and checks the data that follow the header: values, probabilities, offsets of the blocks.
 * Returns a description of the fault, or NULL. */
static const char *head_fault(EndgameTable *t)
{
    const size_t model = t->infos - pack_model_size(&t->model);
    if (!endgame_table_copy(t, 0, t->data, t->head))
        return "damaged: truncated";
    if (bytes_get(t->head + AT_SUM, 4) != crc32_update(0, t->head + AT_NAME, t->data - AT_NAME))
        return "damaged: wrong checksum";
    if (!endgame_table_infos_in_order(t))
        return "damaged: blocks out of order";
    t->weak_only_holds = true;
    for (unsigned i = 0; i < t->symbols; i++) {
        t->value[i] = (EndgameValue)bytes_get(t->head + ENDGAME_HEADER + 2 * (size_t)i, 2);
        t->weak_only_holds = t->weak_only_holds && t->value[i] >= ENDGAME_DRAW && t->value[i] != ENDGAME_OPEN;
    }
    if (t->value[0] != ENDGAME_DRAW)
        return "damaged: first value is not a draw";
    memcpy(t->model.start, t->head + model, t->infos - model);
    return memchr(t->model.start, 0, t->infos - model) ? "damaged: invalid probability" : NULL;
}

bool endgame_table_open(EndgameTable *t, const Places *places, const EndgameSource *source, Text *why)
{
    memset(t, 0, sizeof *t);
    t->bytes = source->bytes;
    t->mapped = source->mapped;
    const char *fault = header_fault(t, places, source->size);
    if (!fault) {
        t->head = malloc(t->data);
        if (!t->head)
            return why_no_memory(why);
        fault = head_fault(t);
    }
    if (fault)
        endgame_table_close(t);
    if (fault == other_format)
        return why_path(why, source->path,
                        tr(why_language(why), "table of format %u, but this program reads format %d; `hanxin-tables generate` rebuilds it"),
                        t->version, ENDGAME_VERSION);
    return fault ? why_path(why, source->path, "%s", fault) : true;
}

void endgame_table_close(EndgameTable *t)
{
    free(t->head);
    t->head = NULL;
}

unsigned endgame_block_read(const EndgameTable *t, uint32_t n, unsigned count, uint8_t *symbols)
{
    assert(n < t->blocks && count <= ENDGAME_BLOCK_MOST);
    uint8_t packed[ENDGAME_PACKED_MOST];
    const Block block = endgame_block(&t->layout, &t->shape, n);
    const uint8_t *info = endgame_table_info(t, n);
    const size_t begin = (size_t)bytes_get(info, 4), size = (size_t)bytes_get(info + ENDGAME_BLOCK_INFO, 4) - begin;
    if (!endgame_table_copy(t, t->data + begin, size, packed) || endgame_block_sum(packed, size) != bytes_get(info + 4, 2))
        return 0;
    if (count == 0)
        count = block.width * block.lines;
    return pack_decode(&t->model, block.width, packed, size, symbols, count) < t->symbols ? count : 0;
}
