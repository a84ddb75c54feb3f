/* SPDX-License-Identifier: GPL-3.0-only */
/* deep.h - the deepest results of a thread's tree, until somebody takes them: few, of however many there are. */
#pragma once

#include <pthread.h>

#include "search/search.h"

enum {
    DEEP_LEAST = 5,   /* plies: what is searched deeper is kept */
    DEEP_CACHE = 128, /* so many: of those whose keys share a place the deepest */
};

typedef struct DeepResult { /* a key, and an entry of the table as tt_pack() packs it */
    uint64_t key, data;
} DeepResult;

typedef struct DeepCache {
    pthread_mutex_t lock;       /* held for a moment by whoever puts in or takes out, some thousand times a second */
    uint8_t depths[DEEP_CACHE]; /* by place; 0: nothing is there */
    int next;                   /* place to take from, where the last taking ended: no place waits for ever */
    DeepResult results[DEEP_CACHE];
} DeepCache;

void deep_init(DeepCache *cache);
void deep_clear(DeepCache *cache); /* to be initialised again, if it is to be used */

/* As a new search begins. */
void deep_forget(DeepCache *cache);

/* Keeps a result, unless a deeper one has its place. */
void deep_keep(DeepCache *cache, uint64_t key, const TtEntry *entry);

/* Takes up to `most` of them; returns how many. */
int deep_take(DeepCache *cache, DeepResult *out, int most);
