/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/cluster/count_queue.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/perft.h"
#include "engine/notation/fen.h"

struct CountQueue {
    CountOrder orders[COUNT_ROOM]; /* the first is being counted */
    int count;
    bool running;
    bool unable;  /* to begin a thread for the first */
    bool refused; /* there was no room for this, which is yet to be told; one stands for all */
    CountOrder no_room;
    pthread_t thread;
    atomic_bool done;
    uint64_t nodes;
};

CountQueue *count_queue_new(void) { return calloc(1, sizeof(CountQueue)); }

static void end_thread(CountQueue *q)
{
    if (q->running)
        pthread_join(q->thread, NULL);
    q->running = false;
}

void count_queue_free(CountQueue *q)
{
    if (q)
        end_thread(q);
    free(q);
}

/* What is counted or waits already is answered once. Of an earlier count nobody asks for any more, be it what waits or, overtaken by a
 * later one's, this order. */
void count_queue_add(CountQueue *q, const CountOrder *order)
{
    int kept = q->count > 0; /* the first is its thread's */
    for (int i = 0; i < q->count; i++)
        if (q->orders[i].count > order->count)
            return;
    for (int i = 1; i < q->count; i++)
        if (q->orders[i].count == order->count)
            q->orders[kept++] = q->orders[i];
    q->count = kept;
    for (int i = 0; i < q->count; i++)
        if (q->orders[i].count == order->count && q->orders[i].head.serial == order->head.serial)
            return;
    if (q->count < COUNT_ROOM) {
        q->orders[q->count++] = *order;
    } else {
        q->no_room = *order;
        q->refused = true;
    }
}

static void *count_first(void *self)
{
    CountQueue *q = self;
    CountOrder *order = &q->orders[0];
    const PerftOptions options = {order->depth, order->threads, order->hash_mib};
    PerftResult result;
    Position pos;
    order->fen[sizeof order->fen - 1] = '\0';
    q->nodes = fen_read(order->fen, &pos, NULL) && perft(&pos, &options, &result) ? result.nodes : COUNT_FAILED;
    atomic_store(&q->done, true);
    return NULL;
}

/* False: again, next time. */
static bool send_counted(Mail *mail, const CountOrder *order, uint64_t nodes)
{
    const Counted counted = {.head = {MAIL_COUNTED, order->head.serial}, .count = order->count, .nodes = nodes};
    return mail_send(mail, 0, &counted, sizeof counted);
}

/* A refusal goes before what is counted: that tells of room again. */
void count_queue_step(CountQueue *q, Mail *mail)
{
    if (q->refused && !send_counted(mail, &q->no_room, COUNT_REFUSED))
        return;
    q->refused = false;
    if (q->unable || (q->running && atomic_load(&q->done))) {
        if (!send_counted(mail, &q->orders[0], q->unable ? COUNT_FAILED : q->nodes))
            return;
        end_thread(q);
        q->unable = false;
        memmove(&q->orders[0], &q->orders[1], sizeof *q->orders * (size_t)--q->count);
    }
    if (!q->running && q->count > 0) {
        atomic_store(&q->done, false);
        q->running = pthread_create(&q->thread, NULL, count_first, q) == 0;
        q->unable = !q->running;
    }
}

bool count_queue_busy(const CountQueue *q) { return q->count > 0; }

bool count_queue_counts(const CountQueue *q) { return q->running && !atomic_load(&q->done); }
