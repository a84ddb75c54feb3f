/* SPDX-License-Identifier: GPL-3.0-only */
/* file.h - files by the names that users give: compared by identity, not by spelling, and opened
 * without ever waiting for a program that may not come. */
#pragma once

#include <stdio.h>

#include "engine/base/platform.h"
#include "engine/base/why.h"

/* Opens a regular file for reading. Returns NULL with the reason if the file does not exist, is a
 * folder, or is a pipe or device, on which a read might block for ever. */
FILE *file_read(const char *path, Text *why) __attribute__((warn_unused_result));

/* Opens a file, device, or pipe to which a program writes, for reading. Returns NULL with the reason on
 * failure, such as a folder, or a pipe without a writer (see file_await_writer()). */
FILE *file_read_stream(const char *path, Text *why) __attribute__((warn_unused_result));

/* Opens a regular file for appending, and for reading from its start before that; creates it if it
 * does not exist. Returns NULL with the reason, as file_read() does. */
FILE *file_append(const char *path, Text *why) __attribute__((warn_unused_result));

/* Opens the regular file that currently has this name, in a mode that file_open_at_once() accepts,
 * and locks it. On failure returns NULL with the reason and sets errno: ETXTBSY if another process
 * holds the lock. */
FILE *file_claim(const char *path, const char *mode, Text *why) __attribute__((warn_unused_result));

/* Returns true if everything written is on the disk and the file still has this name. Otherwise
 * returns false with the reason: a file that was removed or replaced in the meantime is lost when
 * it is closed. */
bool file_keep(FILE *file, const char *path, Text *why) __attribute__((warn_unused_result));

/* Reads the rest of a file and returns it in memory from malloc, with a terminator after its *size
 * bytes. Returns NULL with the reason if the file cannot be read, an allocation fails, or more than
 * `most` bytes are left. `path` is used in the reason only. */
char *file_rest(FILE *file, const char *path, size_t most, size_t *size, Text *why) __attribute__((warn_unused_result));

/* Reads the whole file with this name, which is opened as file_read() does. */
char *file_text(const char *path, size_t most, size_t *size, Text *why) __attribute__((warn_unused_result));

/* A file that a program is to read or write, with the option or word that named it, for messages. */
typedef struct NamedFile {
    const char *role, *path; /* path is NULL if none was given */
} NamedFile;

/* Returns the temporary name under which outfile.h writes the file until it is complete. The caller
 * frees it; NULL if an allocation fails. */
char *file_temporary(const char *path) __attribute__((warn_unused_result));

/* Returns false with the reason if an output (or its temporary file) is also an input, or if two
 * outputs are the same file. */
bool files_distinct(const NamedFile *outputs, int output_count, const NamedFile *inputs, int input_count, Text *why)
    __attribute__((warn_unused_result));

/* Returns true if an output that starts with `beginning` (1 to 16 bytes) may replace the file: the
 * old file starts in the same way, is empty or a device, or does not exist. Otherwise returns false
 * with the reason, which calls such files `kind`. */
bool file_is_kind(const char *path, const char *beginning, const char *kind, Text *why) __attribute__((warn_unused_result));

/* Closes standard output, as the last action of main(). Returns false with the reason if anything
 * printed was lost. The reason is empty if the reader of a pipe has exited, as `head` does, which
 * is not an error. */
bool stdout_finish(Text *why) __attribute__((warn_unused_result));
