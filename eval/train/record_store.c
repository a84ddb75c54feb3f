#include "eval/train/record_store.h"

#include <stdlib.h>

#include "engine/base/array.h"
#include "engine/base/rng.h"

bool record_store_add(RecordStore *store, const Record *game)
{
    uint8_t *bytes = array_grow(store->bytes, &store->capacity, store->length + RECORD_SIZE_MAX, 1);
    if (!bytes)
        return false;
    store->bytes = bytes;
    size_t *begins = array_grow(store->begins, &store->begins_capacity, store->count + 1, sizeof *begins);
    if (!begins)
        return false;
    store->begins = begins;
    begins[store->count++] = store->length;
    store->length += (size_t)record_encode(game, bytes + store->length);
    return true;
}

void record_store_shuffle(RecordStore *store, uint64_t seed)
{
    Rng rng = {seed};
    for (size_t i = store->count; i > 1; i--) {
        size_t j = (size_t)(rng_next(&rng) % i), kept = store->begins[i - 1];
        store->begins[i - 1] = store->begins[j];
        store->begins[j] = kept;
    }
}

const uint8_t *record_store_get(const RecordStore *store, size_t place, size_t *size)
{
    const uint8_t *bytes = store->bytes + store->begins[place];
    *size = (size_t)record_size(bytes);
    return bytes;
}

void record_store_free(RecordStore *store)
{
    free(store->bytes);
    free(store->begins);
    *store = (RecordStore){0};
}
