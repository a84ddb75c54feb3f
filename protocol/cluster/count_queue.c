/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/cluster/count_queue.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/version.h"
#include "engine/board/perft.h"
#include "engine/notation/fen.h"

struct CountQueue {
    pthread_mutex_t lock; /* of all but the thread itself, which is the mail's thread's */
    pthread_cond_t changed;
    CountOrder orders[COUNT_ROOM];
    uint64_t nodes[COUNT_ROOM];
    int count, counted; /* those in front are counted, and yet to be told */
    bool counting;      /* the one behind these is being counted */
    bool ending;
    bool refused; /* there was no room for this, which is yet to be told; one stands for all */
    CountOrder no_room;
    bool running; /* the thread that counts, from the first order on */
    pthread_t thread;
    PerftTable *table; /* the thread's; of so much memory, 0 for none, as the order before wanted it */
    int table_mib;
};

CountQueue *count_queue_new(void)
{
    CountQueue *q = calloc(1, sizeof *q);
    if (q) {
        pthread_mutex_init(&q->lock, NULL);
        pthread_cond_init(&q->changed, NULL);
    }
    return q;
}

void count_queue_free(CountQueue *q)
{
    if (!q)
        return;
    pthread_mutex_lock(&q->lock);
    q->ending = true;
    pthread_cond_signal(&q->changed);
    pthread_mutex_unlock(&q->lock);
    if (q->running)
        pthread_join(q->thread, NULL);
    perft_table_free(q->table);
    pthread_cond_destroy(&q->changed);
    pthread_mutex_destroy(&q->lock);
    free(q);
}

/* Of an earlier count nobody asks for any more. */
static void forget_earlier(CountQueue *q, uint64_t count)
{
    int kept = q->counted + q->counting;
    for (int i = kept; i < q->count; i++)
        if (q->orders[i].count >= count)
            q->orders[kept++] = q->orders[i];
    q->count = kept;
}

/* Is it here already, or of a count that a later one has overtaken? */
static bool is_known(const CountQueue *q, const CountOrder *order)
{
    for (const CountOrder *o = q->orders; o < q->orders + q->count; o++)
        if (o->count > order->count || (o->count == order->count && o->head.serial == order->head.serial))
            return true;
    return false;
}

void count_queue_add(CountQueue *q, const CountOrder *order)
{
    pthread_mutex_lock(&q->lock);
    forget_earlier(q, order->count);
    if (is_known(q, order)) {
        /* answered once */
    } else if (q->count < COUNT_ROOM) {
        q->orders[q->count++] = *order;
    } else {
        q->no_room = *order;
        q->refused = true;
    }
    pthread_cond_signal(&q->changed);
    pthread_mutex_unlock(&q->lock);
}

/* False: no memory. */
static bool make_table(CountQueue *q, int mib)
{
    if (mib == q->table_mib)
        return true;
    perft_table_free(q->table);
    q->table = mib > 0 ? perft_table_new(mib) : NULL;
    q->table_mib = q->table ? mib : 0;
    return q->table_mib == mib;
}

static uint64_t count_one(CountQueue *q, CountOrder order)
{
    PerftResult result;
    Position pos;
    order.fen[sizeof order.fen - 1] = '\0';
    if (strncmp(order.program, build_commit, sizeof order.program - 1) != 0)
        return COUNT_FAILED;
    if (!make_table(q, order.hash_mib) || !fen_read(order.fen, &pos, NULL))
        return COUNT_FAILED;
    perft(&pos, &(PerftOptions){order.depth, order.threads, q->table}, &result);
    return result.nodes;
}

/* It takes the next order itself: the mail's thread looks seldom. */
static void *count_all(void *self)
{
    CountQueue *q = self;
    pthread_mutex_lock(&q->lock);
    while (!q->ending) {
        if (q->counted == q->count) {
            pthread_cond_wait(&q->changed, &q->lock);
            continue;
        }
        const CountOrder order = q->orders[q->counted];
        q->counting = true;
        pthread_mutex_unlock(&q->lock);
        const uint64_t nodes = count_one(q, order);
        pthread_mutex_lock(&q->lock);
        q->counting = false;
        q->nodes[q->counted++] = nodes;
    }
    pthread_mutex_unlock(&q->lock);
    return NULL;
}

/* False: again, next time. */
static bool send_counted(const CountQueue *q, Mail *mail, const CountOrder *order, uint64_t nodes)
{
    const Counted counted = {
        .head = {MAIL_COUNTED, order->head.serial}, .count = order->count, .nodes = nodes, .left = (uint32_t)(q->count - q->counted)};
    return mail_send(mail, 0, &counted, sizeof counted);
}

/* A refusal goes before what is counted: that tells of room again. */
static void tell_all(CountQueue *q, Mail *mail)
{
    int told = 0;
    if (q->refused && !send_counted(q, mail, &q->no_room, COUNT_REFUSED))
        return;
    q->refused = false;
    while (told < q->counted && send_counted(q, mail, &q->orders[told], q->nodes[told]))
        told++;
    q->count -= told;
    q->counted -= told;
    memmove(q->orders, q->orders + told, sizeof *q->orders * (size_t)q->count);
    memmove(q->nodes, q->nodes + told, sizeof *q->nodes * (size_t)q->counted);
}

void count_queue_step(CountQueue *q, Mail *mail)
{
    pthread_mutex_lock(&q->lock);
    if (q->count > 0 && !q->running)
        q->running = pthread_create(&q->thread, NULL, count_all, q) == 0;
    while (q->counted < q->count && !q->running)
        q->nodes[q->counted++] = COUNT_FAILED;
    tell_all(q, mail);
    pthread_mutex_unlock(&q->lock);
}

bool count_queue_busy(CountQueue *q)
{
    pthread_mutex_lock(&q->lock);
    const bool busy = q->count > 0;
    pthread_mutex_unlock(&q->lock);
    return busy;
}

void count_queue_stop(CountQueue *q)
{
    pthread_mutex_lock(&q->lock);
    q->count = q->counted + q->counting;
    pthread_mutex_unlock(&q->lock);
}

int count_queue_left(CountQueue *q)
{
    pthread_mutex_lock(&q->lock);
    const int left = q->count - q->counted;
    pthread_mutex_unlock(&q->lock);
    return left;
}
