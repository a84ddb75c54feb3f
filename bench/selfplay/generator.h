/* generator.h - games of the engine against itself, several at once, into one record file (record_log.h).
 *
 * Games are numbered, and those whose numbers are missing in the file are played: a run that was ended goes on where it
 * was, and the games are the same on any number of threads. */
#pragma once

#include "bench/selfplay/record_log.h"
#include "bench/selfplay/selfplay.h"
#include "engine/base/progress.h"

typedef struct GeneratorOptions {
    SelfplayOptions selfplay;
    const Network *net; /* borrowed; NULL: the handcrafted evaluation */
    int hash_mib, threads;
    int64_t games, positions; /* enough when the file holds so many; 0: no such limit */
    int64_t time_ms;          /* and when it has taken so long */
} GeneratorOptions;

/* Plays until there is enough or *stop is set, which ends games in progress at once and loses them. False with the reason
 * in error[FILE_ERROR_SIZE] if memory or a thread is short or the file cannot be written; the games it holds are whole. */
bool generator_run(const GeneratorOptions *options, RecordLog *log, Progress *progress, const atomic_bool *stop, char *error)
    __attribute__((warn_unused_result));
