/* matchlog.h - the file of --log: what is said to and by the engines, behind what it holds already. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct MatchLog {
    FILE *file;       /* NULL: none */
    const char *path; /* borrowed */
    int64_t replaced; /* bytes at its start that go when the match begins, and stay if it is refused; 0: none */
} MatchLog;

/* A new file, one that is a log already, or by `force` any. A device is taken, a pipe is not: it might wait for ever. False
 * with the reason in error[FILE_ERROR_SIZE]. */
bool matchlog_open(MatchLog *l, const char *path, bool force, char *error) __attribute__((warn_unused_result));

/* Everything is accepted: what the log replaces goes. False with the reason. */
bool matchlog_begin(MatchLog *l, char *error) __attribute__((warn_unused_result));

/* False with the reason if not all of it was written. */
bool matchlog_close(MatchLog *l, char *error) __attribute__((warn_unused_result));
