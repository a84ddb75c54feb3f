/* load.h - what store.c has written, read back: each damage is told with its line, and what follows is read.
 *
 * A line of damage is one that is not as it was written: torn, changed, out of range, or there twice. Rows of JSON and
 * its header carry a checksum, so that no changed byte goes unnoticed; files of versions without them are read too. */
#ifndef HANXIN_BENCH_MATCH_LOAD_H
#define HANXIN_BENCH_MATCH_LOAD_H

#include "bench/match/header.h"
#include "bench/match/results.h"
#include "engine/base/file.h"

typedef struct Damage { /* of one file; told on standard error as it is met */
    const char *file;   /* borrowed */
    int count;          /* damaged lines in all */
    int from, to;       /* lines not told yet; 0: none */
    char why[160];      /* of those */
    int told;
} Damage;

void damage_end(Damage *d); /* tells what is not told yet */

/* The header of a JSON file (or of the data in a page), and where its rows begin. */
typedef struct LoadedJson {
    json_t *header; /* owned */
    const char *rows, *end; /* within the text */
    int line;               /* of `rows` */
    bool in_page;           /* other things follow; to be set by the caller */
    bool true_header;       /* its checksum says so */
} LoadedJson;

/* False when it is no such file, or too damaged to tell what it is; error names the line. */
bool load_header(LoadedJson *j, const char *path, const char *text, size_t size, char *error) __attribute__((warn_unused_result));

/* Adds the games of a file to the results, but for those known. Damage is told. False with the reason when a sound game
 * is not among those of the schedule (or memory is short). `doubles`: a game that is known already is an error too. */
bool load_rows(const LoadedJson *j, const Config *c, Results *results, bool doubles, Damage *d, char *error)
    __attribute__((warn_unused_result));

/* The same for PGN; false also when none of its games belongs to the tournament. */
bool load_pgn(const char *text, size_t size, const Config *c, Results *results, Damage *d, char *error) __attribute__((warn_unused_result));

/* The rows of sound games that the results lack. */
int load_unknown(const LoadedJson *j, const Config *c, const Results *results);

#endif
