/* SPDX-License-Identifier: GPL-3.0-only */
#include "search/worker.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/platform.h"

enum {
    LINE_UNDOS = MAX_PLY + 8,
    READY_UNDOS = 1024 + LINE_UNDOS, /* allocated at the start, so that games of usual length need no allocation at `go` */
    CLOCK_INTERVAL = 1024,           /* number of nodes between checks of the clock */
    CLOCK_SOONEST = 16,   /* number of nodes between the first checks, when each node may wait for memory that was never touched */
    IDLE_INTERVAL = 4096, /* nodes between pauses of an idling search */
};

Worker *worker_new(Shared *shared, int id)
{
    assert(in_range(id, 0, MAX_THREADS - 1));
    Worker *w = big_alloc(sizeof *w);
    if (!w)
        return NULL;
    w->undos = malloc(sizeof *w->undos * READY_UNDOS);
    w->undo_capacity = READY_UNDOS;
    w->id = id;
    w->shared = shared;
    if (!w->undos) {
        worker_free(w);
        return NULL;
    }
    worker_clear(w);
    evaluator_init(&w->evaluator, shared->net, shared->knowledge);
    return w;
}

void worker_free(Worker *w)
{
    if (!w)
        return;
    free(w->undos);
    endgame_cache_free(w->cache);
    big_free(w, sizeof *w);
}

void worker_clear(Worker *w)
{
    history_clear(&w->history);
    memset(w->stack, 0, sizeof w->stack);
}

bool worker_set_position(Worker *w, const Game *game)
{
    int needed = game->plies + LINE_UNDOS;
    if (needed > w->undo_capacity) {
        Undo *undos = realloc(w->undos, sizeof *undos * (size_t)needed);
        if (!undos)
            return false;
        w->undos = undos;
        w->undo_capacity = needed;
    }
    if (game->plies)
        memcpy(w->undos, game->undos, sizeof *w->undos * (size_t)game->plies);
    w->pos = game->now;
    w->undo_count = w->root_undos = game->plies;
    evaluator_reset(&w->evaluator, &w->pos);
    key_filter_fill(&w->filter, w->undos, w->undo_count);
    memset(w->history.low_ply, 0, sizeof w->history.low_ply);
    w->selective_depth = w->null_least_ply = w->root_depth = w->completed_depth = w->pv_index = 0;
    w->nodes_to_check = 0;
    w->proof_nodes = 0;
    w->proven = -SCORE_INFINITE;
    w->mate_settled = false;
    w->awake_since_us = clock_now_us(&w->shared->clock);
    w->stall_ms = 0;
    w->stopped = w->overtaken = w->cut_short = false;
    atomic_store(&w->nodes, 0);
    atomic_store(&w->table_hits, 0);

    /* The entries before the root represent "no move": they have neutral tables and no evaluation. */
    for (int i = 0; i < STACK_BEFORE_ROOT + 3; i++) {
        StackEntry *ss = &w->stack[i];
        ss->move = ss->excluded = ss->killers[0] = ss->killers[1] = MOVE_NONE;
        ss->slot = SLOTS;
        ss->continuation = &w->history.continuation[SLOTS];
        ss->static_eval = SCORE_NONE;
        ss->stat_score = ss->cutoffs = ss->pv_length = 0;
        ss->ply = 0;
    }
    worker_root_entry(w)->parts = part_keys(&w->pos);
    worker_root_entry(w)->piece_count = bb_count(occupied(&w->pos));
    return true;
}

int64_t shared_on_clock_ms(const Shared *s) { return clock_now_ms(&s->clock) - atomic_load(&s->clock_start_ms); }

int64_t shared_since_go_ms(const Shared *s) { return clock_now_ms(&s->clock) - s->begun_ms; }

uint64_t shared_own_nodes(const Shared *s)
{
    uint64_t nodes = 0;
    for (int i = 0; i < s->worker_count; i++)
        nodes += worker_nodes(s->workers[i]);
    return nodes;
}

