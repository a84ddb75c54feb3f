/* SPDX-License-Identifier: GPL-3.0-only */
/* job_analysis.h - the commands of hanxin-book that search: each returns the exit status. */
#pragma once

#include "bench/book/job.h"

int job_build(BookJob *job);
int job_write(BookJob *job);
int job_check(BookJob *job);

/* One more file of --games; NULL: the option comes once more, and they begin anew. */
int job_take_games(void *job, const char *path);
