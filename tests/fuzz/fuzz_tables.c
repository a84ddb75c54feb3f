/* SPDX-License-Identifier: GPL-3.0-only */
/* Endgame tables: any bytes as a file; and a real table with some bytes changed, whose checksums are set right again, so that what lies
 * behind them is reached. Positions are then asked for. */
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

/* A built-in table changed at as many places as the data has threes of bytes: where, and to what. */
static uint8_t *changed_table(const EndgameTable *whole, const uint8_t *data, size_t size)
{
    uint8_t *bytes = malloc(whole->size);
    memcpy(bytes, whole->bytes, whole->size);
    for (; size >= 3; data += 3, size -= 3)
        bytes[(data[0] | (size_t)data[1] << 8) % whole->size] = data[2];
    for (uint32_t i = 0; i < whole->blocks; i++) {
        const uint8_t *info = bytes + whole->infos + (size_t)i * ENDGAME_BLOCK_INFO, *next = info + ENDGAME_BLOCK_INFO;
        uint32_t begin = info[0] | (uint32_t)info[1] << 8 | (uint32_t)info[2] << 16,
                 end = next[0] | (uint32_t)next[1] << 8 | (uint32_t)next[2] << 16;
        if (begin <= end && end <= whole->size - whole->data)
            put(bytes + whole->infos + (size_t)i * ENDGAME_BLOCK_INFO + 4, endgame_block_sum(bytes + whole->data + begin, end - begin), 2);
    }
    put(bytes + AT_SUM, crc32_update(0, bytes + AT_CHECKED, whole->data - AT_CHECKED), 4);
    return bytes;
}

static void ask(const EndgameTables *tables)
{
    static const char *const fens[] = {"4k4/9/9/9/9/9/9/9/9/R2K5 w",       "4k4/9/9/9/9/9/9/9/9/R2K5 b",
                                       "2b1k4/9/4b4/9/9/9/9/9/9/N2K5 w",   "3ak4/4a4/9/9/P8/9/9/9/9/3K5 w",
                                       "4kab2/4a4/4b4/9/9/9/9/9/9/C2K5 b", "3k5/9/9/9/9/4p4/9/9/9/4K4 w"};
    EndgameCache *cache = endgame_cache_new();
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        Position pos;
        EndgameResult r;
        if (fen_read(fens[i], &pos, NULL) && endgame_probe(tables, cache, &pos, &r))
            assert(r.table->name[0] == 'K');
    }
    endgame_cache_free(cache);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    Text why = WHY_INIT;
    EndgameTables *built_in = endgame_tables_built_in(NULL), *tables = endgame_tables_new();
    const EndgameTable *whole = endgame_tables_get(built_in, data[0] % endgame_tables_count(built_in));
    bool raw = data[0] >= 250;
    uint8_t *bytes = raw ? malloc(size) : changed_table(whole, data + 1, size - 1);
    if (raw)
        memcpy(bytes, data, size);
    if (!endgame_tables_add(tables, raw ? bytes + 1 : bytes, raw ? size - 1 : whole->size, "file", &why))
        assert(*why.data);
    ask(tables);
    endgame_tables_free(tables);
    endgame_tables_free(built_in);
    free(bytes);
    return 0;
}
