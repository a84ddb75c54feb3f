#include "search/timeman.h"

#include "search/params.h"

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

void time_init(TimeManager *t, const Limits *limits, int game_ply)
{
    *t = (TimeManager){0};
    const GameClock *clock = &limits->clock;
    int64_t overhead = limits->overhead_ms;

    if (limits->movetime_ms > 0) {
        /* All of it may be used, but the answer must arrive within it. */
        t->timed = true;
        t->soft_ms = t->hard_ms = most(1, limits->movetime_ms - least(overhead, limits->movetime_ms / 2));
    }
    if (!clock->time_ms)
        return;

    /* Spread what is left over the moves to come. In sudden death a Xiangqi game of engines has some
     * 35 to 50 moves a side ahead; the estimate shrinks slowly so that long games do not starve. */
    int64_t left = most(1, clock->time_ms - overhead);
    int64_t soft, hard;
    if (clock->moves_to_go > 0) {
        int moves = clock->moves_to_go > 50 ? 50 : clock->moves_to_go;
        int64_t pool = most(1, left + (int64_t)(moves - 1) * (clock->increment_ms - overhead));
        soft = pool / moves * 9 / 10;
        hard = moves == 1 ? left * 9 / 10 : least(left * 3 / 4, soft * 5);
        if (moves == 1)
            soft = left * 8 / 10;
    } else {
        int moves = 42 - game_ply / 8;
        moves = moves < 24 ? 24 : moves;
        int64_t pool = most(1, left + 20 * (clock->increment_ms - overhead));
        /* A nearly empty clock keeps its increments until it holds a few overheads again: one late
         * wake-up on a busy machine must not lose the game. */
        int64_t reserve = 8 * overhead;
        int64_t from_increment = clock->increment_ms / 2;
        if (left < reserve)
            from_increment = from_increment * left / reserve;
        /* Who is short of time errs sooner, so fewer moves are to come: half of the lead is spent beside. */
        int64_t lead = clock->time_ms - clock->opp_time_ms + 20 * (clock->increment_ms - clock->opp_increment_ms);
        int64_t from_lead = clock->opp_time_ms > 0 ? most(0, least(lead, left)) / 2 : 0;
        soft = least((pool + from_lead) / moves + from_increment, left / 2);
        hard = least(left * 6 / 10, soft * 5);
    }
    if (clock->will_ponder)
        soft += soft / 4;
    hard = most(1, least(hard, left - left / 16));
    soft = most(1, least(soft, hard));

    t->soft_ms = t->timed ? least(t->soft_ms, soft) : soft;
    t->hard_ms = t->timed ? least(t->hard_ms, hard) : hard;
    t->timed = true;
}

int64_t time_soft_deadline(const TimeManager *t, const Stability *s)
{
    static const double by_stability[] = {1.5, 1.2, 1.0, 0.88, 0.8, 0.74, 0.7};
    int stable = s->stable_iterations > 6 ? 6 : s->stable_iterations;
    double drop = s->score_drop < -20 ? -20 : s->score_drop > 80 ? 80 : s->score_drop;
    double scale = time_share / 100.0 * by_stability[stable] * (1.0 + drop / 100.0) * (1.75 - 1.05 * s->best_share);
    int64_t deadline = (int64_t)((double)t->soft_ms * scale);
    return deadline < t->hard_ms ? deadline : t->hard_ms;
}
