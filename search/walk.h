/* SPDX-License-Identifier: GPL-3.0-only */
/* walk.h - a worker's steps in the tree: making and unmaking moves, storing results. All of it is
 * time-critical. */
#pragma once

#include "engine/base/contract.h"
#include "engine/board/attacks.h"
#include "search/worker.h"

static inline void worker_count_node(Worker *w) { atomic_store_explicit(&w->nodes, worker_nodes(w) + 1, memory_order_relaxed); }

/* Returns the table key of this node: the position and the relevant part of its past. */
static inline uint64_t worker_key(const Worker *w) { return rules_key(&w->shared->rules, &w->filter, &w->pos); }

/* Stores a result whose score is relative to the root. If the score is in the rule band, which
 * depends on the path, only the move is kept (repetition.h). */
static inline void worker_tt_store(Worker *w, uint64_t key, int ply, const TtEntry *result)
{
    assert(in_range(ply, 0, MAX_PLY));
    assert(in_range(result->score, -SCORE_INFINITE, SCORE_INFINITE));
    Bound bound = is_decisive(result->score) && !is_mate(result->score) ? BOUND_NONE : result->bound;
    if (bound == BOUND_NONE && result->move == MOVE_NONE)
        return; /* nothing to store */
    const TtEntry entry = {result->move, tt_score_out(result->score, ply), result->depth, bound};
    tt_store(&w->shared->tt, key, &entry);
    if (result->depth >= DEEP_LEAST && w->shared->with_team && bound != BOUND_NONE)
        deep_keep(&w->deep, key, &entry);
}

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
