/* SPDX-License-Identifier: GPL-3.0-only */
/* search.h - choosing a move: the only door to the search from outside.
 *
 * A Searcher is one independent brain: hash table, histories, threads. Several may live in one
 * process. It searches in the background and reports through a listener. */
#pragma once

#include <stdatomic.h>

#include "engine/rules/game.h"
#include "engine/rules/rules.h"
#include "engine/base/clock.h"
#include "engine/board/score.h"

typedef struct Searcher Searcher;
typedef struct Network Network;             /* eval/nnue/network.h */
typedef struct EndgameTables EndgameTables; /* engine/endgame/probe.h */

enum {
    MAX_THREADS = 256,
    MAX_HASH_MIB = 65536,
    MAX_DEPTH = 100,
    MAX_MULTIPV = 128,
    PV_MAX = MAX_PLY,
    SKILL_LEVELS = 20, /* 1 is a beginner, 20 full strength */
    ELO_LEAST = 600,   /* the scale of ratings; skill.c tells how it was measured */
    ELO_MOST = 2800,
};

/* The clocks of the game, in milliseconds. All zero: there are none. */
typedef struct GameClock {
    int64_t time_ms;      /* left for the side to move, at least 1 where clocks run */
    int64_t increment_ms; /* gained by each own move */
    int moves_to_go;      /* until more time is added; 0: the whole game */
    int64_t opp_time_ms;  /* of the opponent, 0 if unknown */
    int64_t opp_increment_ms;
    bool will_ponder; /* the GUI lets us think on the opponent's time: budget a little more */
} GameClock;

/* Which moves are considered at the root. */
typedef struct RootFilter {
    MoveList only; /* unless empty, none but these */
    MoveList ban;  /* these not */
} RootFilter;

/* Playing weaker than one can, on purpose; all zero is full strength. */
typedef struct Handicap {
    int levels;        /* skill levels below SKILL_LEVELS; 1..SKILL_LEVELS */
    int elo;           /* play at about this rating */
    int randomness_cp; /* noise of up to so many centipawns either way on each root score */
    uint64_t seed;     /* of that noise, and of what a weaker player chooses */
} Handicap;

/* Leaving parts of the engine out, in three degrees each; 0 is all of it. */
typedef struct Ablation {
    int pruning;   /* 1, 2: less is left out of the tree; 3: nothing */
    int knowledge; /* 1, 2: the evaluation knows less; 3: material alone */
} Ablation;

/* All that limits one search. Zero means "no such limit"; whichever end is reached first ends it, and without one
 * searcher_stop() or MAX_DEPTH. */
typedef struct Limits {
    int depth;           /* plies */
    uint64_t nodes;      /* over all threads */
    int mate;            /* look for a mate in at most so many moves; without another limit 2 N plies deep if there is none */
    int64_t movetime_ms; /* for this move */
    GameClock clock;
    int64_t overhead_ms; /* kept in reserve for what this move may lose between engine and GUI */
    bool ponder;         /* think without clock until searcher_ponderhit() */
    int idle_percent;    /* share of its time that each thread sleeps */
    RootFilter roots;
    Handicap handicap;
    Ablation ablation;
} Limits;

static inline bool root_filter_allows(const RootFilter *filter, Move m)
{
    return (filter->only.count == 0 || move_list_has(&filter->only, m)) && !move_list_has(&filter->ban, m);
}

/* May it leave moves out? Then what is found says nothing of the position by itself. */
static inline bool root_filter_is_set(const RootFilter *filter) { return filter->only.count > 0 || filter->ban.count > 0; }

typedef enum Bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct TtEntry { /* what the table knows of a position; bound BOUND_NONE: only the move counts */
    Move move;
    Score score;
    int depth;
    Bound bound;
} TtEntry;

/* Lines of play are told in sets: numbers 1 to n in a row, each of another move, none better than the one
 * before it. A set is one iteration's; if that was broken off, what it had found and the lines of the one
 * before (then depths differ). Its scores are exact, except that a line may be known only to be at least so
 * good (BOUND_LOWER: found better than expected just before the end) or at most (BOUND_UPPER: not yet looked at
 * by an iteration that has found better lines). */
typedef struct SearchInfo {
    int depth, seldepth;
    int multipv;  /* 1 is the best line */
    int lines;    /* of this set */
    bool passing; /* no set: what a failed aspiration window proved, told while the iteration goes on */
    Score score;  /* for the side to move */
    Bound bound;
    uint64_t nodes, table_hits; /* positions found in endgame tables */
    int64_t time_ms;
    int hashfull; /* per mille */
    int pv_length;
    Move pv[PV_MAX];
} SearchInfo;

