/* SPDX-License-Identifier: GPL-3.0-only */
/* exchange.h - the data that ranks exchange during a search: deep results travel round a ring;
 * iterations go to rank 0, which sends them to all ranks. MEASURED.md in this folder gives the cost. */
#pragma once

#include "protocol/cluster/deep.h"
#include "protocol/cluster/mail.h"

enum { EXCHANGE_CACHES = 16 };

typedef struct Exchange {
    Mail *mail; /* borrowed, like the searcher */
    Searcher *searcher;
    uint32_t serial;
    RingPlace place;                   /* place of this rank in the ring; may change during a search */
    int64_t results_ms;                /* time of the next result message */
    int depth;                         /* depth of the last iteration sent, or received from rank 0 */
    DeepCache caches[EXCHANGE_CACHES]; /* results to send, by thread of the search; several threads may share one */
    unsigned next_cache;               /* cache from which results are taken first */
} Exchange;

/* Initialises an exchange that uses this mail. Call exchange_clear() before freeing it. */
void exchange_init(Exchange *x, Mail *mail);
void exchange_clear(Exchange *x);

/* Stores a result until it is sent. Called by a thread of the search, like the team's result(). */
void exchange_keep(Exchange *x, int thread, const DeepResult *result);

/* To be called when a search begins here, or rank 0 has begun one. */
void exchange_begin(Exchange *x, uint32_t serial, RingPlace place);

/* Sends the data that are due. To be called between the team's begin() and end(), or after the end of a
 * search that was waited for. */
void exchange_step(Exchange *x, int64_t now_ms);

/* Handles a message that contains results, an iteration, or a new place in the ring. Ignores other
 * messages. */
void exchange_take(Exchange *x, const void *message, size_t bytes);
