/* SPDX-License-Identifier: GPL-3.0-only */
/* file.h - files as people name them: told apart by what they are, not by how they are spelt, and never waited for.
 *
 * Paths are UTF-8 on every system (see file_open() in platform.h). */
#pragma once

#include <stdio.h>

#include "engine/base/platform.h"
#include "engine/base/why.h"

/* Opens a regular file to be read. NULL with the reason: not there, a folder, or a pipe or device, on which a read
 * might wait for ever. */
FILE *file_read(const char *path, Text *why) __attribute__((warn_unused_result));

/* Opens a regular file to be added to, and read from its start before; it is made if it is not there. NULL with the
 * reason, as above. */
FILE *file_append(const char *path, Text *why) __attribute__((warn_unused_result));

/* Opens the regular file that stands under the name now, in a mode of file_open_at_once(), and takes its lock. NULL with
 * the reason, and errno: ETXTBSY if another process has it. */
FILE *file_claim(const char *path, const char *mode, Text *why) __attribute__((warn_unused_result));

/* Is all that was written on the disk, and the file still under that name? What was removed or replaced meanwhile is written to in
 * vain. False with the reason. */
bool file_keep(FILE *file, const char *path, Text *why) __attribute__((warn_unused_result));

/* All that can still be read of a file, from malloc and with a terminator behind its *size bytes. NULL with the reason: it
 * cannot be read, memory is short, or there are more than `most` bytes. `path` is for the reason. */
char *file_rest(FILE *file, const char *path, size_t most, size_t *size, Text *why) __attribute__((warn_unused_result));

/* The same for the whole of a file by its name, opened as file_read() does. */
char *file_text(const char *path, size_t most, size_t *size, Text *why) __attribute__((warn_unused_result));

/* Something a program was told to read or write, with the option or word that named it, for messages. */
typedef struct NamedFile {
    const char *role, *path; /* path NULL: not given */
} NamedFile;

/* The name beside a file under which outfile.h writes until it is whole. To be freed; NULL: no memory. */
char *file_temporary(const char *path) __attribute__((warn_unused_result));

/* False with the reason if an output, or the file it is until it is whole, is an input, or two outputs are one file. */
bool files_distinct(const NamedFile *outputs, int output_count, const NamedFile *inputs, int input_count, Text *why)
    __attribute__((warn_unused_result));

/* May the file be replaced by one of the kind that begins so? It begins so too, is empty, or is not there; a device takes
 * anything. Else false with the reason: it is no KIND. */
bool file_is_kind(const char *path, const char *beginning, const char *kind, Text *why) __attribute__((warn_unused_result));

/* The last thing a main does with standard output: false with the reason if anything that was printed did not arrive. The
 * reason is empty if its reader has gone, as `head` does: that is nothing to tell. */
bool stdout_finish(Text *why) __attribute__((warn_unused_result));
