/* SPDX-License-Identifier: GPL-3.0-only */
/* job_books.h - the commands of hanxin-book that work on books without searching. Each returns the
 * exit status. */
#pragma once

#include "bench/book/job.h"

int job_import(BookJob *job);
int job_merge(BookJob *job);
int job_export(BookJob *job);
int job_openings(BookJob *job);

/* Parses the value of --plies. */
int job_take_plies(void *job, const char *value);
