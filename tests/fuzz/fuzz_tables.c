/* SPDX-License-Identifier: GPL-3.0-only */
/* Endgame tables: any bytes as a file; a real table with some bytes changed, whose checksums are set right again, so that what lies behind
 * them is reached; and any text as a position that is asked for. What costs much, a set of tables of its own, few runs have: the others
 * open and unpack one table. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/crc32.h"
#include "engine/endgame/built_in.h"
#include "engine/notation/fen.h"
#include "tests/fuzz/fuzz.h"

enum { AT_SUM = 12, AT_CHECKED = 16 };

static void put(uint8_t *at, uint32_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (uint8_t)(number >> 8 * i);
}

static uint32_t get(const uint8_t *at) { return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16; }

/* Is a block, or what tells where it lies, another than the whole table's? */
static bool block_differs(const EndgameTable *whole, const uint8_t *bytes, uint32_t block)
{
    const size_t at = whole->infos + (size_t)block * ENDGAME_BLOCK_INFO;
    const size_t begin = whole->data + get(whole->bytes + at), end = whole->data + get(whole->bytes + at + ENDGAME_BLOCK_INFO);
    return memcmp(bytes + at, whole->bytes + at, 2 * ENDGAME_BLOCK_INFO) != 0 ||
           memcmp(bytes + begin, whole->bytes + begin, end - begin) != 0;
}

static bool values_differ(const EndgameTable *whole, const uint8_t *bytes)
{
    return memcmp(bytes + AT_CHECKED, whole->bytes + AT_CHECKED, whole->infos - AT_CHECKED) != 0;
}

/* Sets the checksums right of what differs from the whole table; the others are right. */
static void set_sums(const EndgameTable *whole, uint8_t *bytes)
{
    bool differs = values_differ(whole, bytes);
    for (uint32_t i = whole->blocks; i-- > 0;) {
        uint8_t *info = bytes + whole->infos + (size_t)i * ENDGAME_BLOCK_INFO;
        const uint32_t begin = get(info), end = get(info + ENDGAME_BLOCK_INFO);
        if (!block_differs(whole, bytes, i))
            continue;
        differs = true;
        if (begin <= end && end <= whole->size - whole->data)
            put(info + 4, endgame_block_sum(bytes + whole->data + begin, end - begin), 2);
    }
    if (differs)
        put(bytes + AT_SUM, crc32_update(0, bytes + AT_CHECKED, whole->data - AT_CHECKED), 4);
    else
        memcpy(bytes + AT_SUM, whole->bytes + AT_SUM, 4);
}

/* Made once: nothing that is read changes it. */
typedef struct Known {
    EndgameTables *tables; /* those built in */
    EndgameCache *cache;
} Known;

static const Known *known(void)
{
    static Known k;
    if (!k.tables) {
        k.tables = endgame_tables_built_in(NULL);
        k.cache = endgame_cache_new();
    }
    endgame_cache_clear(k.cache);
    return &k;
}

/* A table whose numbers fit each other, of any shape of blocks and any number of symbols, with any values and probabilities: the data
 * are repeated as often as it takes. *size becomes the table's. */
static uint8_t *made_table(const uint8_t *data, size_t *size)
{
    static const uint8_t none[] = {1, 2, 3};
    const size_t given = *size ? *size : sizeof none;
    const uint8_t *from = *size ? data : none;
    EndgameTable t = {.shape = {.width = 1 + from[0] % PACK_WIDTH_MOST}};
    EndgameSet set;
    endgame_set_read("KRK", &set, NULL);
    layout_init(&t.layout, endgame_tables_places(known()->tables), &set);
    const unsigned lines_most = ENDGAME_BLOCK_MOST / t.shape.width, symbols = 1 + from[1 % given];
    t.shape.lines = 1 + from[2 % given] % lines_most;
    if (t.shape.width * t.shape.lines < 60) /* thousands of blocks teach nothing */
        t.shape.lines = lines_most;
    const uint32_t blocks = (uint32_t)endgame_shape_blocks(&t.layout, &t.shape);
    pack_model_shape(&t.model, symbols);
    const size_t model = ENDGAME_HEADER + 2 * (size_t)symbols, infos = model + pack_model_size(&t.model),
                 begin = infos + ((size_t)blocks + 1) * ENDGAME_BLOCK_INFO;
    uint8_t *bytes = malloc(begin + given);
    for (size_t i = 0; i < infos; i++)
        bytes[i] = from[i % given] ? from[i % given] : 1;
    memset(bytes, 0, ENDGAME_HEADER);
    memcpy(bytes, ENDGAME_MAGIC, 8);
    put(bytes + 8, ENDGAME_VERSION, 4);
    memcpy(bytes + 16, "KRK", 3);
    put(bytes + 32, (uint32_t)t.layout.size, 4);
    put(bytes + 40, t.shape.width, 2);
    put(bytes + 42, t.shape.lines, 2);
    put(bytes + 44, blocks, 4);
    put(bytes + 48, symbols, 2);
    put(bytes + 56, (uint32_t)given, 4);
    memcpy(bytes + begin, from, given);
    for (uint32_t i = 0; i <= blocks; i++) {
        const size_t at = given * i / blocks, next = i < blocks ? given * (i + 1) / blocks : at;
        put(bytes + infos + (size_t)i * ENDGAME_BLOCK_INFO, (uint32_t)at, 4);
        put(bytes + infos + (size_t)i * ENDGAME_BLOCK_INFO + 4, i < blocks ? endgame_block_sum(bytes + begin + at, next - at) : 0, 2);
    }
    put(bytes + AT_SUM, crc32_update(0, bytes + AT_CHECKED, begin - AT_CHECKED), 4);
    *size = begin + given;
    return bytes;
}

