/* record_store.h - games in memory, packed as in a file, to be put into another order. */
#pragma once

#include <stddef.h>

#include "eval/train/record.h"

typedef struct RecordStore { /* zeroed: empty */
    uint8_t *bytes;          /* owned, as is the next: where each game begins */
    size_t *begins;
    size_t length, capacity, count, begins_capacity;
} RecordStore;

/* False if memory is short. */
bool record_store_add(RecordStore *store, const Record *game) __attribute__((warn_unused_result));

/* All orders are equally likely (Fisher and Yates); the same seed gives the same order. */
void record_store_shuffle(RecordStore *store, uint64_t seed);

/* The game at a place, as bytes of a file; *size is how many. */
const uint8_t *record_store_get(const RecordStore *store, size_t place, size_t *size);

void record_store_free(RecordStore *store);
