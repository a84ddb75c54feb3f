/* SPDX-License-Identifier: GPL-3.0-only */
/* analysis.h - read-only access to an analysis (.hxa): its header and its graph, with every move
 * costing the same. */
#pragma once

#include <stdatomic.h>

#include "bench/book/journal.h"

typedef struct Analysis {
    Journal journal;
    BookGraph graph; /* settled */
} Analysis;

/* Reads the analysis at `path`. On failure returns false and adds the reason to *why; the reason is
 * empty if `stop` (may be NULL) was set. Call analysis_close() in either case. */
bool analysis_open(Analysis *a, const char *path, const atomic_bool *stop, Text *why) __attribute__((warn_unused_result));
void analysis_close(Analysis *a);
