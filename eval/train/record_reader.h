/* record_reader.h - a file of game records (record.h), read one by one. */
#pragma once

#include <stdio.h>

#include "engine/base/file.h"
#include "eval/train/record.h"

typedef struct RecordReader {
    FILE *file;       /* NULL: not open */
    const char *path; /* borrowed */
    uint8_t *buffer;
    int begin, end;
    int read_error;         /* errno of a read that failed: this is not the end of the file */
    bool other_kind;        /* it does not begin as a record does */
    uint64_t offset;        /* in the file, of buffer[begin] */
    uint64_t begin_of_last; /* in the file, of the record last returned */
    uint64_t records;       /* sound ones so far */
    uint64_t damaged;       /* stretches stepped over */
    uint64_t skipped;       /* bytes in them */
    uint64_t sound;         /* offset behind the last sound record */
} RecordReader;

/* False with the reason in error[FILE_ERROR_SIZE] if the file cannot be opened. */
bool record_open(RecordReader *r, const char *path, char *error) __attribute__((warn_unused_result));

/* The next sound record. False at the end, or where reading failed. Damage is stepped over and counted. */
bool record_next(RecordReader *r, Record *game);

/* False with the reason if reading failed, or if it is not a file of records: something is in it, but no record.
 * One record cut off while it was written is no other kind of file. */
bool record_close(RecordReader *r, char *error) __attribute__((warn_unused_result));

/* Can all these files be opened? To be asked before long work. */
bool records_readable(const char *const *paths, int count, char *error) __attribute__((warn_unused_result));
