/* SPDX-License-Identifier: GPL-3.0-only */
/* deep.h - a small cache of the deepest results of a tree, kept until they are taken. */
#pragma once

#include <pthread.h>

#include "search/team.h"

enum { DEEP_CACHE = 128 /* number of slots; each keeps the deepest result that hashes to it */ };

typedef struct DeepCache {
    pthread_mutex_t lock;       /* held briefly to put in or take out, some thousand times a second */
    uint8_t depths[DEEP_CACHE]; /* depth of each slot's result; 0 if the slot is empty */
    int next;                   /* slot at which the next call of deep_take() begins, so that no slot starves */
    DeepResult results[DEEP_CACHE];
} DeepCache;

void deep_init(DeepCache *cache);
void deep_clear(DeepCache *cache); /* the cache may be initialised again afterwards */

/* Empties the cache; called at the start of a search. */
void deep_forget(DeepCache *cache);

/* Stores a result unless its slot holds a deeper one. */
void deep_keep(DeepCache *cache, const DeepResult *result);

/* Takes up to `most` results out of the cache. Returns how many. */
int deep_take(DeepCache *cache, DeepResult *out, int most);