typedef struct SearchResult {
    Move best;   /* MOVE_NONE: no legal move, or all banned */
    Move ponder; /* expected reply, or MOVE_NONE; legal after best */
    Score score;
    int depth;
    uint64_t nodes;
    int64_t time_ms;
} SearchResult;

/* Called on a thread of the searcher, or in searcher_run() on the caller's, never two calls at a time. Must not call back into
 * the searcher. */
typedef struct SearchListener {
    void (*info)(void *self, const SearchInfo *info);                              /* a line of play */
    void (*root_move)(void *self, int depth, Move m, int number, int64_t time_ms); /* may be NULL */
    void (*done)(void *self, const SearchResult *result);                          /* once per start */
    void *self;
} SearchListener;

typedef struct SearchOptions {
    int hash_mib; /* 1..MAX_HASH_MIB */
    int threads;  /* 1..MAX_THREADS; 0: one, readied by searcher_ready() or the first search, and searcher_new() costs little */
    int multipv;  /* 1..MAX_MULTIPV */
} SearchOptions;

/* NULL if there is no memory for the table or the threads. */
Searcher *searcher_new(const SearchOptions *options);
void searcher_free(Searcher *s); /* stops a running search first */

/* Readies the table's memory, which a search would wait for bit by bit, and the first thread, if there is none yet. Idle only. False
 * if that thread cannot be had. */
bool searcher_ready(Searcher *s);

/* Idle only. False, and the old table or number of threads kept, if there is no memory for the new. A search does without
 * those of its threads, but for the first, that the system does not grant. */
bool searcher_set_hash(Searcher *s, int hash_mib);
bool searcher_set_threads(Searcher *s, int threads);
void searcher_set_multipv(Searcher *s, int lines);

/* Idle only: measures time by this clock, which is copied. The steady clock until set. */
void searcher_set_clock(Searcher *s, const Clock *clock);

/* How repetitions are judged, and after how many plies without capture the game is drawn (0: never).
 * Asian rules and 120 until set. */
void searcher_set_rules(Searcher *s, RuleSet rules, int limit);

/* Idle only: evaluates by this net (borrowed; it must outlive the searcher), NULL by the handcrafted
 * evaluation, as a new searcher does. Forgets everything, as searcher_new_game(), unless it is the same. */
void searcher_set_net(Searcher *s, const Network *net);

/* Idle only: asks these endgame tables (borrowed; they must outlive the searcher or their replacement); NULL: none, as a new searcher
 * does. Whoever plays weaker on purpose does not ask them, nor a search for mate. */
void searcher_set_endgames(Searcher *s, const EndgameTables *tables);

/* Idle only: forgets everything; the next search does not depend on what was before. */
void searcher_new_game(Searcher *s);

/* Begins to search the game's present position and returns at once, or without threads (HAVE_THREADS) when it is done. The
 * listener's done() ends it.
 * Idle only. The game is copied; false if there is no memory for that, which only games of more than 1000
 * plies need, or no first thread. */
bool searcher_start(Searcher *s, const Game *game, const Limits *limits, const SearchListener *listener);

void searcher_stop(Searcher *s);      /* from any thread, at any time; does not wait */
void searcher_ponderhit(Searcher *s); /* the expected move was played: the clock starts now */
void searcher_wait(Searcher *s);      /* until done() has returned; at once if idle. On the thread that started it */

/* Starts, waits and returns the result; infos go to the listener if there is one. */
SearchResult searcher_run(Searcher *s, const Game *game, const Limits *limits, const SearchListener *listener);

/* The same, ended early when `stop` (or NULL), looked at now and then, is set. Only the listener's info() is called. False if it was
 * stopped or could not begin; *result is what was found. */
bool searcher_run_until(Searcher *s, const Game *game, const Limits *limits, const SearchListener *listener, const atomic_bool *stop,
                        SearchResult *result);

/* The static evaluation of a position, for the side to move. */
Score searcher_evaluate(Searcher *s, const Position *pos);

/* What the table knows of the game's position, with that past (repetition.h); false if nothing. Safe while
 * searching. Scores count plies from this position. */
bool searcher_probe(Searcher *s, const Game *game, TtEntry *entry);

/* The numbers of params.h at run time, up to one without a name: none unless built with -DTUNE (`make tune`). */
typedef struct SearchParam {
    const char *name;
    int *value, start, least, most;
} SearchParam;
extern const SearchParam search_params[];

/* While no search runs, for all searchers. Some count at once, all of them from each searcher's next searcher_new_game() on. Clamped;
 * false if there is none of that name. */
bool search_param_set(const char *name, int value);
