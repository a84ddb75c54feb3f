/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/cluster/counting.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/platform.h"
#include "engine/base/pool.h"
#include "engine/base/version.h"
#include "engine/board/makemove.h"
#include "engine/board/movegen.h"
#include "engine/notation/fen.h"

enum {
    PLIES = 2,
    MOST_TASKS = MAX_MOVES * MAX_MOVES,
    NOBODY = -1,
    DONE = -2,
    LOOK_AGAIN_US = 50000,
};

typedef struct CountTask { /* position after a root move and a reply */
    int root;              /* index of the root move */
    Move reply;
    _Atomic int whose; /* a rank, NOBODY or DONE */
    bool here;         /* true if rank 0 also counts this task */
} CountTask;

typedef struct CountRank {
    int having;  /* number of tasks that the rank has */
    int at_once; /* number of tasks that the rank should have */
    bool idle;   /* true if some of the rank's threads were idle when it sent its last count */
} CountRank;

struct Counting {
    Position pos;
    int depth; /* depth below the position of a task */
    int threads, hash_mib;
    PerftTable *table; /* table of rank 0; NULL for no table */
    MoveList roots;
    int tasks, left; /* number of tasks that are not DONE */
    int first;       /* all tasks before this index have an owner */
    uint64_t run;
    CountRank *ranks;
    PerftResult result;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    CountTask task[];
};

static int counting_cut(Counting *c)
{
    int count = 0;
    legal_moves(&c->pos, &c->roots);
    for (int i = 0; i < c->roots.count; i++) {
        Position after = c->pos;
        MoveList replies = {0};
        Undo undo;
        position_make(&after, c->roots.moves[i], &undo);
        legal_moves(&after, &replies);
        for (int j = 0; j < replies.count; j++) {
            CountTask *t = &c->task[count++];
            t->root = i;
            t->reply = replies.moves[j];
            atomic_init(&t->whose, NOBODY);
        }
    }
    return count;
}

static Position task_position(const Counting *c, const CountTask *t)
{
    Position pos = c->pos;
    Undo undo;
    position_make(&pos, c->roots.moves[t->root], &undo);
    position_make(&pos, t->reply, &undo);
    return pos;
}

Counting *counting_new(const Position *pos, int depth, int threads, int hash_mib, int ranks)
{
    assert(depth >= 3 && threads >= 1);
    assert(ranks >= 1 && hash_mib >= 0);
    Counting *c = calloc(1, sizeof *c + sizeof(CountTask) * MOST_TASKS);
    CountRank *all = calloc((size_t)ranks, sizeof *all);
    PerftTable *table = hash_mib > 0 ? perft_table_new(hash_mib) : NULL;
    if (!c || !all || (hash_mib > 0 && !table)) {
        free(c);
        free(all);
        perft_table_free(table);
        return NULL;
    }
    c->ranks = all;
    for (int rank = 0; rank < ranks; rank++)
        all[rank].at_once = threads + 1; /* one more than the threads, so that a thread that finishes can begin another task */
    c->run = (uint64_t)clock_us();
    c->pos = *pos;
    c->depth = depth - PLIES;
    c->threads = threads;
    c->table = table;
    c->hash_mib = hash_mib;
    c->tasks = c->left = counting_cut(c);
    c->result.count = c->roots.count;
    for (int i = 0; i < c->roots.count; i++)
        c->result.moves[i].move = c->roots.moves[i];
    pthread_mutex_init(&c->lock, NULL);
    steady_cond_init(&c->changed);
    return c;
}

void counting_free(Counting *c)
{
    pthread_cond_destroy(&c->changed);
    pthread_mutex_destroy(&c->lock);
    perft_table_free(c->table);
    free(c->ranks);
    free(c);
}

/* ---- owners of tasks; the lock is held ---- */

static CountTask *counting_next_free(Counting *c)
{
    while (c->first < c->tasks && c->task[c->first].whose != NOBODY)
        c->first++;
    return c->first < c->tasks ? &c->task[c->first] : NULL;
}

/* Gives a free task to a rank. Returns NULL if there is no free task. */
static CountTask *counting_give_task(Counting *c, int rank)
{
    CountTask *t = counting_next_free(c);
    if (!t)
        return NULL;
    t->whose = rank;
    t->here = rank == 0;
    c->ranks[rank].having++;
    return t;
}

