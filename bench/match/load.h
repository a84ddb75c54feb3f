/* SPDX-License-Identifier: GPL-3.0-only */
/* load.h - what store.c has written, read back: each damage is told with its line, and what follows is read.
 *
 * A line of damage is one that is not as it was written: torn, changed, out of range, or there twice. Rows of JSON and
 * its header carry a checksum, so that no changed byte goes unnoticed. */
#pragma once

#include "bench/match/openings.h"
#include "bench/match/record_text.h"
#include "bench/match/results.h"

typedef struct Load {         /* reading one file; damage is told on standard error as it is met */
    const Config *config;     /* borrowed, as are the next four */
    Results *results;         /* games that they lack are added */
    const Openings *openings; /* where games of a PGN began; NULL: not known */
    const char *file;
    Text *why;      /* it is refused */
    bool once;      /* a game that is known already is refused, not passed over */
    int damages;    /* damaged lines in all */
    int from, to;   /* lines not told yet; 0: none */
    char what[160]; /* is wrong with those */
    int told;
    unsigned char *seen; /* by game: the file has had it */
} Load;

/* The header of a JSON file (or of the data in a page), and where its rows begin. */
typedef struct LoadedJson {
    json_t *header;         /* owned */
    const char *rows, *end; /* within the text */
    int line;               /* of `rows` */
    bool in_page;           /* other things follow; to be set by the caller */
    bool true_header;       /* its checksum says so */
} LoadedJson;

/* False when it is no such file, or too damaged to tell what it is. */
bool load_header(LoadedJson *j, const char *path, const char *text, size_t size, Text *why) __attribute__((warn_unused_result));

/* Add the games of a file to the results. False with the reason when a sound game is refused or not among those of the
 * schedule, memory is short, or no game of a PGN belongs to the tournament. */
bool load_rows(Load *l, const LoadedJson *j) __attribute__((warn_unused_result));
bool load_pgn(Load *l, const char *text, size_t size) __attribute__((warn_unused_result));

/* Reads the JSON files of a tournament's parts (c->merge) and makes one of them: configuration (clear it with config_clear(),
 * after `results`) and games. Refuses games that occur twice, files of other tournaments and, without --force, damaged
 * ones; says on standard error which games are not there. Keeps the outputs that `c` already names. */
bool load_parts(Config *c, Results *results, uint64_t *fingerprint, Text *why) __attribute__((warn_unused_result));
