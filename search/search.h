/* SPDX-License-Identifier: GPL-3.0-only */
/* search.h - choosing a move: the only interface of the search.
 *
 * A Searcher is independent: it owns its hash table, histories and threads. Several may exist in
 * one process. It searches in the background and reports through a listener. */
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
    SEARCH_STACK_BYTES = 16 << 20, /* stack that searcher_run() needs: MAX_PLY nodes, with room for sanitizer builds */
    MAX_HASH_MIB = 65536,
    MAX_DEPTH = 100,
    MAX_MULTIPV = 128,
    PV_MAX = MAX_PLY,
    SKILL_LEVELS = 20, /* number of skill levels: 1 is a beginner, 20 full strength */
    ELO_LEAST = 600,   /* range of ratings; skill.c describes how the scale was measured */
    ELO_MOST = 2800,
};

/* The clocks of the game in milliseconds. If all fields are zero, there are no clocks. */
typedef struct GameClock {
    int64_t time_ms;      /* time left for the side to move; at least 1 if clocks are running */
    int64_t increment_ms; /* time added to the mover's clock after each of its moves */
    int moves_to_go;      /* number of moves until more time is added; 0: the time is for the rest of the game */
    int64_t opp_time_ms;  /* time of the opponent; 0 if unknown */
    int64_t opp_increment_ms;
    bool will_ponder; /* true if the GUI lets the engine ponder: allows slightly more time per move */
} GameClock;

/* restriction of the root moves */
typedef struct RootFilter {
    MoveList only; /* moves that are searched; empty for all */
    MoveList ban;  /* moves that are not searched */
} RootFilter;

/* Deliberate weakening; all zero is full strength. */
typedef struct Handicap {
    int levels;        /* number of levels below full strength, 1..SKILL_LEVELS; 0 for none */
    int elo;           /* approximate rating; 0 for none */
    int randomness_cp; /* amplitude of the noise added to each root score, in centipawns */
    uint64_t seed;     /* seed of that noise and of the choices of a weakened player */
} Handicap;

/* Disabled parts of the engine, in three degrees each; 0 disables nothing. */
typedef struct Ablation {
    int pruning;   /* 1, 2: less pruning of the tree; 3: none */
    int knowledge; /* 1, 2: less knowledge in the evaluation; 3: material only */
} Ablation;

/* Limits of one search. Zero means that there is no such limit. The first limit reached ends the
 * search; without limits it ends by searcher_stop() or at MAX_DEPTH. Even a search that is stopped at
 * once chooses a legal move, in its first iteration. */
typedef struct Limits {
    const atomic_bool *stop; /* ends the search when true, even if it was true before the search began; borrowed, may be NULL */
    int depth;               /* maximum depth in plies */
    uint64_t nodes;          /* maximum number of nodes over all threads */
    uint64_t soft_nodes;     /* no iteration begins after this many nodes over all threads */
    int mate; /* search for a mate in at most this many moves; without another limit, the search ends at a depth of twice this number */
    int64_t movetime_ms; /* time for this move */
    GameClock clock;
    int64_t overhead_ms; /* reserve for the delay between engine and GUI on this move */
    bool ponder;         /* search without a clock until searcher_ponderhit() */
    int idle_percent;    /* per cent of its time that each thread sleeps, 0 to 99 */
    RootFilter roots;
    Handicap handicap;
    Ablation ablation;
} Limits;

static inline bool root_filter_allows(const RootFilter *filter, Move m)
{
    return (filter->only.count == 0 || move_list_has(&filter->only, m)) && !move_list_has(&filter->ban, m);
}

/* Returns true if the filter may omit moves. A result then says nothing about the position itself. */
static inline bool root_filter_is_set(const RootFilter *filter) { return filter->only.count > 0 || filter->ban.count > 0; }

typedef enum Bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct TtEntry { /* information on a position in the table. If bound is BOUND_NONE, only the move is valid */
    Move move;
    Score score;
    int depth;
    Bound bound;
} TtEntry;

/* PVs are reported in groups: multipv 1 to n, best first, one per root move. A group belongs to one
 * iteration. If that iteration was interrupted, the group combines its results with PVs of the previous
 * iteration, so depths may differ. Scores are exact with two exceptions: BOUND_LOWER, if a move turned
 * out better than expected just before the end, and BOUND_UPPER, if the current iteration has found
 * better moves and has not yet searched this one. */
typedef struct SearchInfo {
    int depth, seldepth;
    int multipv;  /* 1 for the best PV */
    int lines;    /* number of PVs in this group */
    bool passing; /* true if the PV is not part of a group: it is the result of a failed aspiration window, reported during the iteration */
    Score score;  /* score for the side to move */
    Bound bound;
    uint64_t nodes, table_hits; /* table_hits: positions found in endgame tables */
    int64_t time_ms;
    int hashfull; /* per mille of the table */
    int pv_length;
    Move pv[PV_MAX];
} SearchInfo;

/* Returns true for an exact result of the best PV, but not for the result of a failed window. */
static inline bool search_info_is_best(const SearchInfo *info)
{
    return !info->passing && info->multipv == 1 && info->bound == BOUND_EXACT;
}

typedef struct SearchResult {
    Move best;   /* best move; MOVE_NONE if there is no legal move, or all are excluded */
    Move ponder; /* expected reply, legal after best; or MOVE_NONE */
    Score score; /* SCORE_NONE if the search could not begin because an allocation failed */
    int depth;
    uint64_t nodes;
    int64_t time_ms;
} SearchResult;

