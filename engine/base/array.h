/* SPDX-License-Identifier: GPL-3.0-only */
/* array.h - arrays that grow, and arrays that are sorted by keys. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes room for `needed` items in the array whose pointer (from malloc, or NULL) is stored at
 * `array`. The array may move; *capacity receives the number of items that fit. Returns false and
 * changes nothing if an allocation fails. */
bool array_grow(void *array, size_t *capacity, size_t needed, size_t item_size) __attribute__((warn_unused_result));

/* Returns the index of the first item whose key is at least `key`, or `count` if there is no such item.
 * Every item begins with its key, a uint64_t, and the keys are in ascending order. */
size_t array_find_key(const void *array, size_t count, size_t item_size, uint64_t key);