static void counting_take_back(Counting *c, CountTask *t)
{
    c->ranks[t->whose].having--;
    t->whose = t->here ? 0 : NOBODY;
    c->ranks[0].having += t->here;
    if (t - c->task < c->first)
        c->first = (int)(t - c->task);
}

static void counting_take_back_all(Counting *c, int rank)
{
    for (CountTask *t = c->task; c->ranks[rank].having > 0 && t < c->task + c->tasks; t++)
        if (t->whose == rank)
            counting_take_back(c, t);
}

/* When no task is free, assigns rank 0 a task of another rank as well, because that rank may be slow or
 * never answer. Takes the last task first, because its owner has hardly begun it. Returns NULL if rank
 * 0 is counting all remaining tasks. */
static CountTask *counting_take_over(Counting *c)
{
    for (CountTask *t = c->task + c->tasks; t-- > c->task;)
        if (t->whose != DONE && !t->here) {
            t->here = true;
            return t;
        }
    return NULL;
}

static void counting_enter(Counting *c, CountTask *t, uint64_t nodes)
{
    if (t->whose == DONE)
        return;
    if (t->whose != NOBODY)
        c->ranks[t->whose].having--;
    t->whose = DONE;
    c->left--;
    c->result.nodes += nodes;
    c->result.moves[t->root].nodes += nodes;
    if (c->left == 0)
        pthread_cond_broadcast(&c->changed);
}

/* ---- rank 0's own threads ---- */

static bool counting_is_done(void *self) { return atomic_load_explicit(&((CountTask *)self)->whose, memory_order_relaxed) == DONE; }

static void counting_count_tasks(void *self, int id)
{
    (void)id;
    Counting *c = self;
    pthread_mutex_lock(&c->lock);
    while (c->left > 0) {
        CountTask *t = counting_give_task(c, 0);
        if (!t)
            t = counting_take_over(c);
        if (!t) {
            steady_cond_wait(&c->changed, &c->lock, clock_us() + LOOK_AGAIN_US);
            continue;
        }
        uint64_t nodes;
        pthread_mutex_unlock(&c->lock);
        const Position pos = task_position(c, t);
        const bool counted = perft_count_until(&pos, c->depth, c->table, counting_is_done, t, &nodes);
        pthread_mutex_lock(&c->lock);
        if (counted)
            counting_enter(c, t, nodes);
    }
    pthread_mutex_unlock(&c->lock);
}

void counting_work(Counting *c, PerftResult *result)
{
    pool_work(c->threads, 0, counting_count_tasks, c);
    pthread_mutex_lock(&c->lock);
    *result = c->result;
    pthread_mutex_unlock(&c->lock);
}

/* ---- the other ranks ---- */

static bool counting_send_task(const Counting *c, const CountTask *t, Mail *mail, int rank)
{
    const Position pos = task_position(c, t);
    CountOrder order = {
        .head = {MAIL_COUNT, (uint32_t)(t - c->task)}, .run = c->run, .depth = c->depth, .threads = c->threads, .hash_mib = c->hash_mib};
    _Static_assert(sizeof order.fen >= FEN_SIZE, "a position fits");
    snprintf(order.program, sizeof order.program, "%s", build_commit);
    fen_write(&pos, order.fen);
    return mail_send(mail, rank, &order, sizeof order);
}

void counting_step(Counting *c, Mail *mail, int rank, bool here)
{
    pthread_mutex_lock(&c->lock);
    CountRank *r = &c->ranks[rank];
    CountTask *t;
    if (!here)
        counting_take_back_all(c, rank);
    else if (r->idle && counting_next_free(c))
        r->at_once = 2 * r->at_once < COUNT_AT_ONCE_MOST ? 2 * r->at_once : COUNT_AT_ONCE_MOST;
    r->idle = false;
    while (here && r->having < r->at_once && (t = counting_give_task(c, rank)))
        if (!counting_send_task(c, t, mail, rank)) {
            counting_take_back(c, t);
            break;
        }
    pthread_mutex_unlock(&c->lock);
}

void counting_take(Counting *c, int rank, const Counted *counted)
{
    pthread_mutex_lock(&c->lock);
    if (counted->run == c->run && counted->head.serial < (uint32_t)c->tasks) {
        c->ranks[rank].idle |= (int64_t)counted->left < c->threads;
        counting_enter(c, &c->task[counted->head.serial], counted->nodes);
    }
    pthread_mutex_unlock(&c->lock);
}
