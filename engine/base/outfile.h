/* SPDX-License-Identifier: GPL-3.0-only */
/* outfile.h - an output file that appears as a whole or not at all.
 *
 * The file is written under a temporary name next to its destination (NAME.hanxin-tmp), flushed to the
 * disk and renamed. Until then the old file is untouched, and a killed process leaves at most the
 * temporary file, which the next run reuses. If two processes write the same output, the second
 * gets an error. A device (/dev/null, /dev/stdout) is written directly. */
#pragma once

#include "engine/base/file.h"

typedef struct OutFile {
    FILE *stream;    /* stream to which the caller writes; NULL if not open */
    char *path;      /* destination, with links followed */
    char *temporary; /* NULL for a device and for standard output */
    bool replace;
} OutFile;

typedef enum OutExisting {
    OUT_KEEP,    /* refuse to replace a file that is not empty, both on opening and on completion */
    OUT_REPLACE, /* replace a regular file: the user requested it, or it is known to be ours */
} OutExisting;

/* Opens an output. Returns false with the reason on failure. Rejects `-`, folders, pipes, sockets, dangling
 * links, and the file to which this program's standard output or standard error goes (not
 * detected on Windows, where stat() reports no file numbers). */
bool outfile_open(OutFile *f, const char *path, OutExisting existing, Text *why) __attribute__((warn_unused_result));

/* Does the same, but if outfile_is_stdout(path), the output goes to standard output, directly. */
bool outfile_open_or_stdout(OutFile *f, const char *path, OutExisting existing, Text *why) __attribute__((warn_unused_result));

/* Returns true if the path, which may be NULL, means standard output: `-` or /dev/stdout. */
bool outfile_is_stdout(const char *path);

/* Flushes the file to disk and gives it its final name. On failure returns false with the reason
 * and leaves the old file unchanged. Closes the stream in both cases. */
bool outfile_commit(OutFile *f, Text *why) __attribute__((warn_unused_result));

/* Writes a text as the whole content and commits the file. On failure, even if only the text has
 * failed, returns false with the reason and leaves the old file unchanged. Closes the stream in both
 * cases. */
bool outfile_commit_text(OutFile *f, const Text *text, Text *why) __attribute__((warn_unused_result));

/* Writes a text to a file: outfile_open() and outfile_commit_text(). */
bool outfile_write_text(const char *path, OutExisting existing, const Text *text, Text *why) __attribute__((warn_unused_result));

/* Discards the output and closes it; the old file is unchanged. Does nothing if the output is not
 * open. */
void outfile_abandon(OutFile *f);

/* Tests before long work whether the output could be written. Leaves no file behind. */
bool outfile_test(const char *path, OutExisting existing, Text *why) __attribute__((warn_unused_result));
