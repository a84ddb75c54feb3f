/* hash_set.h - a set of 64-bit hashes: has this been seen before? */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct HashSet { /* zeroed: empty */
    uint64_t *places;    /* owned; 0: free. Linear probing, at most two thirds full */
    size_t count, capacity;
} HashSet;

typedef enum HashEntered { HASH_NEW, HASH_SEEN, HASH_NO_MEMORY } HashEntered;

/* The lowest bit does not count. */
HashEntered hash_set_enter(HashSet *set, uint64_t hash);

void hash_set_free(HashSet *set);
