/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/cluster/deep.h"

#include <string.h>

#include "engine/base/contract.h"
#include "search/tt.h"

_Static_assert(TEAM_DEPTH > 0 && TT_DEPTH_MAX <= UINT8_MAX, "a depth fits DeepCache.depths, where 0 is an empty slot");

void deep_init(DeepCache *cache)
{
    pthread_mutex_init(&cache->lock, NULL);
    deep_forget(cache);
}

void deep_clear(DeepCache *cache) { pthread_mutex_destroy(&cache->lock); }

void deep_forget(DeepCache *cache)
{
    memset(cache->depths, 0, sizeof cache->depths);
    cache->next = 0;
}

void deep_keep(DeepCache *cache, const DeepResult *result)
{
    const size_t place = result->key % DEEP_CACHE;
    TtEntry entry;
    tt_unpack(result->data, &entry);
    assert(entry.depth >= TEAM_DEPTH);
    pthread_mutex_lock(&cache->lock);
    if (entry.depth >= cache->depths[place] || cache->results[place].key == result->key) {
        cache->results[place] = *result;
        cache->depths[place] = (uint8_t)entry.depth;
    }
    pthread_mutex_unlock(&cache->lock);
}

int deep_take(DeepCache *cache, DeepResult *out, int most)
{
    assert(most >= 0);
    int taken = 0;
    pthread_mutex_lock(&cache->lock);
    for (int i = 0; i < DEEP_CACHE && taken < most; i++) {
        const int place = cache->next;
        if (cache->depths[place] > 0)
            out[taken++] = cache->results[place];
        cache->depths[place] = 0;
        cache->next = (place + 1) % DEEP_CACHE;
    }
    pthread_mutex_unlock(&cache->lock);
    return taken;
}
