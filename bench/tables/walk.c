/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/tables/walk.h"

#include <stdlib.h>

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

static void *work(void *self)
{
    Walker *w = self;
    TableWalk *walk = w->walk;
    const WalkOptions *options = walk->options;
    for (unsigned n; !walk_stopped(walk) && (n = atomic_fetch_add(&walk->next, 1)) < walk->pairs;) {
        w->pair = n;
        walk->stage(w);
        if (w == walk->walkers && options->progress)
            options->progress(options->self, (double)n / walk->pairs, walk->number);
    }
    return NULL;
}

void walk_all(TableWalk *walk, void (*stage)(Walker *w))
{
    bool made[WALK_THREADS_MOST] = {false};
    walk->stage = stage;
    atomic_store(&walk->next, 0);
    for (int i = 1; i < walk->options->threads; i++)
        made[i] = pthread_create(&walk->walkers[i].thread, NULL, work, &walk->walkers[i]) == 0;
    work(&walk->walkers[0]);
    for (int i = 1; i < walk->options->threads; i++)
        if (made[i])
            pthread_join(walk->walkers[i].thread, NULL);
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
