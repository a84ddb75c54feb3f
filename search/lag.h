/* SPDX-License-Identifier: GPL-3.0-only */
/* lag.h - what a game's clock loses with each move beside the search's own time, as the clocks of `go` tell.
 *
 * At a side's next move its clock should show what it showed before, less the time of that search, and one increment more. What
 * is missing was lost between engine and GUI. */
#pragma once

#include "search/search.h"

typedef struct LagMeter { /* zeroed: nothing is known */
    GameClock clock;      /* of the last move that began; time_ms 0: none */
    int game_ply;         /* of it */
    int64_t spent_ms;     /* by its search; negative: it has not ended */
    int moves;            /* compared so far; older ones count less and less */
    int64_t lost_ms;      /* with these */
} LagMeter;

/* A move begins, by a clock of which the user keeps so much in reserve: compares it with the one before. */
void lag_move_begins(LagMeter *meter, const GameClock *clock, int game_ply, int64_t overhead_ms);

/* It ends: what the search took of the clock. */
void lag_move_ends(LagMeter *meter, int64_t spent_ms);

/* What a move is expected to lose, in ms, at least 0. Until moves were compared it follows from the reserve. */
int64_t lag_expected_ms(const LagMeter *meter, int64_t overhead_ms);
