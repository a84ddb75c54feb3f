/* SPDX-License-Identifier: GPL-3.0-only */
/* job_analysis.h - the commands of hanxin-book that search. Each returns the exit status. */
#pragma once

#include "bench/book/job.h"

int job_build(BookJob *job);
int job_write(BookJob *job);

/* Adds a file given with --games. NULL marks the start of another --games, which keeps the earlier
 * files. */
int job_take_games(void *job, const char *path);
