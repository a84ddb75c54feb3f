/* SPDX-License-Identifier: GPL-3.0-only */
/* outfile.h - an output file that appears whole or not at all.
 *
 * It is written under a name of its own beside the place where it shall stand (NAME.hanxin-tmp), brought to the disk,
 * and renamed; until then what stood there is untouched, and a kill leaves at most the temporary file, which the next
 * run uses again. Two processes that write the same output at once are told so. A device (/dev/null, /dev/stdout) is
 * written to directly. */
#pragma once

#include "engine/base/file.h"

typedef struct OutFile {
    FILE *stream;    /* write here; NULL: not open */
    char *path;      /* where it shall stand, links followed */
    char *temporary; /* NULL for a device */
    bool replace;
} OutFile;

typedef enum OutExisting {
    OUT_KEEP,    /* a file that holds anything is refused, now and when the output is finished */
    OUT_REPLACE, /* a regular file is replaced: somebody asked for that, or it is known to be ours */
} OutExisting;

/* False with the reason. Folders, pipes and sockets are refused, links to nothing, and the file that this program's standard output
 * or standard error goes to, where files have numbers (not on Windows). */
bool outfile_open(OutFile *f, const char *path, OutExisting existing, Text *why) __attribute__((warn_unused_result));

/* On the disk under its name, or false with the reason, and nothing has changed. Closes either way. */
bool outfile_commit(OutFile *f, Text *why) __attribute__((warn_unused_result));

/* Nothing has happened. Also for one that is not open. */
void outfile_abandon(OutFile *f);

/* Could it be written? To be asked before long work. Leaves nothing behind. */
bool outfile_test(const char *path, OutExisting existing, Text *why) __attribute__((warn_unused_result));
