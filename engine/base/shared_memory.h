/* SPDX-License-Identifier: GPL-3.0-only */
/* shared_memory.h - memory shared by several processes of one machine. Linux only; elsewhere every
 * allocation fails.
 *
 * The memory has no name that could be left behind; it exists until all processes that use it have
 * released it or ended. Another process opens it through the process that created it (/proc), and
 * so must run as the same user. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Identification of the memory, to be sent to other processes of the same machine. */
typedef struct SharedMemory {
    uint64_t bytes, file; /* file: inode number, because descriptors are reused */
    int32_t process, descriptor;
} SharedMemory; /* no memory if all fields are 0 */

static inline bool shared_memory_is_same(const SharedMemory *a, const SharedMemory *b)
{
    return a->file == b->file && a->process == b->process && a->bytes == b->bytes;
}

/* Returns zeroed memory aligned to a page, or NULL on failure. The creator releases it with
 * shared_memory_free(). */
void *shared_memory_new(size_t bytes, SharedMemory *made);
void shared_memory_free(void *memory, const SharedMemory *made);

/* Maps memory that another process created. Returns NULL if that fails or the memory no longer exists.
 * Release it with shared_memory_leave(). */
void *shared_memory_join(const SharedMemory *made);
void shared_memory_leave(void *memory, size_t bytes);

/* Returns a number that is the same for all processes that can share memory; 0 if unknown. */
uint64_t shared_memory_machine(void);
