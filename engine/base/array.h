/* SPDX-License-Identifier: GPL-3.0-only */
/* array.h - arrays that grow. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Makes room for `needed` items in the array whose pointer (from malloc, or NULL) is stored at
 * `array`. The array may move; *capacity receives the number of items that fit. Returns false and
 * changes nothing if memory is short. */
bool array_grow(void *array, size_t *capacity, size_t needed, size_t item_size) __attribute__((warn_unused_result));
