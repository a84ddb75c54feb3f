/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/cluster/count_queue.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/perft.h"
#include "engine/notation/fen.h"

struct CountQueue {
    pthread_mutex_t lock; /* protects all fields up to `stopped` */
    pthread_cond_t changed;
    CountOrder waiting[COUNT_ROOM]; /* ring buffer */
    int first, count;
    int counting; /* number of orders that were taken from the ring and are not yet counted */
    Counted answers[COUNT_ROOM];
    int answered;
    atomic_bool stopped;
    int threads; /* number of threads started */
    pthread_t thread[MAX_THREADS];
    PerftTable *table; /* NULL if no table was requested */
    bool unable;       /* true if counting is impossible */
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

void count_queue_stop(CountQueue *q)
{
    pthread_mutex_lock(&q->lock);
    atomic_store(&q->stopped, true);
    q->count = q->answered = 0;
    pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
}

void count_queue_free(CountQueue *q)
{
    if (!q)
        return;
    count_queue_stop(q);
    for (int i = 0; i < q->threads; i++)
        pthread_join(q->thread[i], NULL);
    perft_table_free(q->table);
    pthread_cond_destroy(&q->changed);
    pthread_mutex_destroy(&q->lock);
    free(q);
}

void count_queue_add(CountQueue *q, const CountOrder *order)
{
    pthread_mutex_lock(&q->lock);
    if (!atomic_load(&q->stopped) && q->count + q->counting + q->answered < COUNT_ROOM)
        q->waiting[(q->first + q->count++) % COUNT_ROOM] = *order;
    pthread_cond_signal(&q->changed);
    pthread_mutex_unlock(&q->lock);
}

static bool count_queue_is_stopped(void *self) { return atomic_load_explicit(&((CountQueue *)self)->stopped, memory_order_relaxed); }

/* Counts one position. Returns false if it was stopped or the order is invalid. */
static bool count_queue_count_one(CountQueue *q, CountOrder order, uint64_t *nodes)
{
    Position pos;
    order.fen[sizeof order.fen - 1] = '\0';
    return order.depth > 0 && fen_read(order.fen, &pos, NULL) &&
           perft_count_until(&pos, order.depth, q->table, count_queue_is_stopped, q, nodes);
}

/* Runs a counting thread. Each thread takes its next order itself, because the thread that handles the
 * mail runs too rarely. */
static void *count_queue_count_all(void *self)
{
    CountQueue *q = self;
    pthread_mutex_lock(&q->lock);
    while (!atomic_load(&q->stopped)) {
        if (q->count == 0) {
            pthread_cond_wait(&q->changed, &q->lock);
            continue;
        }
        const CountOrder order = q->waiting[q->first];
        Counted counted = {.head = {MAIL_COUNTED, order.head.serial}, .run = order.run};
        q->first = (q->first + 1) % COUNT_ROOM;
        q->count--;
        q->counting++;
        pthread_mutex_unlock(&q->lock);
        const bool done = count_queue_count_one(q, order, &counted.nodes);
        pthread_mutex_lock(&q->lock);
        q->counting--;
        if (done && !atomic_load(&q->stopped))
            q->answers[q->answered++] = counted;
    }
    pthread_mutex_unlock(&q->lock);
    return NULL;
}

/* Starts the threads and makes the table, as the first order requests. The caller holds the
 * lock. */
static void count_queue_begin(CountQueue *q)
{
    const CountOrder *order = &q->waiting[q->first];
    const int wanted = order->threads < MAX_THREADS ? order->threads : MAX_THREADS;
    q->table = order->hash_mib > 0 ? perft_table_new(order->hash_mib) : NULL;
    q->unable = order->hash_mib > 0 && !q->table;
    while (!q->unable && q->threads < wanted && pthread_create(&q->thread[q->threads], NULL, count_queue_count_all, q) == 0)
        q->threads++;
    q->unable |= q->threads == 0;
}

bool count_queue_step(CountQueue *q, Mail *mail)
{
    int told = 0;
    pthread_mutex_lock(&q->lock);
    if (q->count > 0 && q->threads == 0 && !q->unable)
        count_queue_begin(q);
    if (q->unable)
        q->count = 0;
    for (; told < q->answered; told++) {
        q->answers[told].left = (uint32_t)(q->count + q->counting);
        if (!mail_send(mail, 0, &q->answers[told], sizeof *q->answers))
            break;
    }
    q->answered -= told;
    memmove(q->answers, q->answers + told, sizeof *q->answers * (size_t)q->answered);
    const bool able = !q->unable;
    pthread_mutex_unlock(&q->lock);
    return able;
}

bool count_queue_busy(CountQueue *q)
{
    pthread_mutex_lock(&q->lock);
    const bool busy = q->count + q->counting + q->answered > 0;
    pthread_mutex_unlock(&q->lock);
    return busy;
}