/* A built-in table changed at as many places as the data has threes of bytes: where, and to what. */
static uint8_t *changed_table(const EndgameTable *whole, const uint8_t *data, size_t size)
{
    uint8_t *bytes = malloc(whole->size);
    memcpy(bytes, whole->bytes, whole->size);
    for (; size >= 3; data += 3, size -= 3)
        bytes[(data[0] | (size_t)data[1] << 8) % whole->size] = data[2];
    set_sums(whole, bytes);
    return bytes;
}

static void ask(const EndgameTables *tables, EndgameCache *cache, const char *fen)
{
    Position pos;
    EndgameResult r;
    if (fen_read(fen, &pos, NULL) && endgame_probe(tables, cache, &pos, &r))
        assert(r.table->name[0] == 'K');
}

static void ask_text(const uint8_t *data, size_t size)
{
    char fen[200];
    size = size < sizeof fen - 1 ? size : sizeof fen - 1;
    memcpy(fen, data, size);
    fen[size] = '\0';
    ask(known()->tables, known()->cache, fen);
}

static void add_and_ask(const uint8_t *bytes, size_t size)
{
    static const char *const fens[] = {"4k4/9/9/9/9/9/9/9/9/R2K5 w",       "4k4/9/9/9/9/9/9/9/9/R2K5 b",
                                       "2b1k4/9/4b4/9/9/9/9/9/9/N2K5 w",   "3ak4/4a4/9/9/P8/9/9/9/9/3K5 w",
                                       "4kab2/4a4/4b4/9/9/9/9/9/9/C2K5 b", "3k5/9/9/9/9/4p4/9/9/9/4K4 w"};
    Text why = WHY_INIT;
    EndgameTables *tables = endgame_tables_new();
    if (!endgame_tables_add(tables, bytes, size, "file", &why))
        assert(*why.data);
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++)
        ask(tables, known()->cache, fens[i]);
    endgame_tables_free(tables);
}

/* Three blocks; of a changed table those that have changed, as the others are known. */
static void open_and_unpack(const EndgameTable *whole, const uint8_t *bytes, size_t size)
{
    EndgameTable t;
    Text why = WHY_INIT;
    uint8_t symbols[ENDGAME_BLOCK_MOST];
    if (!endgame_table_open(&t, endgame_tables_places(known()->tables), bytes, size, "file", &why)) {
        assert(*why.data);
        return;
    }
    const bool all_differ = !whole || values_differ(whole, bytes);
    int unpacked = 0;
    for (uint32_t i = 0; i < t.blocks && unpacked < 3; i += all_differ && t.blocks > 3 ? (t.blocks - 1) / 2 : 1)
        if (all_differ || block_differs(whole, bytes, i)) {
            endgame_block_read(&t, i, 0, symbols);
            unpacked++;
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    const unsigned what = *data++, which = *data++;
    size -= 2;
    if (what >= 192) {
        ask_text(data, size);
        return 0;
    }
    const EndgameTable *whole = endgame_tables_get(known()->tables, (int)which % endgame_tables_count(known()->tables));
    const bool raw = what >= 160, made = !raw && what >= 112;
    uint8_t *bytes = raw ? malloc(size + 1) : made ? made_table(data, &size) : changed_table(whole, data, size);
    if (raw)
        memcpy(bytes, data, size);
    if (what % 16 == 0)
        add_and_ask(bytes, raw || made ? size : whole->size);
    else
        open_and_unpack(raw || made ? NULL : whole, bytes, raw || made ? size : whole->size);
    free(bytes);
    return 0;
}
