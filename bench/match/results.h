/* SPDX-License-Identifier: GPL-3.0-only */
/* results.h - everything known of the finished games: the records, and what adds up over them. */
#pragma once

#include "bench/match/game.h"
#include "bench/match/schedule.h"
#include "bench/match/stats.h"

typedef struct EngineTotals {
    long moves;
    int64_t time_us; /* thinking, all moves */
    long depths;     /* moves with a depth told */
    double depth_sum;
    uint64_t nodes;        /* of moves with nodes told */
    int64_t nodes_time_us; /* their time */
    int64_t slack_us;      /* least time left when a move came; NO_SLACK */
    long lost_by[ENDINGS]; /* games lost, by ending */
} EngineTotals;

typedef struct Results {
    const Schedule *schedule; /* borrowed */
    GameRecord *games;        /* owned, in the order they ended */
    int count;
    size_t capacity;
    Tally *tallies;       /* [engines * engines]: row against column, seen from the row */
    EngineTotals *totals; /* [engines] */
    long endings[ENDINGS];
    signed char *points; /* by game id: the first engine of the pairing's half points, -1 while unplayed */
} Results;

bool results_init(Results *r, const Schedule *schedule) __attribute__((warn_unused_result));
void results_clear(Results *r);

/* Takes the record over (its moves too). False, nothing taken, when memory is short, the game was
 * added before, or its players are not those of the schedule. */
bool results_add(Results *r, GameRecord *record) __attribute__((warn_unused_result));

static inline bool results_has(const Results *r, int id) { return r->points[id] >= 0; }

static inline const Tally *results_tally(const Results *r, int engine, int against)
{
    return &r->tallies[engine * r->schedule->engines + against];
}

/* One engine against all others. */
Tally results_against_all(const Results *r, int engine);

/* What an engine's moves were like; NAN where nothing is known. */
typedef struct Averages {
    double depth, nodes_per_second, ms_per_move, least_slack_ms;
} Averages;

Averages results_averages(const Results *r, int engine);
