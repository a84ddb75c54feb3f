/* SPDX-License-Identifier: GPL-3.0-only */
/* lag.h - what a game's clock loses with each move beside the search's own time, as the clocks of `go` tell, and how long the machine
 * holds up a search.
 *
 * At a side's next move its clock should show what it showed before, less the time of that search, and one increment more. What
 * is missing was lost between engine and GUI. On a machine with more to do than processors a search may not run for a while, and if
 * its time is up just then its move comes late. */
#pragma once

#include "search/search.h"

typedef struct LagMeter { /* zeroed: nothing is known */
    GameClock clock;      /* of the last move that began; time_ms 0: none */
    int game_ply;         /* of it */
    int64_t spent_ms;     /* by its search; negative: it has not ended */
    int moves;            /* compared so far; older ones count less and less */
    int64_t lost_ms;      /* with these */
    int64_t worst_ms;     /* that one move lost, or its search was held up, of late */
} LagMeter;

/* A move begins, by a clock of which the user keeps so much in reserve: compares it with the one before. */
void lag_move_begins(LagMeter *meter, const GameClock *clock, int game_ply, int64_t overhead_ms);

/* It ends: what the search took of the clock, and the longest it was held up, of which some overheads count at most. */
void lag_move_ends(LagMeter *meter, int64_t spent_ms, int64_t stall_ms, int64_t overhead_ms);

/* What a move is expected to lose, in ms, at least 0. Until moves were compared it follows from the reserve. */
int64_t lag_expected_ms(const LagMeter *meter, int64_t overhead_ms);

/* What a move may lose at worst: the overhead, or up to time_lag_most times as much on a machine that was seen to hold it up so long. */
int64_t lag_worst_ms(const LagMeter *meter, int64_t overhead_ms);
