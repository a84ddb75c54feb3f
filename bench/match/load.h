/* SPDX-License-Identifier: GPL-3.0-only */
/* load.h - reads files written by store.c. Each damaged place is reported with its line, and
 * reading continues after it.
 *
 * A line is damaged if it is not as it was written: torn, changed, out of range, or duplicated. The
 * rows and the header of a JSON file have checksums, so that no changed byte goes unnoticed. */
#pragma once

#include "bench/match/openings.h"
#include "bench/match/record_text.h"
#include "bench/match/results.h"

typedef struct Load {         /* reading of one file; damage is reported on standard error as it is found */
    const Config *config;     /* borrowed, like the next four */
    Results *results;         /* receives the games that it does not have yet */
    const Openings *openings; /* expected openings of games in PGN; NULL if unknown */
    const char *file;
    Text *why;      /* receives the reason if the file is refused */
    bool once;      /* refuse a game that is known already, instead of skipping it */
    int damages;    /* total number of damaged lines */
    int from, to;   /* range of lines not yet reported; 0: none */
    char what[160]; /* what is wrong with these lines */
    int told;
    unsigned char *seen; /* by game: true once the file has contained it */
} Load;

/* The header of a JSON file (or of the data in a page), and the position of its rows. */
typedef struct LoadedJson {
    json_t *header;         /* owned */
    const char *rows, *end; /* within the text */
    int line;               /* line number of `rows` */
    bool in_page;           /* true if other content follows; set by the caller */
    bool true_header;       /* true if its checksum is right */
} LoadedJson;

/* Reads the header. Returns false with the reason if the file is of another kind, or too damaged to
 * be recognised. */
bool load_header(LoadedJson *j, const char *path, const char *text, size_t size, Text *why) __attribute__((warn_unused_result));

/* Add the games of a file to the results. Return false with the reason if a valid game is refused
 * or is not in the schedule, if memory is short, or if no game of a PGN belongs to the
 * tournament. */
bool load_rows(Load *l, const LoadedJson *j) __attribute__((warn_unused_result));
bool load_pgn(Load *l, const char *text, size_t size) __attribute__((warn_unused_result));

/* Merges the JSON files in c->merge into one configuration and one list of games. Clear `results`
 * first and then the configuration (config_clear()). Refuses games that occur twice, files of other
 * tournaments and, without --force, damaged files. Reports missing games on standard error. Keeps
 * the outputs that `c` already names. */
bool load_parts(Config *c, Results *results, uint64_t *fingerprint, Text *why) __attribute__((warn_unused_result));
