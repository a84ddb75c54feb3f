/* SPDX-License-Identifier: GPL-3.0-only */
/* table.h - one table as it lies in memory or in a file: the value of each position of a set with the strong side to move.
 *
 * FORMAT.md describes the bytes. Opening copies what stands before the blocks, and checks all of it that reading relies on, so that no
 * bytes whatever lead astray; each block has a checksum of its own, looked at when it is unpacked. */
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

enum {
    ENDGAME_VERSION = 3,
    ENDGAME_HEADER = 64,
    ENDGAME_BLOCK_MOST = PACK_MOST,
    ENDGAME_PACKED_MOST = 2 * PACK_MOST + 16, /* bytes of a block */
    ENDGAME_BLOCK_INFO = 6
};
#define ENDGAME_MAGIC  "HanxinET"
#define ENDGAME_SUFFIX ".hxe"

/* A block holds `width` placements of the attackers under each of `lines` placements of the guards, a line for each of these; less
 * where either end. Strips of blocks follow one another by guards, blocks in a strip by attackers. */
typedef struct BlockShape {
    unsigned width, lines; /* width <= PACK_WIDTH_MOST, width * lines <= ENDGAME_BLOCK_MOST */
    unsigned across;       /* blocks in a strip */
} BlockShape;

typedef struct Block {
    unsigned width, lines;            /* its own */
    unsigned first_line, first_place; /* of the guards, of the attackers */
} Block;

/* How many blocks there are; *shape is completed. */
uint64_t endgame_shape_blocks(const Layout *l, BlockShape *shape);
Block endgame_block(const Layout *l, const BlockShape *shape, uint32_t number);

typedef struct EndgameTable {
    Layout layout;
    char name[ENDGAME_NAME_SIZE];
    unsigned version; /* of the format; another than ours is refused */
    PackModel model;
    EndgameValue value[PACK_SYMBOLS];
    unsigned symbols;
    bool weak_only_holds; /* a draw that can be trusted is the best that the weak side meets */
    BlockShape shape;
    uint32_t blocks;
    const uint8_t *bytes; /* borrowed: the whole file */
    bool mapped;          /* so that it may get shorter */
    size_t size;          /* of the table alone */
    size_t infos, data;   /* where they begin */
    uint8_t *head;        /* owned: what stands before the data */
} EndgameTable;

/* What a table is read from. There may be more behind it. */
typedef struct EndgameSource {
    const uint8_t *bytes; /* they must outlast the table */
    size_t size;
    bool mapped;      /* they are a file's (file_map()), which may be cut at any time */
    const char *path; /* for reasons */
} EndgameSource;

/* False with the reason; else to be closed. */
bool endgame_table_open(EndgameTable *t, const Places *places, const EndgameSource *source, Text *why);
void endgame_table_close(EndgameTable *t);

/* Which block an index is in; *at is its place there. */
static inline uint32_t endgame_block_of(const EndgameTable *t, uint64_t index, unsigned *at)
{
    const unsigned guards = (unsigned)(index / t->layout.attackers), attackers = (unsigned)(index - (uint64_t)guards * t->layout.attackers);
    const unsigned strip = guards / t->shape.lines, across = attackers / t->shape.width, first = across * t->shape.width;
    const unsigned left = t->layout.attackers - first, width = left < t->shape.width ? left : t->shape.width;
    *at = (guards - strip * t->shape.lines) * width + (attackers - first);
    return strip * t->shape.across + across;
}

/* Unpacks the first `count` symbols of a block, 0 for all. Returns how many; 0 if the block is damaged, or not there any more. */
unsigned endgame_block_read(const EndgameTable *t, uint32_t number, unsigned count, uint8_t *symbols);

/* The checksum of a block as it is stored, of its packed bytes. */
uint16_t endgame_block_sum(const uint8_t *bytes, size_t size);
