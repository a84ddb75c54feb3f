/* SPDX-License-Identifier: GPL-3.0-only */
/* engine.h - the engine as front ends use it: search, net, opening books, and the settings that
 * shape them.
 *
 * Every front end drives the engine through an Engine; running searches are controlled through its
 * searcher. Unless stated otherwise, functions may be called from one thread only, while the engine
 * is not searching. */
#pragma once

#include "engine/base/rng.h"
#include "engine/book/library.h"
#include "search/search.h"

/* All numerical settings. protocol/options.c has the names that GUIs use for them. */
typedef struct EngineSettings {
    /* parts of the engine: */
    int hash_mib, threads; /* 0: automatic */
    int multipv;
    bool use_net; /* true to use the net; if false or if there is no net, the handcrafted evaluation is used */
    RuleSet rules;
    bool use_limit;
    int limit; /* number of plies without a capture after which the game is drawn; 0: never */
    bool use_tables, use_books;
    Randomness variety; /* variety of the choice among book moves */

    /* settings that make the engine weaker, slower or more varied: */
    int skill; /* 0 to SKILL_LEVELS; SKILL_LEVELS is full strength */
    bool use_elo;
    int elo;
    Randomness noise;                 /* noise added to each root score */
    int idle_percent;                 /* percentage of the thinking time during which the engine sleeps */
    int less_pruning, less_knowledge; /* each from 0 (none) to 3 */
    int overhead_ms;                  /* move overhead: reserve for the delay between engine and GUI */
    bool will_ponder;
} EngineSettings;

extern const EngineSettings engine_settings_initial;

typedef struct Engine {
    EngineSettings settings; /* changed by engine_configure() */

    /* owned by the watcher: */
    void (*changed)(void *watcher); /* called after anything was set or everything was cleared; may be NULL */
    void *watcher;

    /* owned by the engine: */
    Searcher *searcher;
    Network *net;                   /* NULL if there is none */
    Library library;                /* callers may add to it */
    Book *built_in;                 /* used while the library is empty; NULL if the program contains no book */
    EndgameTables *tables;          /* NULL until the first search; then the
                                     * built-in tables and those of the folders */
    char *net_path, *table_folders; /* last values that were set, for followers on other machines; NULL: never set */
    Rng rng;                        /* random numbers for book choices and the search's noise */
    char lacks[160];                /* parts of the engine for which there was no memory at creation, until this is reported */
    void (*message)(void *self, const char *text);
    void *self;
} Engine;

/* Creates an engine. message() receives lines for the user when a setting cannot be applied. If memory
 * is insufficient, the engine gets a smaller table or no net, and engine_temper() reports this. If even
 * such an engine cannot be created, returns NULL. */
Engine *engine_new(void (*message)(void *self, const char *text), void *self);

/* Parts of an engine for programs that measure or analyse. */
typedef struct EngineOptions {
    int hash_mib, threads;
    bool handcrafted; /* use the handcrafted evaluation, not the built-in net */
    /* "": only the built-in endgame tables; NULL: no tables; else the built-in tables and those in
     * these folders */
    const char *table_folders;
} EngineOptions;

/* Creates an engine with exactly these parts, without a book, and with the initial settings otherwise.
 * The engine sends no messages. On failure returns NULL with the reason. */
Engine *engine_new_exact(const EngineOptions *options, Text *why) __attribute__((warn_unused_result));
void engine_free(Engine *e);

/* Applies settings. If a setting cannot be applied, it keeps its old value, and this is reported. */
void engine_configure(Engine *e, const EngineSettings *settings);

/* Shrinks the hash table to 1 MB when a search cannot get memory, and reports this. Returns false if
 * the table is already that small. */
bool engine_shrink_hash(Engine *e);

void engine_set_evalfile(Engine *e, const char *path); /* "": the built-in net */
uint32_t engine_net_checksum(const Engine *e);         /* checksum of the net in use; 0: the handcrafted evaluation */

/* Replaces the opening books. Unusable books are skipped and reported. */
void engine_set_books(Engine *e, const char *paths); /* paths are separated by `;`; "" for no books */

/* Replaces the endgame tables by the built-in ones and those in the folders, which are separated by
 * `;`. If `folders` is "", only the built-in ones are used. Unusable tables are reported. */
void engine_set_tables(Engine *e, const char *folders);

/* Loads the built-in tables if tables are enabled and none are loaded. engine_temper() does this;
 * call it before other searches. */
void engine_use_tables(Engine *e);

/* Adds to the limits of a search all settings that make the engine weaker, slower or more varied. */
void engine_temper(Engine *e, Limits *limits);

/* Clears everything learned from earlier games. */
void engine_new_game(Engine *e);

/* Lists the moves of the first book that contains any for this position (the built-in book if there is
 * no other), heaviest first, without those that lead back to a position of the game. Returns their
 * number, or 0 if books are off. */
int engine_book_moves(const Engine *e, const Game *game, BookMove out[MAX_MOVES]);

/* Chooses a book move that is not in `bans` (may be NULL), and the expected reply (or MOVE_NONE).
 * Returns false if there is no such move. The built-in book is used only if there is no other book, in
 * a game (with a clock running), at full strength and with one PV. It gives no expected reply, so that
 * a GUI does not ponder on a move whose reply the book may contain. */
bool engine_book_move(Engine *e, const Game *game, const MoveList *bans, bool for_game, Move best_and_reply[2]);
