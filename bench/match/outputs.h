/* SPDX-License-Identifier: GPL-3.0-only */
/* outputs.h - the files that a match writes in addition to its results file: the exports and the log.
 *
 * An export (--pgn, --json, --html, --epd) is always written as a whole, from all games so far. It contains
 * the random number of the results file and replaces only a file with the same number. */
#pragma once

#include <stdio.h>

#include "bench/match/store.h"
#include "engine/base/outfile.h"

/* Returns true if all exports may be written. Otherwise returns false with the reason. Leaves no file
 * behind. */
bool exports_test(const Store *s, const Config *c, Text *why) __attribute__((warn_unused_result));

/* Shows the page of all games so far at the server, if there is one. */
void exports_show(const Store *s, const Config *c, const Results *r);

/* Writes all exports, and shows the page. Each file appears as a whole or not at all. Returns false with the reason of the first failure. */
bool exports_write(const Store *s, const Config *c, const Results *r, Text *why) __attribute__((warn_unused_result));

/* The file of --log, to which all lines to and from the engines are appended. */
typedef struct MatchLog {
    FILE *file;       /* NULL if there is no log */
    const char *path; /* borrowed */
    OutFile fresh;    /* if open, `file` is its stream; replaces the existing file when the match begins */
} MatchLog;

/* Opens a log: a new file, an existing log or, with `force`, any file. Devices are accepted, but
 * not pipes, which might block forever. On failure returns false with the reason. */
bool matchlog_open(MatchLog *l, const char *path, bool force, Text *why) __attribute__((warn_unused_result));

/* To be called when the match begins: the new log replaces the old file. On failure returns false
 * with the reason. */
bool matchlog_begin(MatchLog *l, Text *why) __attribute__((warn_unused_result));

/* Closes the log. Returns false with the reason if not everything could be written. If the match
 * has not begun, the file to be replaced remains. */
bool matchlog_close(MatchLog *l, Text *why) __attribute__((warn_unused_result));
