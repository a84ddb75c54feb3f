/* merge.h - the parts of a tournament, played apart, added up. */
#pragma once

#include "bench/match/config.h"
#include "bench/match/results.h"

/* Reads the JSON files of a tournament's parts (c->merge) and makes one of them: configuration (clear it with config_clear(),
 * after `results`) and games. Refuses games that occur twice, files of other tournaments and, without --force, damaged
 * ones; says on standard error which games are not there. Keeps the outputs that `c` already names. */
bool merge_parts(Config *c, Results *results, uint64_t *fingerprint, char *error) __attribute__((warn_unused_result));
