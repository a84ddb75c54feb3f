/* SPDX-License-Identifier: GPL-3.0-only */
/* exchange.h - what every rank does with its searcher while a search goes on: deep results go round a ring, iterations to rank 0,
 * which tells all. The README beside has what it costs. */
#pragma once

#include "protocol/cluster/mail.h"

typedef struct Exchange {
    Mail *mail; /* borrowed, as the searcher */
    Searcher *searcher;
    uint32_t serial;
    RingPlace place;    /* of this rank; while a search goes on it may change */
    int64_t results_ms; /* when results are sent next */
    int depth;          /* of the iteration sent last, or come from rank 0 */
} Exchange;

/* A search begins here, or rank 0 has begun one. */
void exchange_begin(Exchange *x, uint32_t serial, RingPlace place);

/* Sends what there is to be sent. Between the team's begin() and end(), or of a search that was waited for. */
void exchange_step(Exchange *x, int64_t now_ms);

/* Results, an iteration or another place in the ring have come; other messages are no business of this. */
void exchange_take(Exchange *x, const void *message, size_t bytes);