/* Callbacks of a search. They are called on a thread of the searcher, or, by searcher_run(), on the
 * caller's thread, and never two at the same time. They must not call the searcher. */
typedef struct SearchListener {
    void (*info)(void *self, const SearchInfo *info);                              /* reports a principal variation */
    void (*root_move)(void *self, int depth, Move m, int number, int64_t time_ms); /* reports the root move being searched; may be NULL */
    void (*done)(void *self, const SearchResult *result);                          /* reports the result, once per start */
    void (*threads)(void *self, int granted, int wanted); /* reports how many threads search, once they have started; may be NULL */
    void *self;
} SearchListener;

typedef struct SearchOptions {
    int hash_mib; /* 1..MAX_HASH_MIB */
    /* 1..MAX_THREADS, or 0 for one thread that is not created by searcher_new(), which is then cheap,
     * but by searcher_ready() or the first search */
    int threads;
    int multipv;        /* 1..MAX_MULTIPV */
    const Network *net; /* net for the evaluation, borrowed; NULL: the handcrafted evaluation */
} SearchOptions;

/* Creates an idle searcher. Returns NULL if there is no memory for the table or the threads. */
Searcher *searcher_new(const SearchOptions *options);
void searcher_free(Searcher *s); /* stops a running search first */

/* Touches all pages of the table, so that a search need not wait for each one, and creates the first
 * thread if there is none. The searcher must be idle. Returns false if that thread cannot be created. */
bool searcher_ready(Searcher *s);

/* Change a setting of an idle searcher. On failure they return false and keep the old table or the old
 * number of threads. If the system does not provide all threads for a search, the search runs with
 * those available, which include at least the first. */
bool searcher_set_hash(Searcher *s, int hash_mib);
bool searcher_set_threads(Searcher *s, int threads);
int searcher_hash_mib(const Searcher *s);
int searcher_threads(const Searcher *s);
void searcher_set_multipv(Searcher *s, int lines);

/* Sets the clock that measures time; it is copied. Default: the steady clock. The searcher must be
 * idle. */
void searcher_set_clock(Searcher *s, const Clock *clock);

/* Sets how repetitions are judged, and the number of plies without capture after which the game is
 * drawn (0: never). Default: Asian rules and 120. The searcher must be idle. */
void searcher_set_rules(Searcher *s, RuleSet rules, int limit);

/* Sets the net used for evaluation (borrowed; it must outlive the searcher), or NULL for the
 * handcrafted evaluation, the default. The searcher must be idle. If the net changes, the searcher
 * forgets everything, as searcher_new_game() does. */
void searcher_set_net(Searcher *s, const Network *net);

/* Sets the endgame tables (borrowed; they must outlive the searcher or their replacement), or NULL for
 * no tables, the default. The searcher must be idle. Searches for mate and weakened searches do not use
 * the tables. */
void searcher_set_endgames(Searcher *s, const EndgameTables *tables);

/* Forgets everything, so that the next search does not depend on earlier ones. The searcher must be
 * idle. */
void searcher_new_game(Searcher *s);

typedef enum SearchStart {
    SEARCH_BEGUN,
    /* no memory for the first thread's tables, or for the game's moves (possible only in games of more
     * than 1000 plies) */
    SEARCH_NO_MEMORY,
    SEARCH_NO_THREAD, /* the system provides no thread; searcher_run() does not need one */
} SearchStart;

/* Begins to search the game's present position and returns at once; in a build without threads (no
 * HAVE_THREADS), returns when the search is done. If the search has begun, it ends with a call of the
 * listener's done(). The searcher must be idle. The game is copied. */
SearchStart searcher_start(Searcher *s, const Game *game, const Limits *limits, const SearchListener *listener);

/* Requests a stop without waiting. May be called from any thread once searcher_start() has returned. To
 * request a stop before that, use the `stop` flag of the limits. */
void searcher_stop(Searcher *s);
void searcher_ponderhit(Searcher *s); /* starts the clock, because the expected move was played */
void searcher_wait(Searcher *s);      /* waits until done() has returned; may be called only on the thread that started the search */

/* Runs a search on the calling thread, which needs a stack of SEARCH_STACK_BYTES, and returns the
 * result. Infos go to the listener unless it is NULL. */
SearchResult searcher_run(Searcher *s, const Game *game, const Limits *limits, const SearchListener *listener);

/* Returns the position inside the tree in which the last search ended, borrowed until the next one, or NULL if
 * the first thread's search was not cut short. The searcher must be idle. */
const Position *searcher_cut_at(const Searcher *s);

/* Returns the static evaluation of a position for the side to move. */
Score searcher_evaluate(Searcher *s, const Position *pos);

/* Reads the table entry for the game's position with its past (repetition.h). Returns false if there is
 * no entry. May be called during a search. Scores count plies from this position. */
bool searcher_probe(Searcher *s, const Game *game, TtEntry *entry);

/* The parameters of params.h at run time; the last entry has no name. Empty unless built with -DTUNE
 * (`make tune`). */
typedef struct SearchParam {
    const char *name;
    int *value, start, least, most;
} SearchParam;
extern const SearchParam search_params[];

/* Sets a parameter, clamped to its range, for all searchers; no search may be running. Some
 * parameters take effect at once, all of them after each searcher's next searcher_new_game().
 * Returns false if the name is unknown. */
bool search_param_set(const char *name, int value);
