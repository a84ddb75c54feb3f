#include "engine/base/array.h"

#include <stdint.h>
#include <stdlib.h>

void *array_grow(void *array, size_t *capacity, size_t needed, size_t item_size)
{
    if (needed <= *capacity && array)
        return array;
    size_t wanted = needed + needed / 2 + 64;
    void *larger = wanted > needed && wanted <= SIZE_MAX / item_size ? realloc(array, wanted * item_size) : NULL;
    if (larger)
        *capacity = wanted;
    return larger;
}
