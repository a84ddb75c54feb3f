/* SPDX-License-Identifier: GPL-3.0-only */
#include "search/timeman.h"

#include "engine/base/contract.h"
#include "engine/base/minmax.h"
#include "search/params.h"

/* Returns the time available for this move and the later ones. Each later move gains and loses some
 * time. The losses are only an estimate, so the result keeps a minimum share of the clock. */
static int64_t time_pool(int64_t left, int moves, int64_t gain_ms, int64_t lag_ms)
{
    return max_i64(max_i64(1, left / time_pool_least), left + (int64_t)moves * (gain_ms - lag_ms));
}

void time_init(TimeManager *t, const Limits *limits, int64_t worst_ms, int64_t lag_ms)
{
    assert(limits->overhead_ms >= 0);
    assert(worst_ms >= 0 && lag_ms >= 0);
    *t = (TimeManager){0};
    const GameClock *clock = &limits->clock;
    int64_t overhead = limits->overhead_ms;

    if (limits->movetime_ms > 0) {
        /* The whole time may be used, but the engine's move must arrive before it has passed. */
        t->timed = true;
        t->soft_ms = t->hard_ms = max_i64(1, limits->movetime_ms - min_i64(overhead, limits->movetime_ms / 2));
    }
    if (!clock->time_ms)
        return;

    /* Spread the remaining time over the moves to come. In sudden death a move should get time in
     * proportion to the probability that the game reaches it. After the first moves this probability
     * halves every 35 moves, so the same share of the clock is right for each move (MEASURED.md,
     * "Time"). */
    int64_t left = max_i64(1, clock->time_ms - max_i64(overhead, min_i64(worst_ms, clock->time_ms / 2)));
    int64_t soft, hard;
    if (clock->moves_to_go > 0) {
        int moves = clock->moves_to_go > time_control_moves ? time_control_moves : clock->moves_to_go;
        int64_t pool = time_pool(left, moves - 1, clock->increment_ms, lag_ms);
        soft = pool / moves * time_control_soft / 100;
        hard = moves == 1 ? left * time_last_hard / 100 : min_i64(left * time_control_hard / 100, soft * time_hard_factor);
        if (moves == 1)
            soft = left * time_last_soft / 100;
    } else {
        /* When the clock is nearly empty, save the increments until it holds a dozen overheads again:
         * one late wake-up on a busy machine must not lose the game. */
        int64_t low = time_reserve * max_i64(overhead, lag_ms);
        int64_t gain = left < low ? clock->increment_ms * left / low : clock->increment_ms;
        int64_t from_increment = max_i64(0, gain - lag_ms) * time_increment_share / 100;
        int64_t pool = time_pool(left, time_increments, gain, lag_ms);
        /* If the opponent is short of time, it will err sooner, so fewer moves are to come: spend half
         * of the lead in addition. */
        int64_t lead = clock->time_ms - clock->opp_time_ms + time_lead_increments * (clock->increment_ms - clock->opp_increment_ms);
        int64_t from_lead = clock->opp_time_ms > 0 ? max_i64(0, min_i64(lead, left)) * time_lead_share / 100 : 0;
        soft = min_i64((pool + from_lead) / time_moves + from_increment, left * time_soft_most / 100);
        hard = min_i64(left * time_hard_most / 100, soft * time_hard_factor);
    }
    if (clock->will_ponder)
        soft += soft * time_ponder / 100;
    hard = max_i64(1, min_i64(hard, left - left / time_kept));
    soft = max_i64(1, min_i64(soft, hard));

    t->soft_ms = t->timed ? min_i64(t->soft_ms, soft) : soft;
    t->hard_ms = t->timed ? min_i64(t->hard_ms, hard) : hard;
    t->timed = true;
}

int64_t time_soft_deadline(const TimeManager *t, const Stability *s)
{
    assert(s->stable_iterations >= 0);
    assert(s->best_share == SHARE_UNKNOWN || (s->best_share >= 0 && s->best_share <= 1));
    const int by_stability[] = {time_stable_0, time_stable_1, time_stable_2, time_stable_3, time_stable_4,
                                time_stable_5, time_stable_6, time_stable_7, time_stable_8};
    const int last = (int)(sizeof by_stability / sizeof *by_stability) - 1;
    const int stable = s->stable_iterations > last ? last : s->stable_iterations;
    double drop = s->score_drop < -time_rise_most ? -time_rise_most : s->score_drop > time_drop_most ? time_drop_most : s->score_drop;
    const double effort = s->best_share == SHARE_UNKNOWN ? 100 : time_effort_base - time_effort_slope * s->best_share;
    double scale = time_share / 100.0 * by_stability[stable] / 100.0 * (1.0 + drop / 100.0) * effort / 100;
    int64_t deadline = (int64_t)((double)t->soft_ms * scale);
    return deadline < t->hard_ms ? deadline : t->hard_ms;
}

/* ---- lag ---- */

enum { SECOND_MS = 1000 };

/* Returns true if this is the game's next move after the last completed one, with the same clock.
 * Returns false for a clock in whole seconds, which is too coarse, and at a time control, where the
 * clock is reset. */
static bool lag_is_next(const LagMeter *m, const GameClock *clock, int game_ply)
{
    const bool in_seconds = m->clock.time_ms % SECOND_MS == 0 && clock->time_ms % SECOND_MS == 0;
    return m->clock.time_ms && clock->time_ms && m->spent_ms >= 0 && game_ply == m->game_ply + 2 && !in_seconds &&
           m->clock.moves_to_go != 1;
}

static void lag_note_worst(LagMeter *m, int64_t ms)
{
    if (ms > m->worst_ms)
        m->worst_ms = ms;
}

void lag_move_begins(LagMeter *m, const GameClock *clock, int game_ply, int64_t overhead_ms)
{
    assert(overhead_ms >= 0);
    const int64_t lost = m->clock.time_ms - m->spent_ms + m->clock.increment_ms - clock->time_ms, most = time_lag_most * overhead_ms;
    if (lag_is_next(m, clock, game_ply)) {
        m->lost_ms += clamp_i64(lost, 0, most);
        m->moves++;
        lag_note_worst(m, clamp_i64(lost, 0, most));
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
    lag_note_worst(m, clamp_i64(stall_ms, 0, time_lag_most * overhead_ms));
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
