/* SPDX-License-Identifier: GPL-3.0-only */
/* timeman.h - computes two deadlines from the clock: when to stop deepening, and when to stop at
 * once. */
#pragma once

#include "search/search.h"

typedef struct TimeManager {
    int64_t soft_ms; /* budget for the move; scaled by how settled the move is */
    int64_t hard_ms; /* absolute limit */
    bool timed;      /* true if either limit applies */
} TimeManager;

/* Computes the deadlines. worst_ms is the most that this move may lose besides its search, lag_ms
 * the expected loss of each later move (lag.h). For a fixed time per move only the overhead of the
 * limits is subtracted. */
void time_init(TimeManager *t, const Limits *limits, int64_t worst_ms, int64_t lag_ms);

/* What the main worker knows after an iteration. */
typedef struct Stability {
    int stable_iterations; /* number of depths for which the best move has been the same */
    int score_drop;        /* centipawns below the average of earlier depths; negative if above */
    double best_share;     /* share of all nodes spent on the best move, 0..1 */
} Stability;

/* Returns the soft deadline after an iteration, in ms after the start. */
int64_t time_soft_deadline(const TimeManager *t, const Stability *s);
