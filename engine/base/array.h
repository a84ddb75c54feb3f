/* SPDX-License-Identifier: GPL-3.0-only */
/* array.h - arrays that grow. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Gives the array whose pointer (from malloc, or NULL) lies at `array` room for `needed` items of that size; it is moved if need be,
 * and *capacity is what it has room for. False if memory is short: it stays as it is. */
bool array_grow(void *array, size_t *capacity, size_t needed, size_t item_size) __attribute__((warn_unused_result));
