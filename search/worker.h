/* SPDX-License-Identifier: GPL-3.0-only */
/* worker.h - the data of a searcher, of one of its threads (Worker), and the data that its threads share.
 *
 * A Worker searches a copy of the game's position. Its undo stack continues that of the game, so
 * undos[0 .. undo_count) covers both the game and the path. Workers share only `shared`. While a search
 * runs, the table, the flags and other atomics in it change, and the complete iterations under
 * their lock; everything else is constant. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "engine/base/contract.h"
#include "engine/board/attacks.h"
#include "engine/endgame/probe.h"
#include "engine/rules/repetition.h"
#include "eval/evaluate.h"
#include "search/history.h"
#include "search/search.h"
#include "search/skill.h"
#include "search/timeman.h"
#include "search/tt.h"

_Static_assert(KEY_FILTER_PAST + MAX_PLY + 8 <= UINT8_MAX, "the filter holds the game's past and a line");

enum { STACK_BEFORE_ROOT = 7 }; /* entries for moves before the root: histories look six plies back */

typedef struct StackEntry { /* stack entry: one ply of the path */
    Legality legality;
    Move move;     /* move being searched; MOVE_NULL for a pass, MOVE_NONE at first */
    Move excluded; /* move excluded by a singular-extension search */
    Move killers[2];
    int slot;                  /* history slot of `move`; SLOTS if there is none */
    SlotHistory *continuation; /* continuation history of that slot */
    PartKeys parts;            /* part keys of this position */
    int piece_count;           /* number of pieces of both sides */
    Score static_eval;         /* corrected and scaled; SCORE_NONE in check */
    int ply;
    bool in_check;
    int reduced;    /* plies by which `move` is reduced while it is searched less deeply; otherwise 0 */
    int stat_score; /* history of `move`, as used for its reduction */
    int move_count; /* move count of `move` */
    int cutoffs;    /* number of beta cutoffs at this ply since the search entered the node two plies up */
    int pv_length;
    Move pv[MAX_PLY + 1];
} StackEntry;

typedef struct RootMove {
    Move move;
    Score score, previous_score, average; /* score: of the current iteration, -SCORE_INFINITE if unknown */
    Bound bound;                          /* bound type of score */
    int depth, seldepth;                  /* depths of score */
    uint64_t nodes;
    int pv_length;
    Move pv[PV_MAX];
} RootMove;

/* Returns the index of the root move `m`, at or after `first`. Returns `count` if it is not among them. */
static inline int root_move_find(const RootMove *roots, int first, int count, Move m)
{
    int i = first;
    while (i < count && roots[i].move != m)
        i++;
    return i;
}

/* The deepest iteration completed by any worker, with its results. */
typedef struct Finished {
    pthread_mutex_t lock; /* protects roots, and changes of depth */
    _Atomic int depth;
    RootMove roots[MAX_MOVES];
} Finished;

typedef struct Shared { /* data shared by all workers of one searcher */
    Tt tt;
    atomic_bool stop;
    atomic_bool pondering;
    atomic_bool settled; /* while pondering: the result will be played as soon as the clock starts */
    Limits limits;
    Clock clock;
    struct Prover *prover; /* proof search of the main worker (prove.h) */
    TimeManager time;
    SearchListener listener;
    int multipv;
    Strength strength;
    const Network *net; /* borrowed; NULL for the handcrafted evaluation */
    int knowledge;      /* degree of knowledge (evaluate.h) */
    SearchRules rules;
    const EndgameTables *endgames;       /* borrowed; NULL for no tables */
    bool use_endgames, endgames_in_tree; /* true if tables are used in this search; in its tree (endings.h) */
    Score root_known;                    /* score of the root by a table, or SCORE_NONE */
    int lmr[64][64];                     /* reductions by depth and move count, in 1024ths of a ply */
    int64_t begun_ms;                    /* time of go, the origin of the times in reports */
    _Atomic int64_t clock_start_ms;      /* time of go or ponderhit, from which the deadlines are measured */
    Finished finished;
    struct Worker *workers[MAX_THREADS];
    int worker_count;
    bool shares;                      /* true if complete iterations are shared with other threads or the team */
    const struct Team *team;          /* the team that takes part in this search; NULL if there is none (team.h) */
    _Atomic uint64_t nodes_elsewhere; /* nodes of the other searchers in the team */
} Shared;

