#include "eval/train/hash_set.h"

#include <stdbool.h>
#include <stdlib.h>

/* Where the hash stands, or the free place for it. */
static size_t place_of(const uint64_t *places, size_t capacity, uint64_t hash)
{
    size_t at = hash % capacity;
    while (places[at] && places[at] != hash)
        at = (at + 1) % capacity;
    return at;
}

static bool grow(HashSet *set)
{
    size_t capacity = set->capacity ? 2 * set->capacity : 1 << 16;
    uint64_t *larger = calloc(capacity, sizeof *larger);
    if (!larger)
        return false;
    for (size_t i = 0; i < set->capacity; i++)
        if (set->places[i])
            larger[place_of(larger, capacity, set->places[i])] = set->places[i];
    free(set->places);
    set->places = larger;
    set->capacity = capacity;
    return true;
}

HashEntered hash_set_enter(HashSet *set, uint64_t hash)
{
    if (3 * set->count >= 2 * set->capacity && !grow(set))
        return HASH_NO_MEMORY;
    hash |= 1; /* 0 is a free place */
    size_t at = place_of(set->places, set->capacity, hash);
    if (set->places[at])
        return HASH_SEEN;
    set->places[at] = hash;
    set->count++;
    return HASH_NEW;
}

void hash_set_free(HashSet *set)
{
    free(set->places);
    *set = (HashSet){0};
}
