/* SPDX-License-Identifier: GPL-3.0-only */
/* timeman.h - computes two deadlines from the clock: when to stop deepening, and when to stop at
 * once. */
#pragma once

#include "search/search.h"

typedef struct TimeManager {
    int64_t soft_ms; /* soft limit; scaled according to the stability of the best move */
    int64_t hard_ms; /* absolute limit */
    bool timed;      /* true if either limit applies */
} TimeManager;

/* Computes the deadlines. worst_ms is the maximum time that this move may lose outside its search,
 * lag_ms the expected loss of each later move (below). For a fixed time per move, only the overhead of
 * the limits is subtracted. */
void time_init(TimeManager *t, const Limits *limits, int64_t worst_ms, int64_t lag_ms);

enum { SHARE_UNKNOWN = -1 };

/* Data that the main worker has after an iteration. */
typedef struct Stability {
    int stable_iterations; /* number of depths for which the best move has been the same */
    int score_drop;        /* centipawns below the average of earlier depths; negative if above */
    double best_share;     /* share of all nodes spent on the best move, 0..1; SHARE_UNKNOWN if it says nothing */
} Stability;

/* Returns the soft deadline after an iteration, in ms after the start. */
int64_t time_soft_deadline(const TimeManager *t, const Stability *s);

/* ---- lag ---- */

/* The lag meter measures two delays: the time that a clock loses per move in addition to the search itself,
 * computed from the clocks of `go`; and the time for which the machine suspends a search.
 *
 * At a side's next move its clock should show the previous time, minus the time of that search,
 * plus one increment. The difference was lost between engine and GUI. On a machine with more work
 * than processors, a search may be suspended for a while; if its time runs out just then, the move
 * is late. */
typedef struct LagMeter { /* if all fields are zero, nothing is known */
    GameClock clock;      /* clock at the start of the last move; time_ms is 0 if there was none */
    int game_ply;         /* game ply of that move */
    int64_t spent_ms;     /* time used by the search of that move; negative while the search is running */
    int moves;            /* number of moves compared; older moves have less and less weight */
    int64_t lost_ms;      /* total time lost on these moves */
    int64_t worst_ms;     /* largest recent loss on one move, or delay of one search */
} LagMeter;

/* Records the start of a move and compares its clock with that of the previous move. overhead_ms is
 * the user's reserve. */
void lag_move_begins(LagMeter *meter, const GameClock *clock, int game_ply, int64_t overhead_ms);

/* Records the end of a move: the time that the search used, and its longest delay, limited to a
 * multiple of the overhead. */
void lag_move_ends(LagMeter *meter, int64_t spent_ms, int64_t stall_ms, int64_t overhead_ms);

/* Returns the expected loss per move in ms, at least 0. Before any moves have been compared, the result
 * is derived from the overhead. */
int64_t lag_expected_ms(const LagMeter *meter, int64_t overhead_ms);

/* Returns the largest loss to allow for, in ms. This is the overhead, or up to time_lag_most times the
 * overhead if such a delay has occurred on this machine. */
int64_t lag_worst_ms(const LagMeter *meter, int64_t overhead_ms);