typedef struct Worker {
    Position pos;
    int undo_count, root_undos; /* undos[root_undos] is the first undo of the path */
    Undo *undos;
    int undo_capacity;
    int id; /* 0 is the main worker, the only one that reports and that makes decisions between iterations */
    int selective_depth;
    int null_least_ply; /* during a null-move verification, the lowest ply at which null moves are allowed; otherwise 0 */
    int root_depth, completed_depth;
    int pv_index; /* index of the MultiPV line being searched */
    int root_count;
    uint64_t nodes_before_root_move;
    uint64_t proof_nodes;     /* nodes spent on proofs of mate at the root */
    bool mate_settled;        /* a mate was found, or no mate of the requested kind exists */
    Score proven;             /* score of the mate found, or -SCORE_INFINITE */
    RootMove proven_line;     /* PV of that mate */
    int nodes_to_check;       /* nodes until the clock is checked again */
    int64_t clock_checked_ms; /* time of the last check */
    int64_t stall_ms;         /* main worker: longest time between two clock checks; it is long only on a busy machine */
    int64_t awake_since_us;   /* time up to which the pauses for idle_percent have been accounted for */
    bool stopped;             /* true if this worker saw the stop flag, or was overtaken */
    bool overtaken;           /* another worker has completed this worker's iteration */
    bool cut_short;           /* true if a limit was reached within the tree */
    Position cut_at;          /* the position of the tree in which it was */
    _Atomic uint64_t nodes, table_hits;
    EndgameCache *cache; /* NULL until a table is probed */
    Shared *shared;
    Evaluator evaluator;
    KeyFilter filter; /* keys of all positions before the current one */
    StackEntry stack[STACK_BEFORE_ROOT + MAX_PLY + 8];
    RootMove roots[MAX_MOVES];
    RootMove standing[MAX_MULTIPV]; /* PVs to report and to play, best first (root.h) */
    int standing_count;             /* 0 until an iteration is complete */
    History history;
} Worker;

struct Searcher {
    Shared shared;                  /* owns the workers */
    pthread_t threads[MAX_THREADS]; /* threads of a search: one per worker, except the main one in searcher_run() */
    bool in_background;             /* true while the main worker's thread exists and must be joined */
    atomic_bool searching;          /* true from the start of a search until its result is complete; otherwise the searcher is idle */
    bool used;                      /* true if anything was searched since everything was forgotten */
    RuleSet rules;
    int limit;               /* natural limit in plies; 0 for no limit */
    uint32_t games;          /* number of calls of searcher_new_game() */
    LagMeter lag;            /* lag of the clocks in the current game */
    const struct Team *team; /* borrowed; NULL if the searcher belongs to no team */
    SearchResult result;
};

static inline bool searcher_is_idle(const Searcher *s) { return !atomic_load(&s->searching); }

static inline StackEntry *worker_root_entry(Worker *w) { return &w->stack[STACK_BEFORE_ROOT]; }

static inline uint64_t worker_nodes(const Worker *w) { return atomic_load_explicit(&w->nodes, memory_order_relaxed); }

/* Creates a worker that evaluates according to `shared`, with empty histories. The caller owns it.
 * Returns NULL if an allocation fails. */
Worker *worker_new(Shared *shared, int id);
void worker_free(Worker *w); /* NULL is allowed */

/* Clears what earlier searches have learned. */
void worker_clear(Worker *w);

/* Sets the worker to the current position of the game. Returns false if an allocation for its history
 * fails; a search must not begin then. */
bool worker_set_position(Worker *w, const Game *game);

/* Returns true if this search must unwind. From time to time, checks the clock and the node limit as
 * worker_check_limits() does. */
