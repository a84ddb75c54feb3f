/* SPDX-License-Identifier: GPL-3.0-only */
/* player.h - what plays: the search, the net, the opening books, and the settings that shape them.
 *
 * Every front end drives the engine through a Player, and what it has begun through its searcher. Where nothing else is said,
 * functions are for one thread and for a player that is not searching. */
#pragma once

#include "engine/base/rng.h"
#include "engine/book/library.h"
#include "search/search.h"

/* All that is set by a number; a switch is 0 or 1. The names GUIs have for them are in options.c. */
typedef struct Settings {
    /* how a session talks and deals */
    int milliseconds; /* times in `go` are milliseconds, else seconds */
    int batch, debug;
    int wdl;     /* chances of win, draw and loss are shown */
    int variant; /* 1: the client has named the variant as for Fairy-Stockfish, and so counts ranks from 1 (UCCI.md, 114) */
    int accepts, concedes;
    int accept_score, concede_score; /* centipawns */

    /* what it plays with */
    int hash_mib, threads; /* 0: it chooses */
    int multipv;
    int use_net;          /* else, or without a net, the handcrafted evaluation plays */
    int rules;            /* a RuleSet */
    int use_limit, limit; /* plies without capture, after which the game is drawn; 0: never */
    int use_tables;
    int use_books;
    int variety; /* a Randomness: how freely it chooses among a book's moves */

    /* what makes it weaker, slower or more varied than it could be */
    int skill; /* 0 to SKILL_LEVELS, which is full strength */
    int use_elo, elo;
    int noise;                        /* a Randomness: on each root score */
    int idle_percent;                 /* of its time */
    int less_pruning, less_knowledge; /* 0 to 3 */
    int overhead_ms;                  /* kept in reserve for what a move may lose between engine and GUI */
    int will_ponder;
} Settings;

extern const Settings settings_initial;

typedef struct Player {
    Settings settings; /* the caller's to change; see player_use_hash() and so on */
    int losing_moves;  /* in a row, for resigning; the session counts */

    /* the watcher's */
    void (*changed)(void *watcher); /* an option was set, or all was forgotten; NULL: nobody is to know */
    void *watcher;

    /* the player's own */
    Searcher *searcher;
    Network *net;                   /* NULL if there is none */
    Library library;                /* callers may add to it */
    Book *built_in;                 /* plays while that is empty; NULL if there is none */
    EndgameTables *tables;          /* NULL until the first search: the built-in ones and those of folders */
    char *net_path, *table_folders; /* what it was told to take, for those who follow it elsewhere; NULL: nothing */
    Rng rng;                        /* for book choices and the search's noise */
    char lacks[160];                /* what there was no memory for at the start, until it is told */
    void (*tell)(void *self, const char *text);
    void *self;
} Player;

/* `tell` gets a line for the user when something cannot be had as it was set. Where memory is short the table is smaller, or
 * there is no net, and player_temper() tells so; NULL when there is not even enough for that. */
Player *player_new(void (*tell)(void *self, const char *text), void *self);
void player_free(Player *p);

/* To be called when such settings were changed, the last for lines, net, endgame tables, rules and limit; others count by themselves. What
 * cannot be had leaves the old in place, and is told. */
void player_use_hash(Player *p);
void player_use_threads(Player *p);
void player_use_settings(Player *p);

void player_set_evalfile(Player *p, const char *path); /* "": the built-in net */
uint32_t player_net_checksum(const Player *p);         /* of the net it evaluates by; 0: the handcrafted evaluation */

/* The opening books in place of those it had. Those that cannot be used are skipped, and told. */
void player_set_books(Player *p, const char *paths); /* separated by `;`; "": none */

/* The endgame tables of the folders, separated by `;`, beside those built in; "": these alone. Those that cannot be used are told. */
void player_set_tables(Player *p, const char *folders);

/* Has the built-in tables if it has none yet and they are to be used; searches that are not tempered ask for it. */
void player_use_tables(Player *p);

/* Adds to the limits of a search what makes the player weaker, slower or more varied. */
void player_temper(Player *p, Limits *limits);

/* Forgets what was learned from the games so far. */
void player_new_game(Player *p);

/* The moves of the first book that knows any here (the built-in one where no other is in use), heaviest first, without those that lead
 * back to a position of the game; none if books are not used. Returns their number. */
int player_book_moves(const Player *p, const Game *game, BookMove out[MAX_MOVES]);

/* A move of the books, which is none of `bans` (or NULL), and the reply to be expected (or MOVE_NONE). False if there is none. The
 * built-in book is asked where no other is in use, only for a game (a move that somebody waits for by the clock), at full strength
 * and with one line of play; it expects no reply, so that a GUI does not ponder on what the book may know. */
bool player_book_move(Player *p, const Game *game, const MoveList *bans, bool for_game, Move best_and_reply[2]);
