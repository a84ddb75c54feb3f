/* SPDX-License-Identifier: GPL-3.0-only */
/* memory_file.h - a stream whose output becomes a text in memory. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct MemoryFile {
    FILE *stream; /* to be written to; NULL if it cannot be opened */
    char *text;
    size_t length;
} MemoryFile;

/* Opens a stream. Returns false if that fails. The struct must stay where it is until memory_file_take(). */
bool memory_file_open(MemoryFile *m);

/* Closes the stream and returns what was written, terminated, in memory from malloc. Returns NULL if
 * not everything could be written. */
char *memory_file_take(MemoryFile *m, size_t *length) __attribute__((warn_unused_result));
