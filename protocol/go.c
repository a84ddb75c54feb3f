#include "protocol/go.h"

#include "protocol/setup.h"

enum { LONGEST_MS = 1 << 30 };

/* UNSET counts as 0. The result is at least 0 and never overflows what is done with it. */
static int64_t milliseconds(int64_t value, int64_t unit)
{
    if (value <= 0)
        return 0;
    return value > LONGEST_MS / unit ? LONGEST_MS : value * unit;
}

static bool given(int64_t value) { return value != UNSET; }

/* The clock of the side to move, if a game clock is meant: `time` with anything else about time, or
 * UCI's wtime and btime. `time` alone is a budget for this one move (UCCI.md, 49 to 52). An opponent's increment that is
 * not said is taken to be ours. */
static bool read_clock(const GoArgs *args, int64_t unit, Side side, GameClock *clock)
{
    if (given(args->time)) {
        if (!given(args->increment) && !given(args->movestogo) && !given(args->opptime) && !given(args->oppincrement) &&
            !given(args->oppmovestogo))
            return false;
        clock->time_ms = milliseconds(args->time, unit);
        clock->increment_ms = milliseconds(args->increment, unit);
        clock->opp_time_ms = milliseconds(args->opptime, unit);
        clock->opp_increment_ms = milliseconds(given(args->oppincrement) ? args->oppincrement : args->increment, unit);
    } else if (given(args->clock[side])) {
        clock->time_ms = milliseconds(args->clock[side], 1);
        clock->increment_ms = milliseconds(args->gain[side], 1);
        clock->opp_time_ms = milliseconds(args->clock[opponent(side)], 1);
        clock->opp_increment_ms = milliseconds(args->gain[given(args->gain[opponent(side)]) ? opponent(side) : side], 1);
    } else {
        return false;
    }
    if (clock->time_ms < 1)
        clock->time_ms = 1;
    if (args->movestogo > 0)
        clock->moves_to_go = args->movestogo < 1000 ? (int)args->movestogo : 1000;
    return true;
}

void go_limits(const GoArgs *args, bool in_ms, const Position *pos, Limits *limits, bool *infinite)
{
    *limits = (Limits){.ponder = args->ponder};

    if (args->depth > 0)
        limits->depth = args->depth < MAX_DEPTH ? (int)args->depth : MAX_DEPTH;
    if (given(args->nodes))
        limits->nodes = args->nodes > 0 ? (uint64_t)args->nodes : 1;
    if (given(args->mate))
        limits->mate = args->mate < 1 ? 1 : args->mate < MAX_PLY ? (int)args->mate : MAX_PLY;
    if (given(args->movetime))
        limits->movetime_ms = milliseconds(args->movetime, 1) > 0 ? milliseconds(args->movetime, 1) : 1;

    int64_t unit = in_ms ? 1 : 1000;
    bool has_clock = read_clock(args, unit, (Side)pos->side, &limits->clock);
    if (given(args->time) && !has_clock) {
        int64_t budget = milliseconds(args->time, unit) > 0 ? milliseconds(args->time, unit) : 1;
        if (limits->movetime_ms == 0 || budget < limits->movetime_ms)
            limits->movetime_ms = budget;
    }

    bool limited = given(args->depth) || limits->nodes || limits->mate || limits->movetime_ms || has_clock;
    *infinite = args->infinite || !limited;
    if (args->infinite) /* it is the only limit then */
        limits->depth = 0, limits->nodes = 0, limits->mate = 0, limits->movetime_ms = 0, limits->clock = (GameClock){0};
    if (args->searchmoves)
        limits->roots.only_count = setup_moves(pos, args->searchmoves, limits->roots.only);
}
