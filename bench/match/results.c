/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/match/results.h"

#include <math.h>
#include <string.h>

#include "engine/base/array.h"
#include "engine/base/contract.h"

bool results_init(Results *r, const Schedule *schedule)
{
    assert(schedule_is_bounded(schedule));
    size_t n = (size_t)schedule->engines, total = (size_t)schedule_total(schedule);
    *r = (Results){.schedule = schedule,
                   .tallies = calloc(n * n, sizeof *r->tallies),
                   .totals = calloc(n, sizeof *r->totals),
                   .points = malloc(total + 1)};
    if (!r->tallies || !r->totals || !r->points) {
        results_clear(r);
        return false;
    }
    memset(r->points, -1, total + 1);
    if (schedule_is_drawn(schedule) && !rounds_init(&r->rounds, schedule)) {
        results_clear(r);
        return false;
    }
    for (size_t i = 0; i < n; i++)
        r->totals[i].slack_us = NO_SLACK;
    return true;
}

void results_clear(Results *r)
{
    for (int i = 0; i < r->count; i++)
        game_record_clear(&r->games[i]);
    free(r->games);
    free(r->tallies);
    free(r->totals);
    free(r->points);
    rounds_clear(&r->rounds);
    memset(r, 0, sizeof *r);
}

RoundsState results_state(const Results *r, int id) { return schedule_is_drawn(r->schedule) ? rounds_state(&r->rounds, id) : GAME_READY; }

Fixture results_fixture(const Results *r, int id)
{
    return schedule_is_drawn(r->schedule) ? rounds_fixture(&r->rounds, id) : schedule_fixture(r->schedule, id);
}

static void engine_totals_add_side(EngineTotals *t, const GameRecord *g, Side side)
{
    for (int i = side == side_to_move(&g->start) ? 0 : 1; i < g->plies; i += 2) {
        const PlyRecord *p = &g->moves[i];
        t->moves++;
        t->time_us += p->elapsed_us;
        if (p->thought.depth > 0) {
            t->depths++;
            t->depth_sum += p->thought.depth;
        }
        if (p->thought.nodes > 0) {
            t->nodes += p->thought.nodes;
            t->nodes_time_us += p->elapsed_us;
        }
    }
    if (g->slack_us[side] < t->slack_us)
        t->slack_us = g->slack_us[side];
    const int points = outcome_points(g->result.outcome, side);
    t->by_side[side].wins += points == 2;
    t->by_side[side].draws += points == 1;
    t->by_side[side].losses += points == 0;
    if (points == 0)
        t->lost_by[g->result.ending]++;
}

bool results_add(Results *r, GameRecord *g)
{
    if (g->id < 0 || g->id >= schedule_total(r->schedule) || results_has(r, g->id) || results_state(r, g->id) != GAME_READY ||
        g->result.outcome == OUTCOME_OPEN)
        return false;
    Fixture fixture = results_fixture(r, g->id);
    if (fixture.red != g->red || fixture.black != g->black)
        return false;
    if (!array_grow(&r->games, &r->capacity, (size_t)r->count + 1, sizeof *r->games))
        return false;
    if (schedule_is_drawn(r->schedule) && !rounds_add(&r->rounds, g->id, outcome_points(g->result.outcome, RED)))
        return false;

    int first = g->red < g->black ? g->red : g->black, second = g->red + g->black - first;
    int red_points = outcome_points(g->result.outcome, RED);
    int points = first == g->red ? red_points : 2 - red_points;
    Tally *t = &r->tallies[first * r->schedule->engines + second];
    t->wins += points == 2;
    t->draws += points == 1;
    t->losses += points == 0;
    r->points[g->id] = (signed char)points;
    if (r->schedule->repeat && results_has(r, g->id ^ 1))
        t->pairs[points + r->points[g->id ^ 1]]++;
    r->tallies[second * r->schedule->engines + first] = tally_reverse(t);

    engine_totals_add_side(&r->totals[g->red], g, RED);
    engine_totals_add_side(&r->totals[g->black], g, BLACK);
    r->endings[g->result.ending]++;
    r->games[r->count++] = *g;
    memset(g, 0, sizeof *g);
    return true;
}

Tally results_against_all(const Results *r, int engine)
{
    assert(in_range(engine, 0, r->schedule->engines - 1));
    Tally all = {0};
    for (int other = 0; other < r->schedule->engines; other++)
        if (other != engine)
            tally_add(&all, results_tally(r, engine, other));
    return all;
}

Averages results_averages(const Results *r, int engine)
{
    assert(in_range(engine, 0, r->schedule->engines - 1));
    const EngineTotals *t = &r->totals[engine];
    return (Averages){.depth = t->depths ? t->depth_sum / (double)t->depths : NAN,
                      .nodes_per_second = t->nodes_time_us > 0 ? (double)t->nodes * 1e6 / (double)t->nodes_time_us : NAN,
                      .ms_per_move = t->moves ? (double)t->time_us / 1e3 / (double)t->moves : NAN,
                      .least_slack_ms = t->slack_us != NO_SLACK ? (double)t->slack_us / 1e3 : NAN};
}
