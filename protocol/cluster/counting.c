/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/cluster/counting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/platform.h"
#include "engine/base/version.h"
#include "engine/board/makemove.h"
#include "engine/board/movegen.h"
#include "engine/notation/fen.h"

enum {
    NOBODY = -1,
    DONE = -2,
    LOOK_AGAIN_US = 50000,
};

typedef struct CountTask {
    int root;  /* index of the root move */
    int whose; /* rank, NOBODY or DONE */
    Position pos;
} CountTask;

typedef struct CountRank {
    int having;  /* tasks that are its */
    int at_once; /* it shall have so many */
    bool idle;   /* it was, when it sent what came last */
    bool full;   /* has refused some, and not counted any since */
    bool unable; /* could not count one: it gets no other */
} CountRank;

struct Counting {
    PerftOptions options; /* below a task's position */
    int hash_mib;         /* of each rank's table */
    MoveList roots;
    int tasks, left; /* not DONE */
    uint64_t number;
    CountRank *ranks;
    PerftResult result;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    CountTask task[];
};

enum { PLIES = 2, MOST_TASKS = MAX_MOVES * MAX_MOVES };

static int cut(const Position *pos, CountTask *tasks, MoveList *roots)
{
    int count = 0;
    Undo undo;
    legal_moves(pos, roots);
    for (int i = 0; i < roots->count; i++) {
        Position after = *pos;
        MoveList replies = {0};
        position_make(&after, roots->moves[i], &undo);
        legal_moves(&after, &replies);
        for (int j = 0; j < replies.count; j++) {
            tasks[count] = (CountTask){i, NOBODY, after};
            position_make(&tasks[count++].pos, replies.moves[j], &undo);
        }
    }
    return count;
}

Counting *counting_new(const Position *pos, int depth, int threads, int hash_mib, int ranks)
{
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
        all[rank].at_once = COUNT_AT_ONCE;
    c->number = (uint64_t)clock_us();
    c->options = (PerftOptions){depth - PLIES, threads, table};
    c->hash_mib = hash_mib;
    c->tasks = c->left = cut(pos, c->task, &c->roots);
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
    perft_table_free(c->options.table);
    free(c->ranks);
    free(c);
}

/* A task for a rank, which has it from now on; NULL: there is none. The lock is held, as in what follows. */
static CountTask *give_task(Counting *c, int rank)
{
    for (CountTask *t = c->task; t < c->task + c->tasks; t++)
        if (t->whose == NOBODY) {
            t->whose = rank;
            c->ranks[rank].having++;
            return t;
        }
    return NULL;
}

static void take_back(Counting *c, CountTask *t)
{
    c->ranks[t->whose].having--;
    t->whose = NOBODY;
}

static void take_back_all(Counting *c, int rank)
{
    for (CountTask *t = c->task; c->ranks[rank].having > 0 && t < c->task + c->tasks; t++)
        if (t->whose == rank)
            take_back(c, t);
}

static void enter(Counting *c, CountTask *t, uint64_t nodes)
{
    if (t->whose == DONE)
        return;
    if (t->whose != NOBODY)
        c->ranks[t->whose].having--;
    t->whose = DONE;
    c->left--;
    c->result.nodes += nodes;
    c->result.moves[t->root].nodes += nodes;
}

void counting_work(Counting *c, PerftResult *result)
{
    pthread_mutex_lock(&c->lock);
    while (c->left > 0) {
        CountTask *t = give_task(c, 0);
        if (!t) {
            steady_cond_wait(&c->changed, &c->lock, clock_us() + LOOK_AGAIN_US);
            continue;
        }
        PerftResult one;
        pthread_mutex_unlock(&c->lock);
        perft(&t->pos, &c->options, &one);
        pthread_mutex_lock(&c->lock);
        enter(c, t, one.nodes);
    }
    *result = c->result;
    pthread_mutex_unlock(&c->lock);
}

void counting_step(Counting *c, Mail *mail, int rank, bool here)
{
    pthread_mutex_lock(&c->lock);
    CountRank *r = &c->ranks[rank];
    CountTask *t;
    if (!here)
        take_back_all(c, rank);
    if (r->idle && r->at_once < COUNT_AT_ONCE_MOST)
        r->at_once *= 2;
    r->idle = false;
    while (here && !r->full && !r->unable && r->having < r->at_once && (t = give_task(c, rank))) {
        CountOrder order = {.head = {MAIL_COUNT, (uint32_t)(t - c->task)},
                            .count = c->number,
                            .depth = c->options.depth,
                            .threads = c->options.threads,
                            .hash_mib = c->hash_mib};
        snprintf(order.program, sizeof order.program, "%s", build_commit);
        _Static_assert(sizeof order.fen >= FEN_SIZE, "a position fits");
        fen_write(&t->pos, order.fen);
        if (!mail_send(mail, rank, &order, sizeof order)) {
            take_back(c, t);
            break;
        }
    }
    pthread_mutex_unlock(&c->lock);
}

void counting_take(Counting *c, int rank, const Counted *counted)
{
    pthread_mutex_lock(&c->lock);
    if (counted->count == c->number && counted->head.serial < (uint32_t)c->tasks) {
        CountTask *t = &c->task[counted->head.serial];
        const bool failed = counted->nodes == COUNT_FAILED, refused = counted->nodes == COUNT_REFUSED;
        c->ranks[rank].full = refused;
        c->ranks[rank].idle |= counted->left == 0;
        c->ranks[rank].unable |= failed;
        if (refused) /* what it has room for nevertheless it will count, too */
            take_back_all(c, rank);
        else if (failed && t->whose == rank)
            take_back(c, t);
        else if (!failed)
            enter(c, t, counted->nodes);
        pthread_cond_signal(&c->changed);
    }
    pthread_mutex_unlock(&c->lock);
}
