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
 * the expected loss of each later move (below). For a fixed time per move only the overhead of the
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

/* ---- lag ---- */

/* The lag meter measures the time that a clock loses per move beyond the search itself, by the clocks of
 * `go`, and how long the machine delays a search.
 *
 * At a side's next move its clock should show the previous time, minus the time of that search,
 * plus one increment. The difference was lost between engine and GUI. On a machine with more work
 * than processors, a search may be suspended for a while; if its time runs out just then, the move
 * is late. */
typedef struct LagMeter { /* all zero: nothing is known */
    GameClock clock;      /* clock at the start of the last move; time_ms is 0 if there was none */
    int game_ply;         /* game ply of that move */
    int64_t spent_ms;     /* time used by its search; negative while it runs */
    int moves;            /* number of moves compared; older ones count less and less */
    int64_t lost_ms;      /* total time lost on these moves */
    int64_t worst_ms;     /* largest recent loss, or delay of a search, on one move */
} LagMeter;

/* Records the start of a move and compares its clock with that of the previous move. overhead_ms is
 * the user's reserve. */
void lag_move_begins(LagMeter *meter, const GameClock *clock, int game_ply, int64_t overhead_ms);

/* Records the end of a move: the time that the search used, and its longest delay, limited to a
 * multiple of the overhead. */
void lag_move_ends(LagMeter *meter, int64_t spent_ms, int64_t stall_ms, int64_t overhead_ms);

/* Returns the expected loss per move in ms, at least 0. Until moves were compared, it is derived
 * from the overhead. */
int64_t lag_expected_ms(const LagMeter *meter, int64_t overhead_ms);

/* Returns the largest loss to allow for, in ms: the overhead, or up to time_lag_most times as much
 * if such a delay was seen on this machine. */
int64_t lag_worst_ms(const LagMeter *meter, int64_t overhead_ms);
