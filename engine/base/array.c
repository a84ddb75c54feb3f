/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/array.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"

bool array_grow(void *array, size_t *capacity, size_t needed, size_t item_size)
{
    assert(array && capacity);
    assert(item_size > 0);
    void *items;
    size_t wanted = needed + needed / 2 + 8;
    memcpy(&items, array, sizeof items); /* not *(void **)array, which would violate strict aliasing */
    if (needed <= *capacity && items)
        return true;
    items = wanted > needed && wanted <= SIZE_MAX / item_size ? realloc(items, wanted * item_size) : NULL;
    if (!items)
        return false;
    *capacity = wanted;
    memcpy(array, &items, sizeof items);
    return true;
}

size_t array_find_key(const void *array, size_t count, size_t item_size, uint64_t key)
{
    assert(item_size >= sizeof key);
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        uint64_t found;
        memcpy(&found, (const char *)array + middle * item_size, sizeof found);
        if (found < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
