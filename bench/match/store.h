/* SPDX-License-Identifier: GPL-3.0-only */
/* store.h - the results file (--results): a list of games to which lines are only ever added.
 *
 * The first line is the header (record_text.h) with a member "match", a random number by which exports
 * are recognised. Each further line is a game, or a newer header after the match was extended. All
 * lines are sealed (json.h). A game is added with one write and synced to the disk, unless syncing
 * would take more than a tenth of the time. The file is locked while it is open.
 *
 * Damage is reported on standard error with its line number, and does not affect other lines: the
 * games on damaged lines count as not played. */
#pragma once

#include <stdio.h>

#include "bench/match/json.h"
#include "bench/match/results.h"

typedef struct Store {
    const char *path; /* NULL without a results file; borrowed */
    json_t *header;   /* owned */
    FILE *file;       /* locked and unbuffered; NULL if not open */
    int64_t end;      /* length of the complete lines */
    bool outdated;    /* the file has an older header */
    int64_t sync_due_us;
} Store;

/* Reads the results file of a match with these openings. Without --resume it must be missing or
 * empty. With it, its games are added to `results`. Nothing is written. Returns false with the reason
 * if the file belongs to another match or cannot be used. Call store_close() in any case. */
bool store_open(Store *s, const Config *c, uint64_t openings, Results *results, Text *why) __attribute__((warn_unused_result));

/* Reads the files of c->merge into one configuration and one list of games, and fills the header.
 * Nothing is written. Refuses games that occur twice, files of other matches and, without --force,
 * files that lack games because they are damaged. Reports missing games on standard error. Call
 * store_close(), results_clear() and then config_clear() in any case. */
bool store_merge(Store *s, Config *c, Results *results, Text *why) __attribute__((warn_unused_result));

/* Creates the results file with all games of `results`, or prepares the file that was read for more
 * games: removes an incomplete last line, and adds the header if it has changed. */
bool store_begin(Store *s, const Results *results, Text *why) __attribute__((warn_unused_result));

/* Adds a game. On failure the file is as it was before. */
bool store_add(Store *s, const GameRecord *g, Text *why) __attribute__((warn_unused_result));

/* Syncs the file to the disk and checks that it still has its name. To be called at the end. */
bool store_finish(const Store *s, Text *why) __attribute__((warn_unused_result));

void store_close(Store *s);

/* Returns the random number of the match, 16 hexadecimal digits. */
static inline const char *store_id(const Store *s) { return json_member_text(s->header, "match", ""); }
