/* SPDX-License-Identifier: GPL-3.0-only */
/* table.h - the state of a game at the terminal: the game, its players, settings and clocks, and
 * its conversion to and from PGN. Nothing here does input or output.
 *
 * Times are those of the caller's clock, which stops while the program is suspended. */
#pragma once

#include "engine/notation/pgn.h"
#include "engine/rules/judge.h"

/* The level of a user's first game, suitable for users who do not play Xiangqi often; the page of
 * `hanxin web` uses the same. */
enum { PLAY_LEVEL = 5 };

typedef struct Table {
    RuleSet rules;
    int limit;          /* natural limit in plies; 0 for no limit */
    bool engine[2];     /* true for the sides that the engine plays */
    bool paused;        /* true if the game waits for a command before it continues, whichever side is to move */
    int level;          /* 1 to SKILL_LEVELS */
    int depth;          /* plies; 0: no limit */
    int64_t time_ms;    /* time per move */
    Game game;          /* current state of the game */
    int redo_count;     /* number of moves that were taken back; they
                         * follow the played moves in the game's undo list */
    int64_t used_ms[2]; /* time used by each side in finished turns */
    int64_t turn_ms;    /* time at which the turn of the side to move began */
    Result result;      /* ENDING_NONE if a loaded file only states the result */
    Judgement judgement;
    bool changed; /* set by every change worth saving; cleared by the caller */
} Table;

/* Prepares a table with a person as Red and the engine as Black at full strength. */
void table_init(Table *table);
void table_clear(Table *table);

/* Starts a new game from a position with the same players. */
void table_restart(Table *table, const Position *start, int64_t now_ms);

/* Plays a legal move and updates clocks, redo list and result. Returns false if an allocation fails. */
bool table_move(Table *table, Move m, int64_t now_ms) __attribute__((warn_unused_result));

/* Go one ply back or forward. Return false if there is no such ply, or if an allocation fails (forward
 * only). */
bool table_undo(Table *table, int64_t now_ms);
bool table_redo(Table *table, int64_t now_ms);

/* Judges the game again, to be called after a change of rules. */
void table_judge(Table *table);

/* Ends the game for a reason outside the rules; the clock stops. */
void table_end(Table *table, Result result, int64_t now_ms);

/* Returns true if a person must act, not the engine. */
bool table_waits(const Table *table);

/* Returns true if a person plays this side. */
bool table_has_person(const Table *table, Side side);

/* Returns the time that a side has used until now. */
int64_t table_used_ms(const Table *table, Side side, int64_t now_ms);

/* Reads red, black, both or none, the sides that people play, and sets engine[] for the others.
 * Returns false for any other word. */
bool table_read_side(const char *word, bool engine[2]);
const char *table_side(const Table *table);

/* Sets a setting by name: side, rules, limit; level 1..SKILL_LEVELS, time (seconds, or with a unit
 * such as 500ms) or depth 1..MAX_DEPTH, of which the last one set applies. Returns false, with the
 * table unchanged, if the name is unknown or the value is invalid. */
bool table_set(Table *table, const char *name, const char *value);

/* Converts the state to a PGN game, which must be empty; `whole` includes the data needed to continue:
 * settings, clocks and moves taken back. Returns false if an allocation fails. */
bool table_to_pgn(const Table *table, bool whole, GameTree *game);

/* Loads a PGN game into the table; `whole` includes settings, clocks and moves taken back, as far
 * as the game contains them. Returns false if an allocation fails. */
bool table_from_pgn(Table *table, const GameTree *game, bool whole, int64_t now_ms);
