/* SPDX-License-Identifier: GPL-3.0-only */
/* probe.h - probing endgame tables: the only interface for search, referee, terminal, matches and
 * records.
 *
 * A table holds the positions with the strong side to move; if the weak side is to move, its moves are
 * tried. Results are independent of earlier moves, except for the natural limit: the caller must
 * compare the distance with the remaining plies. The results hold under every rule set: a side that
 * wins by a table comes nearer to a capture or mate with each move and repeats no position, and draws
 * that could depend on a chase are marked (FORMAT.md). */
#pragma once

#include "engine/endgame/table.h"

typedef struct EndgameTables EndgameTables; /* a collection of tables, constant while it is probed */
typedef struct EndgameCache EndgameCache;   /* recently unpacked blocks; each thread has its own */

/* Returns an empty collection; NULL if an allocation fails. */
EndgameTables *endgame_tables_new(void);
void endgame_tables_free(EndgameTables *t); /* NULL is allowed */

/* Adds the tables stored consecutively in memory, which is borrowed. At the first damaged table, stops
 * and returns false with the reason. */
bool endgame_tables_add(EndgameTables *t, const uint8_t *bytes, size_t size, const char *path, Text *why);

/* Adds every table file (NAME.hxe) of the folders, whose names are separated by `;`. A table replaces
 * an earlier table of the same set. Damaged files are skipped: false is then returned with the reason
 * for the first of them, although all others are added. */
bool endgame_tables_add_folders(EndgameTables *t, const char *folders, Text *why);

/* Adds the table in a file. Returns false with the reason on failure. */
bool endgame_tables_add_file(EndgameTables *t, const char *path, Text *why);

/* Return the number of tables, and each table in the order of addition. */
int endgame_tables_count(const EndgameTables *t);
const EndgameTable *endgame_tables_get(const EndgameTables *t, int i);
const Places *endgame_tables_places(const EndgameTables *t);

/* Returns the table for this set, or NULL if there is none. */
const EndgameTable *endgame_tables_find(const EndgameTables *t, const EndgameSet *set);

EndgameCache *endgame_cache_new(void); /* at most 8 MB, of which only the used part becomes resident; NULL if an allocation fails */
void endgame_cache_free(EndgameCache *c);
void endgame_cache_clear(EndgameCache *c); /* must be called when the tables change */

typedef struct EndgameResult {
    EndgameValue value; /* value for the side to move */
    Side strong;
    const EndgameTable *table;
} EndgameResult;

/* Probes a position, in which the side not to move must not be in check. Returns false if no table
 * covers it or the table is damaged there. `tables` may be NULL: nothing is known then. */
bool endgame_probe(const EndgameTables *tables, EndgameCache *cache, const Position *pos, EndgameResult *result);

/* Determines the value of a legal move for the side that plays it. Returns false if it is not
 * known. */
bool endgame_probe_move(const EndgameTables *tables, EndgameCache *cache, const Position *pos, Move m, EndgameValue *value);

/* Reads the value at an index of one of these tables, with the strong side to move. Positions that do
 * not exist have an arbitrary value. Returns false if the table is damaged there. */
bool endgame_value_at(const EndgameTables *tables, EndgameCache *cache, const EndgameTable *table, uint64_t index, EndgameValue *value);

/* endgame_value_before() returns the value of a quiet move for the side that plays it, if the position
 * after it has the value `after` for the other side. endgame_is_better() returns true if a side
 * prefers value `a`: quicker wins, slower losses, draws that it may win, and certain draws to those
 * that it may lose. */
EndgameValue endgame_value_before(EndgameValue after);
bool endgame_is_better(EndgameValue a, EndgameValue b);

/* Accumulates the value of a position for the side to move from the values of its moves; a position
 * without moves is lost. If one draw may be won and another cannot be lost, the side can choose
 * either. */
typedef struct EndgameChoice {
    EndgameValue best;
    bool holds; /* true if there is a draw that cannot be lost */
} EndgameChoice;
static inline EndgameChoice endgame_no_choice(void) { return (EndgameChoice){.best = endgame_lost(0)}; }
void endgame_choice_add(EndgameChoice *c, EndgameValue move);
EndgameValue endgame_choice_value(const EndgameChoice *c);
