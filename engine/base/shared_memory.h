/* SPDX-License-Identifier: GPL-3.0-only */
/* shared_memory.h - memory that several processes of one machine have, where the system can do that (Linux): elsewhere nobody gets any.
 *
 * It has no name that could be left behind: it lasts until all who have it have given it back or ended. Who is told of it opens it by
 * the process that made it, and so must run as the same user. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which memory it is, as one process tells another of the same machine. */
typedef struct SharedMemory {
    uint64_t bytes, file; /* the file's number: descriptors are used again */
    int32_t process, descriptor;
} SharedMemory; /* all 0: none */

static inline bool shared_memory_is_same(const SharedMemory *a, const SharedMemory *b)
{
    return a->file == b->file && a->process == b->process && a->bytes == b->bytes;
}

/* Zeroed, aligned to a page. NULL if it cannot be had. The maker gives it back with shared_memory_free(). */
void *shared_memory_new(size_t bytes, SharedMemory *made);
void shared_memory_free(void *memory, const SharedMemory *made);

/* The memory that another has made; NULL if it cannot be had or is gone. Given back with shared_memory_leave(). */
void *shared_memory_join(const SharedMemory *made);
void shared_memory_leave(void *memory, size_t bytes);

/* A number of this machine, the same for all processes that can have memory together; 0: unknown. */
uint64_t shared_memory_machine(void);
