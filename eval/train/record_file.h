/* record_file.h - files of game records (record.h): read game by game, and counted. */
#pragma once

#include <stdio.h>

#include "engine/base/file.h"
#include "eval/train/record.h"

/* Several files, one after another. */
typedef struct RecordReader {
    const char *const *paths; /* borrowed */
    int count;
    int at;           /* the file that is read, or was read last; -1 at first */
    Text *why;        /* borrowed: for the reason */
    bool failed;      /* nothing more is read */
    FILE *file;       /* NULL: not open */
    bool other_kind;  /* it does not begin as a record does, and none has been found in it */
    bool in_damage;   /* what was read last is no record */
    uint64_t offset;  /* in it, of what is read next */
    uint64_t begin;   /* in it, of the record last returned */
    uint64_t sound;   /* in it, behind that record */
    uint64_t records; /* sound ones so far, in all files */
    uint64_t damaged; /* stretches stepped over */
    uint64_t skipped; /* bytes in them */
    int first, end;   /* of what is in the buffer */
    uint8_t buffer[1 << 16];
} RecordReader;

/* To be closed. */
void records_open(RecordReader *r, const char *const *paths, int count, Text *why);

/* The next sound record. False at the end, or when a file cannot be read. Damage is stepped over and counted. */
bool record_next(RecordReader *r, Record *game);

/* False with the reason if a file could not be read, or is none of records: something is in it, but no record. One record cut
 * off while it was written is no other kind of file. */
bool records_close(RecordReader *r) __attribute__((warn_unused_result));

/* To be asked before long work: can all these files be opened, and is none of them an output? */
bool records_ready(const char *const *paths, int count, const NamedFile *outputs, int output_count, Text *why)
    __attribute__((warn_unused_result));

enum { TALLY_BANDS = 6 };

typedef struct RecordTally { /* counts over games; zeroed: no game yet */
    int64_t games, positions;
    int64_t points[3]; /* games by Red's points: lost, drawn, won */
    int64_t endings[RECORD_ENDINGS];
    int64_t bands[TALLY_BANDS]; /* positions by |score|, up to 50, 150, 400, 1000, 3000 and beyond */
    int plies_least, plies_most;
    uint64_t seed; /* of the first game */
    bool many_seeds;
} RecordTally;

void record_tally_add(RecordTally *tally, const Record *game);

/* All of it, for people. */
void record_tally_print(const RecordTally *tally, FILE *out);
