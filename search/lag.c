/* SPDX-License-Identifier: GPL-3.0-only */
#include "search/lag.h"

#include "engine/base/contract.h"
#include "engine/base/minmax.h"
#include "search/params.h"

enum { SECOND_MS = 1000 };

/* Returns true if this is the game's next move after the last completed one, by the same clock. A
 * clock in whole seconds is too coarse, and at a time control the clock is reset. */
static bool is_next(const LagMeter *m, const GameClock *clock, int game_ply)
{
    const bool in_seconds = m->clock.time_ms % SECOND_MS == 0 && clock->time_ms % SECOND_MS == 0;
    return m->clock.time_ms && clock->time_ms && m->spent_ms >= 0 && game_ply == m->game_ply + 2 && !in_seconds &&
           m->clock.moves_to_go != 1;
}

static void note_worst(LagMeter *m, int64_t ms)
{
    if (ms > m->worst_ms)
        m->worst_ms = ms;
}

void lag_move_begins(LagMeter *m, const GameClock *clock, int game_ply, int64_t overhead_ms)
{
    assert(overhead_ms >= 0);
    const int64_t lost = m->clock.time_ms - m->spent_ms + m->clock.increment_ms - clock->time_ms, most = time_lag_most * overhead_ms;
    if (is_next(m, clock, game_ply)) {
        m->lost_ms += clamp_i64(lost, 0, most);
        m->moves++;
        note_worst(m, clamp_i64(lost, 0, most));
    }
    if (m->moves > time_lag_memory) {
        m->lost_ms /= 2;
        m->moves /= 2;
    }
    m->clock = *clock;
    m->game_ply = game_ply;
    m->spent_ms = -1;
}

void lag_move_ends(LagMeter *m, int64_t spent_ms, int64_t stall_ms, int64_t overhead_ms)
{
    assert(overhead_ms >= 0 && spent_ms >= 0);
    m->spent_ms = spent_ms;
    m->worst_ms -= (m->worst_ms + time_stall_fades - 1) / time_stall_fades;
    note_worst(m, clamp_i64(stall_ms, 0, time_lag_most * overhead_ms));
}

int64_t lag_expected_ms(const LagMeter *m, int64_t overhead_ms)
{
    assert(overhead_ms >= 0);
    return (overhead_ms / time_lag_supposed + m->lost_ms) / (1 + m->moves);
}

int64_t lag_worst_ms(const LagMeter *m, int64_t overhead_ms)
{
    assert(overhead_ms >= 0);
    const int64_t worst = clamp_i64(m->worst_ms, 0, time_lag_most * overhead_ms);
    return worst > overhead_ms ? worst : overhead_ms;
}
