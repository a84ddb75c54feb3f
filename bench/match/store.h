/* SPDX-License-Identifier: GPL-3.0-only */
/* store.h - the tournament's files: written so that a kill at any moment loses no finished game.
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
    const char *path; /* NULL: not asked for */
    bool json;        /* else PGN */
    FILE *file;       /* locked, without buffer; NULL when none is written */
    bool damaged;     /* what stands there is to be kept beside it */
    int64_t end;      /* where the next game goes */
} StoreFile;

typedef struct Store {
    const Config *config;     /* borrowed */
    char *identity;           /* what must agree for games to belong together; owned */
    uint64_t fingerprint;     /* of the openings */
    const Openings *openings; /* borrowed, until the files are open; NULL: not known */
    StoreFile files[2];
    int64_t sync_due_us;
} Store;

/* Opens the files the configuration names; `openings` are those of the fingerprint, or NULL where they are not known. Without --resume
 * the files must not exist yet (or be empty). With it their games are added to `results` and the files written afresh; damage is told on
 * standard error, and a copy of a damaged file kept beside it. A page (--html) must be free to be replaced. False with a reason: then no
 * file has changed. */
bool store_open(Store *s, const Config *c, uint64_t fingerprint, const Openings *openings, Results *results, Text *why)
    __attribute__((warn_unused_result));

/* Appends the game that came last to `results`. `finished` tells whether it is the tournament's last. */
bool store_add(Store *s, const Results *results, bool finished, Text *why) __attribute__((warn_unused_result));

/* All is on the disk, under its name. To be asked at the end. */
bool store_finish(Store *s, Text *why) __attribute__((warn_unused_result));

void store_close(Store *s);

/* Writes the page (--html): the tournament with tables, curves and a viewer for every game, whole or not at all, in place of what
 * stands there. False with the reason. */
bool store_page(const Store *s, const Results *r, bool finished, Text *why) __attribute__((warn_unused_result));

/* The file of --log: what is said to and by the engines, behind what it holds already. */
typedef struct MatchLog {
    FILE *file;       /* NULL: none */
    const char *path; /* borrowed */
    OutFile fresh;    /* open: `file` is this one, which takes the place of what stands there when the match begins */
} MatchLog;

/* A new file, one that is a log already, or by `force` any. A device is taken, a pipe is not: it might wait for ever. False
 * with the reason. */
bool matchlog_open(MatchLog *l, const char *path, bool force, Text *why) __attribute__((warn_unused_result));

/* Everything is accepted: what the log replaces goes. False with the reason. */
bool matchlog_begin(MatchLog *l, Text *why) __attribute__((warn_unused_result));

/* False with the reason if not all of it was written. If the match has not begun, what the log replaces stays. */
bool matchlog_close(MatchLog *l, Text *why) __attribute__((warn_unused_result));
