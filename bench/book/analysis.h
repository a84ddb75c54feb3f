/* SPDX-License-Identifier: GPL-3.0-only */
/* analysis.h - an analysis (.hxa) that is looked into, not gone on with: its head, and all it knows, whatever moves cost. */
#pragma once

#include <stdatomic.h>

#include "bench/book/journal.h"

typedef struct Analysis {
    Journal journal;
    BookGraph graph; /* settled */
} Analysis;

/* False with the reason, which is empty when `stop` (or NULL) is set. To be closed either way. */
bool analysis_open(Analysis *a, const char *path, const atomic_bool *stop, Text *why) __attribute__((warn_unused_result));
void analysis_close(Analysis *a);
