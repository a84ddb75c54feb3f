/* array.h - arrays that grow. */
#pragma once

#include <stddef.h>

/* The array (from malloc, or NULL), moved if need be, with room for `needed` items of that size; *capacity is what it has
 * room for. NULL if memory is short: the old one stays as it is. */
void *array_grow(void *array, size_t *capacity, size_t needed, size_t item_size) __attribute__((warn_unused_result));
