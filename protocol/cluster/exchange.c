/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/cluster/exchange.h"

#include <stddef.h>

#include "engine/base/contract.h"

enum {
    /* minimum interval between a rank's result messages, which limits their volume; an additional
     * message precedes each iteration */
    RESULTS_MS = 2,
    RING_FULL = 8, /* in rings with more members than this, each rank sends less often, so that no link carries more */
};

void exchange_init(Exchange *x, Mail *mail)
{
    *x = (Exchange){.mail = mail};
    for (int i = 0; i < EXCHANGE_CACHES; i++)
        deep_init(&x->caches[i]);
}

void exchange_clear(Exchange *x)
{
    for (int i = 0; i < EXCHANGE_CACHES; i++)
        deep_clear(&x->caches[i]);
}

void exchange_keep(Exchange *x, int thread, const DeepResult *result)
{
    assert(thread >= 0);
    deep_keep(&x->caches[thread % EXCHANGE_CACHES], result);
}

/* Takes up to `most` results out of the caches, starting with a different cache each time. Returns
 * their number. */
static int exchange_take_kept(Exchange *x, DeepResult *out, int most)
{
    const unsigned first = x->next_cache++;
    int taken = 0;
    for (unsigned i = 0; i < EXCHANGE_CACHES && taken < most; i++)
        taken += deep_take(&x->caches[(first + i) % EXCHANGE_CACHES], out + taken, most - taken);
    return taken;
}

void exchange_begin(Exchange *x, uint32_t serial, RingPlace place)
{
    assert(x->mail && x->searcher);
    x->serial = serial;
    x->place = place;
    x->results_ms = 0;
    x->depth = 0;
    for (int i = 0; i < EXCHANGE_CACHES; i++)
        deep_forget(&x->caches[i]);
}

static void exchange_send_results(Exchange *x, int64_t now_ms)
{
    const int members = (int)x->place.members;
    if (members < 2 || x->place.one_table || now_ms < x->results_ms)
        return;
    DeepResults message = {.head = {MAIL_RESULTS, x->serial}, .hops = (uint32_t)members - 1};
    message.count = (uint32_t)exchange_take_kept(x, message.results, RESULTS_MOST);
    if (message.count == 0)
        return;
    mail_send(x->mail, (int)x->place.next, &message, offsetof(DeepResults, results) + message.count * sizeof(DeepResult));
    x->results_ms = now_ms + (members <= RING_FULL ? RESULTS_MS : RESULTS_MS * (members - 1) / (RING_FULL - 1));
}

/* Sends a new iteration. Before it, sends the results that the iteration is based on, so that a rank
 * that continues from the iteration knows the moves of its lines. */
static void exchange_send_iteration(Exchange *x, int64_t now_ms)
{
    Iteration message = {.head = {MAIL_ITERATION, x->serial}};
    if (!searcher_take_iteration(x->searcher, x->depth, &message.iteration))
        return;
    x->results_ms = 0;
    exchange_send_results(x, now_ms);
    x->depth = (int)message.iteration.depth;
    size_t bytes = offsetof(Iteration, iteration.line) + message.iteration.lines * sizeof(TeamLine);
    for (int to = 0; to < (x->mail->rank == 0 ? x->mail->size : 1); to++)
        if (to != x->mail->rank)
            mail_send(x->mail, to, &message, bytes);
}

void exchange_step(Exchange *x, int64_t now_ms)
{
    exchange_send_iteration(x, now_ms);
    exchange_send_results(x, now_ms);
}

static void exchange_take_results(Exchange *x, const DeepResults *message, size_t bytes)
{
    if (message->count > RESULTS_MOST || bytes < offsetof(DeepResults, results) + message->count * sizeof(DeepResult))
        return;
    searcher_give_results(x->searcher, message->results, (int)message->count);
    if (message->hops < 2 || message->hops > MAIL_RANKS)
        return;
    DeepResults onward = *message;
    onward.hops--;
    mail_send(x->mail, (int)x->place.next, &onward, bytes);
}

void exchange_take(Exchange *x, const void *message, size_t bytes)
{
    const Head *head = message;
    if (head->serial != x->serial)
        return;
    if (head->kind == MAIL_RESULTS && bytes >= offsetof(DeepResults, results))
        exchange_take_results(x, message, bytes);
    if (head->kind == MAIL_RING && bytes >= sizeof(RingNews) && ((const RingNews *)message)->place.next < (uint32_t)x->mail->size)
        x->place = ((const RingNews *)message)->place;
    const TeamIteration *iteration = &((const Iteration *)message)->iteration;
    if (head->kind == MAIL_ITERATION && bytes >= offsetof(Iteration, iteration.line) && iteration->lines <= TEAM_LINES &&
        bytes >= offsetof(Iteration, iteration.line) + iteration->lines * sizeof(TeamLine)) {
        searcher_give_iteration(x->searcher, iteration);
        if (x->mail->rank != 0 && (int)iteration->depth > x->depth)
            x->depth = (int)iteration->depth; /* rank 0 has this iteration already */
    }
}
