/* SPDX-License-Identifier: GPL-3.0-only */
/* probe.h - what tables say of a position: the one door to them for search, referee, terminal, matches and records.
 *
 * A table holds the positions with the strong side to move; for the other side its moves are tried. Results hold whatever was
 * played before, but for the natural limit: the caller compares the distance with the plies that are left. They hold under every
 * rule set: who wins by a table comes nearer a capture or mate at each move and repeats nothing, and draws that could hang on a
 * chase are marked (FORMAT.md). */
#pragma once

#include "engine/endgame/table.h"

typedef struct EndgameTables EndgameTables; /* known sets; does not change while it is asked */
typedef struct EndgameCache EndgameCache;   /* blocks unpacked lately: each thread has its own */

/* No tables. NULL: no memory. */
EndgameTables *endgame_tables_new(void);
void endgame_tables_free(EndgameTables *t); /* NULL is fine */

/* Adds the tables that stand one behind another in memory, which is borrowed. False with the reason at the first that is damaged. */
bool endgame_tables_add(EndgameTables *t, const uint8_t *bytes, size_t size, const char *path, Text *why);

/* Adds every table file (NAME.hxe) of the folders, whose names are separated by `;`. A table replaces one of the same set. Damaged
 * files are left out: *why then has the reason of the first, and false is returned, though all others are added. */
bool endgame_tables_add_folders(EndgameTables *t, const char *folders, Text *why);

/* Adds the table in one file. False with the reason. */
bool endgame_tables_add_file(EndgameTables *t, const char *path, Text *why);

/* How many there are, and each of them, in the order they were added. */
int endgame_tables_count(const EndgameTables *t);
const EndgameTable *endgame_tables_get(const EndgameTables *t, int i);
const Places *endgame_tables_places(const EndgameTables *t);

/* Is there a table for this set? NULL if not. */
const EndgameTable *endgame_tables_find(const EndgameTables *t, const EndgameSet *set);

EndgameCache *endgame_cache_new(void); /* eight megabytes, of which only those used are taken. NULL: no memory */
void endgame_cache_free(EndgameCache *c);
void endgame_cache_clear(EndgameCache *c); /* to be called when the tables are others */

typedef struct EndgameResult {
    EndgameValue value; /* for the side to move */
    Side strong;
    const EndgameTable *table;
} EndgameResult;

/* False: no table covers the position, or it is damaged there. The position is legal (the side not to move is not in check). `tables`
 * may be NULL: nothing is known then. */
bool endgame_probe(const EndgameTables *tables, EndgameCache *cache, const Position *pos, EndgameResult *result);

/* The value that a legal move of the position leads to, for the side that plays it. False if that is not known. */
bool endgame_probe_move(const EndgameTables *tables, EndgameCache *cache, const Position *pos, Move m, EndgameValue *value);

/* The value of an index of one of these tables, strong side to move; of positions that do not exist anything. False: damaged there. */
bool endgame_value_at(const EndgameTables *tables, EndgameCache *cache, const EndgameTable *table, uint64_t index, EndgameValue *value);

/* What a move is worth to its side, when the position behind it is worth `after` to the other; and is one value better for its
 * side than another? Of two wins the quicker, of two losses the slower; a draw is better for the weak side where it can be trusted. */
EndgameValue endgame_value_before(EndgameValue after, bool capture);
bool endgame_is_better(EndgameValue a, EndgameValue b);

/* What a position is worth to the side to move, from what its moves are worth; without any it is lost. Of draws, where one may win and
 * another cannot be lost, both are there to be chosen. */
typedef struct EndgameChoice {
    EndgameValue best;
    bool holds; /* there is a draw that cannot be lost */
} EndgameChoice;
static inline EndgameChoice endgame_no_choice(void) { return (EndgameChoice){.best = endgame_lost(0)}; }
void endgame_choice_add(EndgameChoice *c, EndgameValue move);
EndgameValue endgame_choice_value(const EndgameChoice *c);
