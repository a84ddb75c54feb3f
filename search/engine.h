/* SPDX-License-Identifier: GPL-3.0-only */
/* engine.h - the engine as front ends use it: search, net, opening books, and the settings that
 * shape them.
 *
 * Every front end drives the engine through a Engine; running searches are controlled through its
 * searcher. Unless stated otherwise, functions may be called from one thread only, while the engine
 * is not searching. */
#pragma once

#include "engine/base/rng.h"
#include "engine/book/library.h"
#include "search/search.h"

/* All settings that are numbers. protocol/options.c has the names that GUIs use for them. */
typedef struct EngineSettings {
    /* parts of the engine: */
    int hash_mib, threads; /* 0: automatic */
    int multipv;
    bool use_net; /* false, or no net: use the handcrafted evaluation */
    RuleSet rules;
    bool use_limit;
    int limit; /* draw after this many plies without a capture; 0: never */
    bool use_tables, use_books;
    Randomness variety; /* of the choice among book moves */

    /* limits that make it weaker, slower or more varied: */
    int skill; /* 0 to SKILL_LEVELS, which is full strength */
    bool use_elo;
    int elo;
    Randomness noise;                 /* added to each root score */
    int idle_percent;                 /* percentage of its time that it does not think */
    int less_pruning, less_knowledge; /* 0 (none) to 3 */
    int overhead_ms;                  /* move overhead: reserve for the delay between engine and GUI */
    bool will_ponder;
} EngineSettings;

extern const EngineSettings engine_settings_initial;

typedef struct Engine {
    EngineSettings settings; /* changed by engine_configure() */

    /* owned by the watcher: */
    void (*changed)(void *watcher); /* called when anything was set or everything was cleared; may be NULL */
    void *watcher;

    /* owned by the engine: */
    Searcher *searcher;
    Network *net;                   /* NULL if there is none */
    Library library;                /* callers may add to it */
    Book *built_in;                 /* used while the library is empty; NULL if there is none */
    EndgameTables *tables;          /* NULL until the first search; then the
                                     * built-in tables and those of the folders */
    char *net_path, *table_folders; /* last values that were set, for followers on other machines; NULL: none */
    Rng rng;                        /* for book choices and the search's noise */
    char lacks[160];                /* what memory was too short for at the start, until it is reported */
    void (*message)(void *self, const char *text);
    void *self;
} Engine;

/* Creates an engine. message() gets lines for the user when a setting cannot be applied. If memory is
 * short, the table is smaller or there is no net, which engine_temper() reports; if not even that
 * is possible, returns NULL. */
Engine *engine_new(void (*message)(void *self, const char *text), void *self);

/* What a program needs that measures or analyses. */
typedef struct EngineOptions {
    int hash_mib, threads;
    bool handcrafted;          /* use the handcrafted evaluation, not the built-in net */
    const char *table_folders; /* "": the built-in endgame tables; NULL: none; else both these folders' and those */
} EngineOptions;

/* Creates an engine that has exactly these parts, no book, and the initial settings otherwise. It
 * sends no messages. On failure returns NULL with the reason. */
Engine *engine_new_exact(const EngineOptions *options, Text *why) __attribute__((warn_unused_result));
void engine_free(Engine *e);

/* Applies settings. One that cannot be applied keeps its old value, which is reported. */
void engine_configure(Engine *e, const EngineSettings *settings);

/* Shrinks the hash table to 1 MB, for a search that has no memory, and reports this. Returns false
 * if it is as small already. */
bool engine_shrink_hash(Engine *e);

void engine_set_evalfile(Engine *e, const char *path); /* "": the built-in net */
uint32_t engine_net_checksum(const Engine *e);         /* of the net it evaluates by; 0: the handcrafted evaluation */

/* Replaces the opening books. Unusable books are skipped and reported. */
void engine_set_books(Engine *e, const char *paths); /* separated by `;`; "" for none */

/* Replaces the endgame tables by the built-in ones and those of the folders, separated by `;`; ""
 * for only the former. Unusable tables are reported. */
void engine_set_tables(Engine *e, const char *folders);

/* Loads the built-in tables if tables are enabled and none are loaded. engine_temper() does this;
 * call it before other searches. */
void engine_use_tables(Engine *e);

/* Adds to the limits of a search everything that makes the engine weaker, slower or more varied. */
void engine_temper(Engine *e, Limits *limits);

/* Clears everything learned from earlier games. */
void engine_new_game(Engine *e);

/* Lists the moves of the first book that knows any in this position (the built-in one if there is
 * no other), heaviest first, without those that lead back to a position of the game. Returns their
 * number, 0 if books are off. */
int engine_book_moves(const Engine *e, const Game *game, BookMove out[MAX_MOVES]);

/* Chooses a book move that is not in `bans` (may be NULL), and the expected reply (or MOVE_NONE).
 * Returns false if there is none. The built-in book is used only if there is no other, in a game
 * (someone waits for the move by the clock), at full strength and with one PV. It gives no expected
 * reply, so that a GUI does not ponder on a move that the book may know. */
bool engine_book_move(Engine *e, const Game *game, const MoveList *bans, bool for_game, Move best_and_reply[2]);
