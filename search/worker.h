/* SPDX-License-Identifier: GPL-3.0-only */
/* worker.h - what one search thread owns, and what all threads of a searcher share.
 *
 * A Worker searches a copy of the game's position. Its undo stack continues the game's, so looking
 * back over undos[0 .. undo_count) sees the game and the path alike. Workers share what stands in `shared`, nothing else: while a search
 * runs the table, the flags and what else is atomic there change, the complete iterations under their lock, and nothing beside. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "engine/endgame/probe.h"
#include "engine/rules/repetition.h"
#include "eval/evaluate.h"
#include "search/deep.h"
#include "search/history.h"
#include "search/search.h"
#include "search/skill.h"
#include "search/timeman.h"
#include "search/tt.h"

_Static_assert(KEY_FILTER_PAST + MAX_PLY + 8 <= UINT8_MAX, "the filter holds the game's past and a line");

enum { FRAMES_BEFORE = 7 }; /* of moves before the root: histories look six plies back */

typedef struct Frame { /* one ply of the path */
    Legality legality;
    Move move;     /* being searched; MOVE_NULL for a pass, MOVE_NONE at first */
    Move excluded; /* left out by a singular-extension search */
    Move killers[2];
    int slot;                  /* history slot of `move`, SLOTS if none */
    SlotHistory *continuation; /* that slot's table */
    PartKeys parts;            /* of the position here */
    int men;                   /* of both sides */
    Score static_eval;         /* corrected and weighed; SCORE_NONE in check */
    int ply;
    bool in_check;
    int stat_score; /* history of `move`, as LMR saw it */
    int number;     /* of `move` among those looked at */
    int cutoffs;    /* beta cutoffs below this node's parent's other moves */
    int pv_length;
    Move pv[MAX_PLY + 1];
} Frame;

typedef struct RootMove {
    Move move;
    Score score, previous_score, average; /* score: of the present iteration, -SCORE_INFINITE if not known */
    Bound bound;                          /* of score */
    int depth, seldepth;                  /* of score */
    uint64_t nodes;
    int pv_length;
    Move pv[PV_MAX];
} RootMove;

/* The deepest iteration that any worker has completed, and what it found. */
typedef struct Finished {
    pthread_mutex_t lock; /* of roots, and of changes of depth */
    _Atomic int depth;
    RootMove roots[MAX_MOVES];
} Finished;

typedef struct Shared { /* by all workers of one searcher */
    Tt tt;
    atomic_bool stop;
    atomic_bool pondering;
    atomic_bool settled; /* pondering: what is found will be played as soon as the clock runs */
    Limits limits;
    Clock clock;
    struct Prover *prover; /* the main worker's (prove.h) */
    TimeManager time;
    SearchListener listener;
    int multipv;
    Strength strength;
    const Network *net; /* borrowed; NULL: the handcrafted evaluation */
    int knowledge;      /* evaluate.h */
    SearchRules rules;
    const EndgameTables *endgames;       /* borrowed; NULL: none */
    bool use_endgames, endgames_in_tree; /* in this search; below the root (endings.h) */
    Score root_known;                    /* of the root, by a table; SCORE_NONE */
    int lmr[64][64];                     /* reductions by depth and move number, 1024ths of a ply */
    int64_t begun_ms;                    /* at go: what reports count from */
    _Atomic int64_t clock_start_ms;      /* at go or ponderhit: what deadlines count from */
    Finished finished;
    struct Worker *workers[MAX_THREADS];
    int worker_count;
    const struct Team *team; /* borrowed; NULL: none */
    bool with_team;          /* in this search */
    bool shares;             /* complete iterations, with threads or team */
    _Atomic uint64_t nodes_elsewhere;
    unsigned next_to_empty; /* the messenger's: whose deep results it takes first */
} Shared;

typedef struct Worker {
    Position pos;
    int undo_count, root_undos; /* undos[root_undos] is the first of the path */
    Undo *undos;
    int undo_capacity;
    int id; /* 0 is the main worker: it alone talks and decides between iterations */
    int selective_depth;
    int null_least_ply; /* no null move above this ply while verifying one; 0 otherwise */
    int root_depth, completed_depth;
    int pv_index; /* the MultiPV line being searched */
    int root_count;
    uint64_t nodes_before_root_move;
    uint64_t proof_nodes;   /* spent on proofs of mate at the root */
    bool mate_settled;      /* there: found, or there is none of the kind that is looked for */
    Score proven;           /* of the mate found, or -SCORE_INFINITE */
    RootMove proven_line;   /* its line */
    int nodes_to_check;     /* until the clock is looked at again */
    int64_t looked_ms;      /* when it last was, by the clock */
    int64_t stall_ms;       /* of the main worker: the longest time between two looks, for which the machine held it up */
    int64_t awake_since_us; /* when told to leave processor time to others */
    bool stopped;           /* this worker saw the stop flag, or was overtaken */
    bool overtaken;         /* another worker has completed the iteration this one was at */
    _Atomic uint64_t nodes, table_hits;
    EndgameCache *cache; /* NULL until a table is asked */
    Shared *shared;
    Evaluator evaluator;
    KeyFilter filter; /* of all positions before the present one */
    Frame frames[FRAMES_BEFORE + MAX_PLY + 8];
    RootMove roots[MAX_MOVES];
    RootMove standing[MAX_MULTIPV]; /* the lines that are told and played, best first (iterate.h) */
    int standing_count;             /* 0 until an iteration is complete */
    DeepCache deep;                 /* what the team is told */
    History history;
} Worker;

static inline Frame *worker_root_frame(Worker *w) { return &w->frames[FRAMES_BEFORE]; }

static inline uint64_t worker_nodes(const Worker *w) { return atomic_load_explicit(&w->nodes, memory_order_relaxed); }

/* Owned by the caller; NULL: no memory. It evaluates as `shared` says, and knows nothing. */
Worker *worker_new(Shared *shared, int id);
void worker_free(Worker *w); /* NULL is fine */

/* Forgets what earlier searches taught it. */
void worker_clear(Worker *w);

/* To the root of the game's position. False if there is no memory for its history: then a search must not begin. */
bool worker_place(Worker *w, const Game *game);

/* True once this search must unwind. Looks at clock and node limit now and then. */
bool worker_must_stop(Worker *w);

/* Only the second half of that: told to stop, or a limit is reached. */
bool worker_limits_reached(Worker *w);

/* Milliseconds since go; and since the clock began to run, at go or ponderhit: what deadlines count. */
int64_t shared_since_go_ms(const Shared *s);
int64_t shared_on_clock_ms(const Shared *s);
bool shared_pondering(const Shared *s);

/* The clock was looked at and showed this: keeps the longest time between two looks. */
void worker_note_look(Worker *w, int64_t now_ms);

/* Nodes of all workers together, and those of the team; positions found in endgame tables. */
uint64_t shared_own_nodes(const Shared *s);
uint64_t shared_nodes(const Shared *s);
uint64_t shared_table_hits(const Shared *s);
