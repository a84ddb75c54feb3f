/* SPDX-License-Identifier: GPL-3.0-only */
#include "search/lag.h"

enum {
    OVERHEAD_PART = 4,  /* the reserve is made for the worst move: the mean is about such a part of it */
    SUPPOSED_MOVES = 1, /* that many moves are supposed to have shown it */
    REMEMBERED = 64,    /* moves; with more the older half fades */
    MOST_MS = 1000,     /* lost or gained by one move: more is a clock that was set anew, or one in seconds */
};

void lag_move_begins(LagMeter *m, const GameClock *clock, int game_ply)
{
    if (m->clock.time_ms && clock->time_ms && m->spent_ms >= 0 && game_ply == m->game_ply + 2) {
        const int64_t lost = m->clock.time_ms - m->spent_ms + m->clock.increment_ms - clock->time_ms;
        if (lost >= -MOST_MS) {
            m->lost_ms += lost < MOST_MS ? lost : MOST_MS;
            m->moves++;
        }
        if (m->moves > REMEMBERED) {
            m->lost_ms /= 2;
            m->moves /= 2;
        }
    }
    m->clock = *clock;
    m->game_ply = game_ply;
    m->spent_ms = -1;
}

void lag_move_ends(LagMeter *m, int64_t spent_ms) { m->spent_ms = spent_ms; }

int64_t lag_expected_ms(const LagMeter *m, int64_t overhead_ms)
{
    const int64_t supposed = SUPPOSED_MOVES * overhead_ms / OVERHEAD_PART, lost = supposed + m->lost_ms;
    return lost > 0 ? lost / (SUPPOSED_MOVES + m->moves) : 0;
}
