/* SPDX-License-Identifier: GPL-3.0-only */
#include "search/deep.h"

#include "search/tt.h"

void deep_init(DeepCache *cache)
{
    pthread_mutex_init(&cache->lock, NULL);
    cache->count = 0;
}

void deep_clear(DeepCache *cache) { pthread_mutex_destroy(&cache->lock); }

void deep_keep(DeepCache *cache, uint64_t key, const TtEntry *entry)
{
    pthread_mutex_lock(&cache->lock);
    int place = 0;
    for (int i = 0; i < cache->count; i++) {
        if (cache->results[i].key == key) {
            place = i;
            break;
        }
        if (cache->depths[i] < cache->depths[place])
            place = i;
    }
    bool known = cache->count > 0 && cache->results[place].key == key;
    if (!known && cache->count < DEEP_CACHE)
        place = cache->count++;
    else if (!known && cache->depths[place] > entry->depth)
        place = DEEP_CACHE;
    if (place < DEEP_CACHE) {
        cache->results[place] = (DeepResult){key, tt_pack(entry)};
        cache->depths[place] = (uint8_t)entry->depth;
    }
    pthread_mutex_unlock(&cache->lock);
}

int deep_take(DeepCache *cache, DeepResult *out, int most)
{
    int taken = 0;
    pthread_mutex_lock(&cache->lock);
    while (cache->count > 0 && taken < most)
        out[taken++] = cache->results[--cache->count];
    pthread_mutex_unlock(&cache->lock);
    return taken;
}
