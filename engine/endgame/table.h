/* SPDX-License-Identifier: GPL-3.0-only */
/* table.h - one table in memory or in a file: the value of each position of a set with the strong
 * side to move.
 *
 * FORMAT.md describes the bytes. Opening a table copies everything before the blocks and checks all
 * data that reading relies on, so that no input can cause invalid accesses. Each block has its own
 * checksum, which is checked when it is unpacked. */
#pragma once

#include "engine/base/contract.h"
#include "engine/base/why.h"
#include "engine/endgame/decoder.h"
#include "engine/endgame/places.h"

/* Value of a position for the side to move. The distance is the number of plies to the next
 * capture, by either side, or to the end of the game, if the winner is as quick and the loser as
 * slow as possible. A side without a legal move has lost with distance 0. Draws that the rules of
 * repetition may judge otherwise are uncertain. */
typedef int16_t EndgameValue; /* n > 0: won, distance n; -n < 0: lost, distance n - 1; and: */
enum {
    ENDGAME_DRAW = 0,
    ENDGAME_LONGEST = 30000,
    ENDGAME_MAY_WIN = INT16_MAX,   /* draw that the side to move may win */
    ENDGAME_MAY_LOSE = -INT16_MAX, /* draw that the side to move may lose */
    ENDGAME_OPEN = INT16_MAX - 1,  /* a draw that either side may win */
};

static inline EndgameValue endgame_won(int distance)
{
    assert(distance >= 1);
    return (EndgameValue)distance;
}

static inline EndgameValue endgame_lost(int distance)
{
    assert(distance >= 0);
    return (EndgameValue)(-distance - 1);
}

static inline bool endgame_is_distrusted(EndgameValue v) { return v > ENDGAME_LONGEST || v < -ENDGAME_LONGEST - 1; }
static inline bool endgame_is_drawn(EndgameValue v) { return v == ENDGAME_DRAW || endgame_is_distrusted(v); }

/* valid only for values that are not draws */
static inline int endgame_distance(EndgameValue v)
{
    assert(!endgame_is_drawn(v));
    return v > 0 ? v : -v - 1;
}

enum {
    ENDGAME_VERSION = 3,
    ENDGAME_HEADER = 64,
    ENDGAME_BLOCK_MOST = PACK_MOST,
    ENDGAME_PACKED_MOST = 2 * PACK_MOST + 16, /* maximum number of bytes of a packed block */
    ENDGAME_BLOCK_INFO = 6
};
#define ENDGAME_MAGIC  "HanxinET"
#define ENDGAME_SUFFIX ".hxe"

/* A block has `lines` lines, one for each placement of the guards, and in each line `width`
 * placements of the attackers. The last blocks may be smaller. Blocks with the same guards form a
 * strip. Strips are ordered by guards, the blocks of a strip by attackers. */
typedef struct BlockShape {
    unsigned width, lines; /* width <= PACK_WIDTH_MOST, width * lines <= ENDGAME_BLOCK_MOST */
    unsigned across;       /* number of blocks in a strip */
} BlockShape;

typedef struct Block {
    unsigned width, lines;            /* size of this block */
    unsigned first_line, first_place; /* indexes of the first placement of the guards, and of the attackers, in this block */
} Block;

/* Returns the number of blocks, and completes *shape. */
uint64_t endgame_shape_blocks(const Layout *l, BlockShape *shape);
Block endgame_block(const Layout *l, const BlockShape *shape, uint32_t number);

typedef struct EndgameTable {
    Layout layout;
    char name[ENDGAME_NAME_SIZE];
    unsigned version; /* version of the format; a table of another version is rejected */
    PackModel model;
    EndgameValue value[PACK_SYMBOLS];
    unsigned symbols;
    bool weak_only_holds; /* true if the weak side's best result in this table is a certain draw */
    BlockShape shape;
    uint32_t blocks;
    const uint8_t *bytes; /* borrowed: the whole file */
    bool mapped;          /* true if the file may be truncated while it is mapped */
    size_t size;          /* size of this table alone */
    size_t infos, data;   /* offsets of the block infos and of the data */
    uint8_t *head;        /* owned: a copy of everything before the data */
} EndgameTable;

/* Bytes from which a table is read. More bytes may follow the table. */
typedef struct EndgameSource {
    const uint8_t *bytes; /* must outlive the table */
    size_t size;
    bool mapped;      /* a mapped file (file_map()), which may be truncated at any time */
    const char *path; /* path to be named in messages */
} EndgameSource;

/* Opens a table, which must be closed afterwards. On failure returns false with the reason. */
bool endgame_table_open(EndgameTable *t, const Places *places, const EndgameSource *source, Text *why);
void endgame_table_close(EndgameTable *t);

/* Returns the block that contains an index; *at receives the position inside the block. */
static inline uint32_t endgame_block_of(const EndgameTable *t, uint64_t index, unsigned *at)
{
    assert(index < t->layout.size);
    const unsigned guards = (unsigned)(index / t->layout.attackers), attackers = (unsigned)(index - (uint64_t)guards * t->layout.attackers);
    const unsigned strip = guards / t->shape.lines, across = attackers / t->shape.width, first = across * t->shape.width;
    const unsigned left = t->layout.attackers - first, width = left < t->shape.width ? left : t->shape.width;
    *at = (guards - strip * t->shape.lines) * width + (attackers - first);
    return strip * t->shape.across + across;
}

/* Unpacks the first `count` symbols of a block, or all if count is 0. Returns the number of symbols, or
 * 0 if the block is damaged or the file was truncated. */
unsigned endgame_block_read(const EndgameTable *t, uint32_t number, unsigned count, uint8_t *symbols);

/* Returns the checksum of a block's packed bytes, as stored. */
uint16_t endgame_block_sum(const uint8_t *bytes, size_t size);
