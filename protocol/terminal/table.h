/* SPDX-License-Identifier: GPL-3.0-only */
/* table.h - the game at the terminal as data: what is played, by whom, how far it is; and all that as a PGN game. Nothing here
 * reads or writes.
 *
 * Times are of the caller's clock, which stands still while the program is suspended. */
#pragma once

#include "engine/notation/pgn.h"
#include "engine/rules/judge.h"

typedef struct Table {
    RuleSet rules;
    int limit;          /* natural limit in plies, 0 none */
    bool engine[2];     /* which sides the engine plays */
    bool paused;        /* it waits to be told to go on, whoever is to move */
    int level;          /* 1..SKILL_LEVELS */
    int depth;          /* plies, 0: not limited */
    int64_t time_ms;    /* per move */
    Game game;          /* as it stands */
    int redo_count;     /* moves that were taken back: they stand in the game's undos, behind those played */
    int64_t used_ms[2]; /* on the clocks */
    int64_t turn_ms;    /* when the side to move began to think */
    Result result;      /* ENDING_NONE of a finished game: as a loaded one says */
    Judgement judgement;
    bool changed; /* set here whenever something was that is worth keeping; for the caller to take back */
} Table;

/* A person has Red, the engine plays Black at full strength. */
void table_init(Table *table);
void table_clear(Table *table);

/* A new game from a position; players stay. */
void table_restart(Table *table, const Position *start, int64_t now_ms);

/* Plays a legal move: clock, redo list, referee. False if memory is short. */
bool table_move(Table *table, Move m, int64_t now_ms) __attribute__((warn_unused_result));

/* One ply back or forward again. False if there is none; forward also if memory is short. */
bool table_undo(Table *table, int64_t now_ms);
bool table_redo(Table *table, int64_t now_ms);

/* Asks the referee again, after new rules. */
void table_judge(Table *table);

/* Ends the game otherwise than by the rules; the clock stops. */
void table_end(Table *table, Result result, int64_t now_ms);

/* Is it a person who goes on, and not the engine? */
bool table_waits(const Table *table);

/* Does a person sit at this side? */
bool table_has_person(const Table *table, Side side);

/* The time a side has used, up to now. */
int64_t table_used_ms(const Table *table, Side side, int64_t now_ms);

/* red, black, both or none: the side that people play, hence which ones the engine does. False if the word is none of these. */
bool table_read_side(const char *word, bool engine[2]);
const char *table_side(const Table *table);

/* What can be said of a table in a word: side, rules, limit; level 1..SKILL_LEVELS, time (seconds, or such as 500ms) or depth
 * 1..MAX_DEPTH, of which the last set holds. False, the table unchanged, where the name is another or the value does not fit. */
bool table_set(Table *table, const char *name, const char *value);

/* Into a PGN game, which is empty; `whole`: with what going on needs, the settings, clocks and moves taken back. False when memory
 * is short. */
bool table_to_pgn(const Table *table, bool whole, PgnGame *game);

/* A game as read becomes the one played; `whole`: with all of that, as far as it is there. False when memory is short. */
bool table_from_pgn(Table *table, const PgnGame *game, bool whole, int64_t now_ms);
