/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/tables/walk.h"

#include <stdlib.h>

#include "engine/base/pool.h"
#include "engine/base/contract.h"

bool walk_begin(TableWalk *walk, const Layout *layout, const Places *places, const WalkOptions *options, void *job)
{
    assert(in_range(options->threads, 1, WALK_THREADS_MOST));
    *walk = (TableWalk){.layout = layout, .places = places, .options = options, .pairs = layout->weak * layout->strong};
    walk->walkers = calloc((size_t)options->threads, sizeof *walk->walkers);
    for (int i = 0; walk->walkers && i < options->threads; i++) {
        Walker *w = &walk->walkers[i];
        w->walk = walk;
        w->job = job;
        w->cache = endgame_cache_new();
        if (!w->cache)
            return false;
    }
    return walk->walkers != NULL;
}

void walk_end(TableWalk *walk)
{
    for (int i = 0; walk->walkers && i < walk->options->threads; i++)
        endgame_cache_free(walk->walkers[i].cache);
    free(walk->walkers);
    walk->walkers = NULL;
}

bool walk_stopped(const TableWalk *walk) { return atomic_load(&walk->failed) || (walk->options->stop && atomic_load(walk->options->stop)); }

static bool walk_pair(void *self, int thread, size_t pair)
{
    TableWalk *walk = self;
    const WalkOptions *options = walk->options;
    Walker *w = &walk->walkers[thread];
    if (walk_stopped(walk))
        return false;
    w->pair = (unsigned)pair;
    walk->stage(w);
    if (thread == 0 && options->progress)
        options->progress(options->self, (double)pair / walk->pairs, walk->number);
    return true;
}

void walk_all(TableWalk *walk, void (*stage)(Walker *w))
{
    walk->stage = stage;
    parallel_for(walk->pairs, walk->options->threads, walk_pair, walk);
}

void walker_set_guards(Walker *w)
{
    assert(w->pair < w->walk->pairs);
    const Layout *l = w->walk->layout;
    w->guard[WEAK] = w->walk->places->kept_guard[l->guard_kind[WEAK]][w->pair / l->strong];
    w->guard[STRONG] = w->pair % l->strong;
    position_clear(&w->base);
    guards_put(l, w->walk->places, w->guard, &w->base);
}

bool walker_set_board(Walker *w, unsigned number)
{
    assert(number < w->walk->layout->attackers);
    w->index = (uint64_t)w->pair * w->walk->layout->attackers + number;
    attackers_at(w->walk->layout, w->walk->places, number, w->attackers);
    w->pos = w->base;
    return attackers_put(w->walk->layout, w->attackers, &w->pos);
}

void walker_turn(Walker *w, int side)
{
    assert(side == RED || side == BLACK);
    if (w->pos.side != side)
        w->pos.key ^= zobrist_black;
    w->pos.side = (uint8_t)side;
}