bool worker_check_stop(Worker *w);

/* Checks whether a stop is requested or a limit is reached. If so, sets w->stopped and the stop flag
 * of all workers, and returns true. Also sleeps for the share of time given by idle_percent. */
bool worker_check_limits(Worker *w);

/* Return the milliseconds since go, and since the clock started at go or ponderhit, from which
 * deadlines count. */
int64_t shared_since_go_ms(const Shared *s);
int64_t shared_on_clock_ms(const Shared *s);
bool shared_pondering(const Shared *s);

/* Records a check of the clock, and in stall_ms the longest time between two checks. */
void worker_record_clock_check(Worker *w, int64_t now_ms);

/* Return the nodes of all workers together, the same number including the nodes of the team, and the
 * number of positions found in endgame tables. */
uint64_t shared_own_nodes(const Shared *s);
uint64_t shared_nodes(const Shared *s);
uint64_t shared_table_hits(const Shared *s);

/* ---- time-critical functions of the tree: making and unmaking moves, storing results ---- */

static inline void worker_count_node(Worker *w) { atomic_store_explicit(&w->nodes, worker_nodes(w) + 1, memory_order_relaxed); }

/* Returns the table key of this node: the position and the relevant part of its past. */
static inline uint64_t worker_key(const Worker *w) { return rules_key(&w->shared->rules, &w->filter, &w->pos); }

static inline Evidence correction_evidence(const StackEntry *ss)
{
    Move earlier = ss[-2].move;
    return (Evidence){&ss->parts, ss[-1].slot, earlier != MOVE_NONE && earlier != MOVE_NULL ? move_to(earlier) : SQ_NONE};
}

/* Makes a legal move: updates board, evaluation, node count and stack entry, and prefetches the
 * table. */
static inline void worker_make(Worker *w, StackEntry *ss, Move m)
{
    assert(w->undo_count < w->undo_capacity);
    assert(ss == worker_root_entry(w) + (w->undo_count - w->root_undos));
    Piece p = piece_at(&w->pos, move_from(m));
    tt_prefetch(&w->shared->tt, key_after(&w->pos, m));
    ss->move = m;
    ss->slot = history_slot(p, move_to(m));
    ss->continuation = &w->history.continuation[ss->slot];
    part_keys_after(&ss->parts, &ss[1].parts, &w->pos, m);
    ss[1].piece_count = ss->piece_count - is_capture(&w->pos, m);
    Undo *undo = &w->undos[w->undo_count++];
    position_make(&w->pos, m, undo);
    key_filter_enter(&w->filter, undo->key);
    evaluator_made(&w->evaluator, &w->pos, undo);
    worker_count_node(w);
}

static inline void worker_unmake(Worker *w)
{
    assert(w->undo_count > w->root_undos);
    evaluator_unmade(&w->evaluator);
    position_unmake(&w->pos, &w->undos[--w->undo_count]);
    key_filter_leave(&w->filter, w->pos.key);
}

static inline void worker_make_null(Worker *w, StackEntry *ss)
{
    assert(w->undo_count < w->undo_capacity);
    assert(!ss->in_check);
    ss->move = MOVE_NULL;
    ss->slot = SLOTS;
    ss->continuation = &w->history.continuation[SLOTS];
    ss[1].parts = ss->parts;
    ss[1].piece_count = ss->piece_count;
    Undo *undo = &w->undos[w->undo_count++];
    position_make_null(&w->pos, undo);
    key_filter_enter(&w->filter, undo->key);
    tt_prefetch(&w->shared->tt, w->pos.key);
    evaluator_made(&w->evaluator, &w->pos, undo);
    worker_count_node(w);
}

static inline void worker_unmake_null(Worker *w)
{
    assert(w->undo_count > w->root_undos);
    evaluator_unmade(&w->evaluator);
    position_unmake_null(&w->pos, &w->undos[--w->undo_count]);
    key_filter_leave(&w->filter, w->pos.key);
}
