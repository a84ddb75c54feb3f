/* SPDX-License-Identifier: GPL-3.0-only */
/* job_look.h - the commands of hanxin-book that print the content of a book and write no file. Each
 * returns the exit status. */
#pragma once

#include "bench/book/job.h"

int job_about(BookJob *job);
int job_show(BookJob *job);
int job_variety(BookJob *job);
