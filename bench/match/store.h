/* SPDX-License-Identifier: GPL-3.0-only */
/* store.h - the tournament's files, written so that a kill at any moment loses no finished game.
 *
 * PGN grows by one write per game. JSON is whole after each game: a game's row and the summary that
 * closes the file overwrite the former summary, and earlier rows are never touched. Each game is brought to
 * the disk (fsync), unless that would take more than a tenth of the time. Both files are locked while they
 * are open, so that two matches do not write one. Reading (load.h) tells each damage and goes on behind it. */
#pragma once

#include <stdio.h>

#include "bench/match/openings.h"
#include "bench/match/results.h"
#include "engine/base/outfile.h"

typedef struct StoreFile {
    const char *path; /* NULL if not requested */
    bool json;        /* true for JSON, false for PGN */
    FILE *file;       /* locked and unbuffered; NULL if not written */
    bool damaged;     /* the existing file is damaged, and a copy must be kept */
    int64_t end;      /* offset of the next game */
} StoreFile;

typedef struct Store {
    const Config *config;     /* borrowed */
    char *identity;           /* text that must agree for games to belong together; owned */
    uint64_t fingerprint;     /* of the openings */
    const Openings *openings; /* borrowed until the files are open; NULL if unknown */
    StoreFile files[2];
    int64_t sync_due_us;
} Store;

/* Opens the files that the configuration names. `openings` belong to the fingerprint, or are NULL
 * if unknown. Without --resume the files must be missing or empty. With it, their games are added
 * to `results` and the files are rewritten; damage is reported on standard error, and a copy of a
 * damaged file is kept next to it. An existing page (--html) must be replaceable. Returns false
 * with a reason if the files cannot be used; then none has changed. */
bool store_open(Store *s, const Config *c, uint64_t fingerprint, const Openings *openings, Results *results, Text *why)
    __attribute__((warn_unused_result));

/* Appends the last game of `results`. `finished` is true if it is the last of the tournament. */
bool store_add(Store *s, const Results *results, bool finished, Text *why) __attribute__((warn_unused_result));

/* Syncs all files to disk and checks that they still have their names. To be called at the end. */
bool store_finish(Store *s, Text *why) __attribute__((warn_unused_result));

void store_close(Store *s);

/* Writes the page (--html), as a whole or not at all: the tournament with tables, curves and a
 * viewer for every game. Replaces an existing file. On failure returns false with the reason. */
bool store_page(const Store *s, const Results *r, bool finished, Text *why) __attribute__((warn_unused_result));

/* The file of --log, to which all lines to and from the engines are appended. */
typedef struct MatchLog {
    FILE *file;       /* NULL if there is none */
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
