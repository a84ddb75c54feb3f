/* worker.h - what one search thread owns, and how it makes moves.
 *
 * A Worker searches a copy of the game's position. Its undo stack continues the game's, so looking
 * back over undos[0 .. undo_count) sees the game and the path alike. Workers share the table, the
 * stop flag, the limits and complete iterations through `shared`, nothing else. */
#ifndef HANXIN_SEARCH_WORKER_H
#define HANXIN_SEARCH_WORKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "engine/board/attacks.h"
#include "engine/rules/repetition.h"
#include "eval/evaluate.h"
#include "search/history.h"
#include "search/params.h"
#include "search/search.h"
#include "search/skill.h"
#include "search/timeman.h"
#include "search/tt.h"

_Static_assert(KEY_FILTER_PAST + MAX_PLY + 8 <= UINT8_MAX, "the filter holds the game's past and a line");

enum { QUIETS_TRIED = 64, CAPTURES_TRIED = 32, FRAMES_BEFORE = 7, DEPTH_SCALE = 1024 };

typedef struct Frame { /* one ply of the path */
    Legality legality;
    Move move;     /* being searched; MOVE_NULL for a pass, MOVE_NONE at first */
    Move excluded; /* left out by a singular-extension search */
    Move killers[2];
    int slot;                  /* history slot of `move`, SLOTS if none */
    SlotHistory *continuation; /* that slot's table */
    PartKeys parts;            /* of the position here */
    Score static_eval;         /* corrected; SCORE_NONE in check */
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
    Limits limits;
    Clock clock;
    TimeManager time;
    const SearchListener *listener;
    int multipv;
    Strength strength;
    const Network *net; /* borrowed; NULL: the handcrafted evaluation */
    SearchRules rules;
    int lmr[64][64];                /* reductions by depth and move number, 1024ths of a ply */
    int64_t begun_ms;               /* at go: what reports count from */
    _Atomic int64_t clock_start_ms; /* at go or ponderhit: what deadlines count from */
    Finished finished;
    struct Worker *workers[MAX_THREADS];
    int worker_count;
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
    int nodes_to_check;     /* until the clock is looked at again */
    int64_t awake_since_us; /* when told to leave processor time to others */
    bool stopped;           /* this worker saw the stop flag, or was overtaken */
    bool overtaken;         /* another worker has completed the iteration this one was at */
    _Atomic uint64_t nodes;
    Shared *shared;
    Evaluator evaluator;
    KeyFilter filter; /* of all positions before the present one */
    Frame frames[FRAMES_BEFORE + MAX_PLY + 8];
    RootMove roots[MAX_MOVES];
    RootMove standing[MAX_MULTIPV]; /* the lines that are told and played, best first (iterate.h) */
    int standing_count;             /* 0 until an iteration is complete */
    History history;
} Worker;

static inline Frame *worker_root_frame(Worker *w) { return &w->frames[FRAMES_BEFORE]; }

static inline uint64_t worker_nodes(const Worker *w) { return atomic_load_explicit(&w->nodes, memory_order_relaxed); }

static inline void worker_count_node(Worker *w) { atomic_store_explicit(&w->nodes, worker_nodes(w) + 1, memory_order_relaxed); }

/* What the table files this node under: the position and what of its past matters. */
static inline uint64_t worker_key(const Worker *w) { return rules_key(&w->shared->rules, &w->filter, &w->pos); }

/* Stores a result, its score as seen from the root. One in the rule band depends on the path: only the move is kept
 * (repetition.h). */
static inline void worker_remember(Worker *w, uint64_t key, int ply, const TtEntry *result)
{
    Bound bound = is_decisive(result->score) && !is_mate(result->score) ? BOUND_NONE : result->bound;
    tt_store(&w->shared->tt, key, &(TtEntry){result->move, tt_score_out(result->score, ply), result->eval, result->depth, bound});
}

static inline Evidence frame_evidence(const Frame *f)
{
    Move earlier = f[-2].move;
    return (Evidence){&f->parts, f[-1].slot, earlier != MOVE_NONE && earlier != MOVE_NULL ? move_to(earlier) : SQ_NONE};
}

/* Makes a legal move: board, evaluation, prefetch, node count, and the frame's record of it. */
static inline void worker_make(Worker *w, Frame *f, Move m)
{
    Piece p = piece_at(&w->pos, move_from(m));
    tt_prefetch(&w->shared->tt, key_after(&w->pos, m));
    f->move = m;
    f->slot = history_slot(p, move_to(m));
    f->continuation = &w->history.continuation[f->slot];
    part_keys_after(&f->parts, &f[1].parts, &w->pos, m);
    Undo *undo = &w->undos[w->undo_count++];
    position_make(&w->pos, m, undo);
    key_filter_enter(&w->filter, undo->key);
    evaluator_made(&w->evaluator, &w->pos, undo);
    worker_count_node(w);
}

static inline void worker_unmake(Worker *w)
{
    evaluator_unmade(&w->evaluator);
    position_unmake(&w->pos, &w->undos[--w->undo_count]);
    key_filter_leave(&w->filter, w->pos.key);
}

static inline void worker_make_null(Worker *w, Frame *f)
{
    f->move = MOVE_NULL;
    f->slot = SLOTS;
    f->continuation = &w->history.continuation[SLOTS];
    f[1].parts = f->parts;
    Undo *undo = &w->undos[w->undo_count++];
    position_make_null(&w->pos, undo);
    key_filter_enter(&w->filter, undo->key);
    tt_prefetch(&w->shared->tt, w->pos.key);
    evaluator_made(&w->evaluator, &w->pos, undo);
    worker_count_node(w);
}

static inline void worker_unmake_null(Worker *w)
{
    evaluator_unmade(&w->evaluator);
    position_unmake_null(&w->pos, &w->undos[--w->undo_count]);
    key_filter_leave(&w->filter, w->pos.key);
}

/* True once this search must unwind. Looks at clock and node limit now and then. */
bool worker_must_stop(Worker *w);

/* Milliseconds since go. */
int64_t clock_since_start(const Shared *s);

/* Nodes of all workers together. */
uint64_t shared_nodes(const Shared *s);

#endif
