/* SPDX-License-Identifier: GPL-3.0-only */
/* results.h - the finished games: their records and the statistics over them. */
#pragma once

#include "bench/match/game.h"
#include "bench/match/rounds.h"
#include "bench/match/stats.h"
#include "engine/base/contract.h"

typedef struct EngineTotals {
    long moves;
    int64_t time_us; /* thinking time of all moves */
    long depths;     /* number of moves with a known depth */
    double depth_sum;
    uint64_t nodes;        /* nodes of the moves that have a node count */
    int64_t nodes_time_us; /* thinking time of these moves */
    int64_t slack_us;      /* least time left at the end of a move, or NO_SLACK */
    long lost_by[ENDINGS]; /* number of games lost, by ending */
    Tally by_side[2];      /* games as Red and as Black; without pairs */
} EngineTotals;

typedef struct Results {
    const Schedule *schedule; /* borrowed */
    GameRecord *games;        /* owned, in the order in which they ended */
    int count;
    Rounds rounds; /* of a tournament that is drawn from results; otherwise empty */
    bool finished; /* true if no games will follow */
    size_t capacity;
    Tally *tallies;       /* [engines * engines]: results of the row's engine against the column's engine */
    EngineTotals *totals; /* [engines] */
    long endings[ENDINGS];
    signed char *points; /* indexed by game: half points of the pairing's first engine, -1 if not yet played */
} Results;

bool results_init(Results *r, const Schedule *schedule) __attribute__((warn_unused_result));
void results_clear(Results *r);

/* Returns whether a game is to be played, and, unless it waits, its players and round. */
RoundsState results_state(const Results *r, int id);
Fixture results_fixture(const Results *r, int id);

/* Return the numbers of games that this shard plays in all, as far as known, and that it has yet to play. */
static inline int results_planned(const Results *r) { return schedule_own(r->schedule) - r->rounds.voids; }
static inline int results_missing(const Results *r) { return results_planned(r) - r->count; }

/* Adds a game and takes over the record with its moves. Returns false, and takes nothing, if an
 * allocation fails, the game was added before, it is not to be played, or its players are not those of the schedule. */
bool results_add(Results *r, GameRecord *record) __attribute__((warn_unused_result));

static inline bool results_has(const Results *r, int id)
{
    assert(in_range(id, 0, schedule_total(r->schedule) - 1));
    return r->points[id] >= 0;
}

/* Returns the results of an engine against another one. */
static inline const Tally *results_tally(const Results *r, int engine, int against)
{
    assert(in_range(engine, 0, r->schedule->engines - 1) && in_range(against, 0, r->schedule->engines - 1));
    assert(engine != against);
    return &r->tallies[engine * r->schedule->engines + against];
}

/* Returns one engine's results against all others. */
Tally results_against_all(const Results *r, int engine);

/* Averages over an engine's moves; NAN if unknown. */
typedef struct Averages {
    double depth, nodes_per_second, ms_per_move, least_slack_ms;
} Averages;

Averages results_averages(const Results *r, int engine);
