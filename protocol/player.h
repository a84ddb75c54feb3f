/* player.h - what plays: the search, the net, the opening books, and the settings that shape them.
 *
 * Every front end drives the engine through a Player. The searcher is made when it is first needed, because the
 * handshake must be quick; until then a setting is just remembered. Where nothing else is said, functions are for one
 * thread and for a player that is not searching. */
#pragma once

#include "protocol/library.h"
#include "search/search.h"

typedef struct Player Player;

/* `tell` gets a line for the user when something cannot be had as it was set. NULL when memory is short. */
Player *player_new(void (*tell)(void *self, const char *text), void *self);
void player_free(Player *p);

/* What it plays with. What cannot be had leaves the old in place, and is told. */
void player_set_hash(Player *p, int mib);        /* 0: it chooses */
void player_set_threads(Player *p, int threads); /* 0: as many as there are processors */
void player_set_multipv(Player *p, int lines);
void player_set_evalfile(Player *p, const char *path); /* "": the built-in net */
void player_set_use_net(Player *p, bool use);          /* else, or without a net, the handcrafted evaluation plays */
void player_set_rules(Player *p, RuleSet rules);
void player_set_limit(Player *p, int plies); /* without capture, after which the game is drawn; 0: never */
void player_set_use_limit(Player *p, bool use);
int player_multipv(const Player *p);

/* The opening books. Those that cannot be used are skipped, and told. */
void player_set_books(Player *p, const char *paths); /* separated by `;`; "": none */
void player_set_use_books(Player *p, bool use);
void player_set_variety(Player *p, Randomness variety); /* how freely it chooses among a book's moves */
bool player_add_book(Player *p, const char *path, BookFault *fault);

/* The temper: what makes it weaker, slower or more varied than it could be. It shapes the searches to whose limits
 * player_temper() adds it. */
void player_set_skill(Player *p, int level); /* 0 to SKILL_LEVELS, which is full strength */
void player_set_elo(Player *p, int elo);
void player_set_use_elo(Player *p, bool use);
void player_set_noise(Player *p, int centipawns);      /* on each root score */
void player_set_idle(Player *p, int percent);          /* of its time */
void player_set_less_pruning(Player *p, int degree);   /* 0 to 3 */
void player_set_less_knowledge(Player *p, int degree); /* 0 to 3 */
void player_set_overhead(Player *p, int ms);           /* lost between engine and GUI on each move */
void player_set_will_ponder(Player *p, bool will);
void player_temper(Player *p, Limits *limits);

/* Sees to it that there is a searcher, smaller than was set if need be. False, and told, if there is none. */
bool player_wake(Player *p);

/* Forgets what was learned from the games so far. */
void player_new_game(Player *p);

/* A move of the books, which is none of `bans`, and the reply to be expected (or MOVE_NONE). False if there is none. */
bool player_book_move(Player *p, const Game *game, const MoveList *bans, Move *best, Move *reply);

/* As searcher_start() and so on; false also when memory is short. */
bool player_start(Player *p, const Game *game, const Limits *limits, const SearchListener *listener);
void player_stop(Player *p);      /* from any thread, at any time */
void player_ponderhit(Player *p); /* while searching, as the next two */
void player_wait(Player *p);
bool player_probe(Player *p, const Game *game, TableProbe *probe);
bool player_evaluate(Player *p, const Position *pos, Score *score);