uint64_t shared_nodes(const Shared *s) { return shared_own_nodes(s) + atomic_load_explicit(&s->nodes_elsewhere, memory_order_relaxed); }

uint64_t shared_table_hits(const Shared *s)
{
    uint64_t hits = 0;
    for (int i = 0; i < s->worker_count; i++)
        hits += atomic_load_explicit(&s->workers[i]->table_hits, memory_order_relaxed);
    return hits;
}

bool shared_pondering(const Shared *s) { return atomic_load_explicit(&s->pondering, memory_order_relaxed); }

void worker_record_clock_check(Worker *w, int64_t now_ms)
{
    assert(now_ms >= 0);
    if (now_ms - w->clock_checked_ms > w->stall_ms)
        w->stall_ms = now_ms - w->clock_checked_ms;
    w->clock_checked_ms = now_ms;
}

static bool worker_check_time(Worker *w)
{
    const Shared *s = w->shared;
    const bool pondering = shared_pondering(s);
    const int64_t now = clock_now_ms(&s->clock);
    worker_record_clock_check(w, now);
    return !pondering && (atomic_load(&s->settled) || now - atomic_load(&s->clock_start_ms) >= s->time.hard_ms);
}

/* Sleeps for the share idle_percent of the time since the last pause. */
static void worker_rest(Worker *w)
{
    assert(in_range(w->shared->limits.idle_percent, 1, 99));
    const Clock *clock = &w->shared->clock;
    int64_t worked = clock_now_us(clock) - w->awake_since_us;
    int64_t pause_ms = worked * w->shared->limits.idle_percent / (100 - w->shared->limits.idle_percent) / 1000;
    if (pause_ms < 1)
        return;
    pause_ms = pause_ms < 100 ? pause_ms : 100;
    clock_sleep_ms(clock, (int)pause_ms);
    w->clock_checked_ms += pause_ms; /* a longer time than this counts as a stall */
    w->awake_since_us = clock_now_us(clock);
}

static bool worker_stop_is_requested(const Shared *s)
{
    return atomic_load_explicit(&s->stop, memory_order_relaxed) ||
           (s->limits.stop && atomic_load_explicit(s->limits.stop, memory_order_relaxed));
}

bool worker_check_limits(Worker *w)
{
    Shared *s = w->shared;
    if (worker_stop_is_requested(s))
        return w->stopped = true;
    if (s->limits.idle_percent && worker_nodes(w) % IDLE_INTERVAL == 0)
        worker_rest(w);

    /* Every worker checks the limits: if there are more threads than processors, the main worker may
     * not be running when a limit is reached. */
    const Limits *limits = &s->limits;
    bool over = limits->nodes && s->worker_count == 1 && worker_nodes(w) >= limits->nodes; /* exact if there is only one worker */
    if (!over && --w->nodes_to_check <= 0) {
        const uint64_t nodes = worker_nodes(w) / 16;
        w->nodes_to_check = nodes < CLOCK_SOONEST ? CLOCK_SOONEST : nodes < CLOCK_INTERVAL ? (int)nodes : CLOCK_INTERVAL;
        over = (limits->nodes && shared_nodes(s) >= limits->nodes) || (s->time.timed && worker_check_time(w));
    }
    if (over) {
        atomic_store(&s->stop, true);
        w->cut_at = w->pos;
    }
    return w->stopped = w->cut_short = over;
}

bool worker_check_stop(Worker *w)
{
    Shared *s = w->shared;
    if (w->stopped)
        return true;
    /* The main worker's first iteration takes microseconds; it is completed so that there is a
     * move. */
    if (w->id == 0 && w->completed_depth == 0)
        return false;
    if (s->shares && atomic_load_explicit(&s->finished.depth, memory_order_relaxed) >= w->root_depth)
        return w->stopped = w->overtaken = true;
    return worker_check_limits(w);
}
