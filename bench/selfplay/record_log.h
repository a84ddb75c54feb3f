/* record_log.h - the record file a generator adds its games to.
 *
 * Each record is written whole as soon as its game has ended, so a kill loses the games in progress and nothing else.
 * Opened again, the file tells which games of a seed it holds, and a record that was torn at its end is cut off. It is
 * locked meanwhile: two generators would play the same games. */
#pragma once

#include "eval/train/record_file.h"

typedef struct RecordLog {
    FILE *file;       /* NULL: not open. Unbuffered */
    const char *path; /* borrowed */
    int64_t length;
    RecordTally tally;         /* of all that is in it */
    uint32_t *numbers;         /* of the games of the seed that were in it when it was opened, ascending */
    size_t count, capacity;    /* of numbers */
    uint64_t damaged, skipped; /* stretches and bytes that are no records */
} RecordLog;

/* False with the reason; then nothing was created or changed unless the file is one of records. */
bool record_log_open(RecordLog *log, const char *path, uint64_t seed, char *error) __attribute__((warn_unused_result));

/* False with the reason, and the file is as it was. */
bool record_log_add(RecordLog *log, const Record *game, char *error) __attribute__((warn_unused_result));

/* All that was added is on the disk, or false with the reason. */
bool record_log_sync(RecordLog *log, char *error) __attribute__((warn_unused_result));

/* Also for one that is not open. */
void record_log_close(RecordLog *log);
