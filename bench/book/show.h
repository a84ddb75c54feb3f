/* SPDX-License-Identifier: GPL-3.0-only */
/* show.h - `hanxin-book show` prints what a book or an analysis knows about a position, or the size and
 * origin of the file. */
#pragma once

#include "bench/book/job.h"

/* Returns the exit status. */
int job_show(BookJob *job);
