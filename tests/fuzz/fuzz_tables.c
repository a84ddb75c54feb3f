/* SPDX-License-Identifier: GPL-3.0-only */
/* Endgame tables: any bytes as a file; a real table with some bytes changed and its checksums corrected, so that the code after the
 * checks is reached; and any text as a position to look up. Expensive work, such as a set of tables or a block unpacked to its end,
 * is done in few runs. The others open one table and unpack the beginnings of some blocks. */
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

/* Returns the block whose packed bytes include this one. */
static uint32_t block_at(const EndgameTable *whole, size_t at)
{
    uint32_t low = 0, high = whole->blocks - 1;
    while (low < high) {
        const uint32_t middle = (low + high + 1) / 2;
        if (get(whole->bytes + whole->infos + (size_t)middle * ENDGAME_BLOCK_INFO) <= at - whole->data)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* Returns the block that a byte of a table affects. */
static uint32_t block_of(const EndgameTable *whole, size_t at)
{
    if (at < whole->infos)
        return 0;
    const uint32_t block = at < whole->data ? (uint32_t)((at - whole->infos) / ENDGAME_BLOCK_INFO) : block_at(whole, at);
    return block < whole->blocks ? block : whole->blocks - 1;
}

/* Corrects the checksum of a changed block. */
static void set_block_sum(const EndgameTable *whole, uint8_t *bytes, uint32_t block)
{
    uint8_t *info = bytes + whole->infos + (size_t)block * ENDGAME_BLOCK_INFO;
    const uint32_t begin = get(info), end = get(info + ENDGAME_BLOCK_INFO);
    if (begin <= end && end <= whole->size - whole->data)
        put(info + 4, endgame_block_sum(bytes + whole->data + begin, end - begin), 2);
}

/* Made once; reading does not change it. */
typedef struct Known {
    EndgameTables *tables; /* the built-in tables */
    EndgameCache *cache;
} Known;

static const Known *known(void)
{
    static Known k;
    if (!k.tables) {
        k.tables = endgame_tables_built_in("", NULL);
        k.cache = endgame_cache_new();
    }
    return &k;
}

/* Makes a table whose numbers are consistent, with any block sizes, any number of symbols, any values and any probabilities; the
 * data are repeated as needed. *size becomes the table's size. */
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
    if (t.shape.width * t.shape.lines < 60) /* thousands of blocks would not find more faults */
        t.shape.lines = lines_most;
    const uint32_t blocks = (uint32_t)endgame_shape_blocks(&t.layout, &t.shape);
    pack_model_shape(&t.model, symbols);
    const size_t model = ENDGAME_HEADER + 2 * (size_t)symbols, infos = model + pack_model_size(&t.model),
                 begin = infos + ((size_t)blocks + 1) * ENDGAME_BLOCK_INFO;
    uint8_t *bytes = malloc(begin + given);
    for (size_t i = 0; i < infos; i += given)
        memcpy(bytes + i, from, given < infos - i ? given : infos - i);
    for (uint8_t *zero = bytes; (zero = memchr(zero, 0, (size_t)(bytes + infos - zero))) != NULL;)
        *zero = 1; /* a probability must not be 0 */
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
    put(bytes + ENDGAME_HEADER, 0, 2); /* the first value */
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

enum { CHANGES_MOST = 8 };

/* Changes a built-in table according to the data: three bytes give an offset and a value. Writes the
 * changed blocks to changed[], and always the first block. Returns the number of blocks. */
static int change(const EndgameTable *whole, uint8_t *bytes, const uint8_t *data, size_t size, uint32_t *changed)
{
    int count = 1;
    changed[0] = 0;
    memcpy(bytes, whole->bytes, whole->size);
    for (; size >= 3 && count <= CHANGES_MOST; data += 3, size -= 3) {
        const size_t at = (data[0] | (size_t)data[1] << 8) % whole->size;
        bytes[at] = data[2];
        changed[count++] = block_of(whole, at);
    }
    for (int i = count; i-- > 0;)
        set_block_sum(whole, bytes, changed[i]);
    put(bytes + AT_SUM, crc32_update(0, bytes + AT_CHECKED, whole->data - AT_CHECKED), 4);
    return count;
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
    endgame_cache_clear(known()->cache);
    if (!endgame_tables_add(tables, bytes, size, "file", &why))
        assert(*why.data);
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++)
        ask(tables, known()->cache, fens[i]);
    endgame_cache_clear(known()->cache);
    endgame_tables_free(tables);
}

/* Opens a table and unpacks `far` values of some blocks, or all values if `far` is 0. */
static void open_and_unpack(const uint8_t *bytes, size_t size, const uint32_t *blocks, int count, unsigned far)
{
    EndgameTable t;
    Text why = WHY_INIT;
    uint8_t symbols[ENDGAME_BLOCK_MOST];
    if (!endgame_table_open(&t, endgame_tables_places(known()->tables), &(EndgameSource){bytes, size, false, "file"}, &why)) {
        assert(*why.data);
        return;
    }
    for (int i = 0; i < count; i++) {
        const uint32_t n = blocks[i] % t.blocks;
        const Block b = endgame_block(&t.layout, &t.shape, n);
        endgame_block_read(&t, n, far < b.width * b.lines ? far : 0, symbols);
    }
    endgame_table_close(&t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3)
        return 0;
    const unsigned what = data[0], which = data[1], far = data[2] % 64 ? 1 + data[2] : 0;
    data += 3;
    size -= 3;
    if (what >= 192) {
        ask_text(data, size);
        return 0;
    }
    const size_t given = size;
    uint32_t blocks[CHANGES_MOST + 1] = {0, which};
    int count = 2;
    const EndgameTable *whole = endgame_tables_get(known()->tables, (int)which % endgame_tables_count(known()->tables));
    uint8_t *bytes;
    if (what >= 160) {
        bytes = malloc(size + 1);
        memcpy(bytes, data, size);
    } else if (what >= 112) {
        bytes = made_table(data, &size);
    } else {
        bytes = malloc(whole->size);
        count = change(whole, bytes, data, size, blocks);
        size = whole->size;
    }
    if (crc32_update(0, data, given) % 64 == 0) /* a sum, because guided fuzzers prefer slow inputs */
        add_and_ask(bytes, size);
    else
        open_and_unpack(bytes, size, blocks, count, far);
    free(bytes);
    return 0;
}
