/* SPDX-License-Identifier: GPL-3.0-only */
#include "search/lag.h"

enum {
    SUPPOSED_PART = 8,  /* the overhead is for a bad move: the mean is taken to be such a part of it ... */
    SUPPOSED_MOVES = 1, /* ... as if so many moves had shown it */
    MOST_RESERVES = 4,  /* one move counts as so many overheads at most, whatever held it up */
    REMEMBERED = 64,    /* moves; with more the older half fades */
    STALL_FADES = 8,    /* the worst counts for one part in so many less with each move */
    SECOND_MS = 1000,
};

/* Is this the next move of the game after the last that began and ended, by the same clock? A clock in whole seconds tells nothing of
 * milliseconds, and at a time control there is a new one. */
static bool is_next(const LagMeter *m, const GameClock *clock, int game_ply)
{
    const bool in_seconds = m->clock.time_ms % SECOND_MS == 0 && clock->time_ms % SECOND_MS == 0;
    return m->clock.time_ms && clock->time_ms && m->spent_ms >= 0 && game_ply == m->game_ply + 2 && !in_seconds &&
           m->clock.moves_to_go != 1;
}

static int64_t within(int64_t value, int64_t most) { return value < 0 ? 0 : value < most ? value : most; }

void lag_move_begins(LagMeter *m, const GameClock *clock, int game_ply, int64_t overhead_ms)
{
    const int64_t lost = m->clock.time_ms - m->spent_ms + m->clock.increment_ms - clock->time_ms, most = MOST_RESERVES * overhead_ms;
    if (is_next(m, clock, game_ply)) {
        m->lost_ms += within(lost, most);
        m->moves++;
        if (within(lost, most) > m->worst_ms)
            m->worst_ms = within(lost, most);
    }
    if (m->moves > REMEMBERED) {
        m->lost_ms /= 2;
        m->moves /= 2;
    }
    m->clock = *clock;
    m->game_ply = game_ply;
    m->spent_ms = -1;
}

void lag_move_ends(LagMeter *m, int64_t spent_ms, int64_t stall_ms)
{
    m->spent_ms = spent_ms;
    m->worst_ms -= (m->worst_ms + STALL_FADES - 1) / STALL_FADES;
    if (stall_ms > m->worst_ms)
        m->worst_ms = stall_ms;
}

int64_t lag_expected_ms(const LagMeter *m, int64_t overhead_ms)
{
    return (SUPPOSED_MOVES * overhead_ms / SUPPOSED_PART + m->lost_ms) / (SUPPOSED_MOVES + m->moves);
}

int64_t lag_worst_ms(const LagMeter *m, int64_t overhead_ms)
{
    const int64_t worst = within(m->worst_ms, MOST_RESERVES * overhead_ms);
    return worst > overhead_ms ? worst : overhead_ms;
}
