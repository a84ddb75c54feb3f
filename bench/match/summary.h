/* summary.h - what a tournament has come to, as the object that closes a results file. */
#pragma once

#include <stdio.h>

#include "bench/match/config.h"
#include "bench/match/results.h"

/* Engines, pairings with all statistics, endings. False: no memory. */
bool summary_write(const Config *c, const Results *r, bool finished, FILE *out) __attribute__((warn_unused_result));
