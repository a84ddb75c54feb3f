/* SPDX-License-Identifier: GPL-3.0-only */
/* timeman.h - from a clock to two deadlines: when to stop deepening, and when to stop at once. */
#pragma once

#include "search/search.h"

typedef struct TimeManager {
    int64_t soft_ms; /* budget for the move as things stand; scaled by how settled it is */
    int64_t hard_ms; /* never past this */
    bool timed;      /* either counts */
} TimeManager;

/* worst_ms: what this move may lose beside its search, lag_ms: what each one to come will (lag.h). From a time for
 * one move alone only the overhead of the limits is taken. */
void time_init(TimeManager *t, const Limits *limits, int64_t worst_ms, int64_t lag_ms);

/* What the main worker knows after an iteration. */
typedef struct Stability {
    int stable_iterations; /* the best move has been the same for so many depths */
    int score_drop;        /* centipawns below the average of earlier depths, negative if above */
    double best_share;     /* of all nodes spent on the best move, 0..1 */
} Stability;

/* The soft deadline after an iteration, in ms after start. */
int64_t time_soft_deadline(const TimeManager *t, const Stability *s);
