/* SPDX-License-Identifier: GPL-3.0-only */
/* table.h - one table as it lies in memory or in a file: the value of each position of a set with the strong side to move.
 *
 * FORMAT.md describes the bytes. Opening checks all that reading relies on, so that no bytes whatever lead astray; each block has a
 * checksum of its own, looked at when it is unpacked. */
#pragma once

#include "engine/base/why.h"
#include "engine/endgame/decoder.h"
#include "engine/endgame/places.h"

/* Of a position, for the side to move. Its distance is the number of plies to the next capture, by either side, or to the end of
 * the game, when the winner hurries and the loser delays; a side without a legal move has lost with distance 0. Draws by repetition
 * which the rules of repetition may see otherwise are not to be trusted. */
typedef int16_t EndgameValue; /* n > 0: won, distance n; -n < 0: lost, distance n - 1; and: */
enum {
    ENDGAME_DRAW = 0,
    ENDGAME_LONGEST = 30000,
    ENDGAME_MAY_WIN = INT16_MAX,   /* a draw at least */
    ENDGAME_MAY_LOSE = -INT16_MAX, /* at most */
    ENDGAME_OPEN = INT16_MAX - 1,  /* either side may win */
};

static inline EndgameValue endgame_won(int distance) { return (EndgameValue)distance; }
static inline EndgameValue endgame_lost(int distance) { return (EndgameValue)(-distance - 1); }
static inline bool endgame_is_distrusted(EndgameValue v) { return v > ENDGAME_LONGEST || v < -ENDGAME_LONGEST - 1; }
static inline bool endgame_is_drawn(EndgameValue v) { return v == ENDGAME_DRAW || endgame_is_distrusted(v); }
static inline int endgame_distance(EndgameValue v) { return v > 0 ? v : -v - 1; } /* of one that is not drawn */

enum { ENDGAME_VERSION = 1, ENDGAME_HEADER = 64, ENDGAME_BLOCK_MOST = PACK_MOST, ENDGAME_BLOCK_INFO = 6 };
#define ENDGAME_MAGIC  "HanxinET"
#define ENDGAME_SUFFIX ".hxe"

typedef struct EndgameTable {
    Layout layout;
    char name[ENDGAME_NAME_SIZE];
    PackModel model;
    EndgameValue value[PACK_SYMBOLS];
    unsigned symbols;
    unsigned block; /* positions in each but the last */
    uint32_t blocks;
    const uint8_t *bytes; /* borrowed: the whole file */
    size_t size;          /* of it */
    size_t infos, data;   /* where they begin */
} EndgameTable;

/* False with the reason. `path` is for the reason; the bytes must outlast the table. There may be more behind the table than `size`
 * says it has: t->size is its own. */
bool endgame_table_open(EndgameTable *t, const Places *places, const uint8_t *bytes, size_t size, const char *path, Text *why);

/* How many positions the block has; and unpacks the symbols of the first `count` of them. False if the block is damaged. */
unsigned endgame_block_count(const EndgameTable *t, uint32_t block);
bool endgame_block_read(const EndgameTable *t, uint32_t block, unsigned count, uint8_t *symbols);

/* The checksum of a block as it is stored, of its packed bytes. */
uint16_t endgame_block_sum(const uint8_t *bytes, size_t size);
