/* SPDX-License-Identifier: GPL-3.0-only */
/* job_look.h - `hanxin-book show`. Returns the exit status. */
#pragma once

#include "bench/book/job.h"

int job_show(BookJob *job);
