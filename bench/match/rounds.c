/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/match/rounds.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"

/* Returns the number of games that decide together: a pair with both colours, or one. */
static int rounds_unit(const Schedule *s) { return s->repeat ? 2 : 1; }

/* Returns the number of matches of a round. */
static int rounds_size(const Schedule *s, int round)
{
    if (s->format == FORMAT_SWISS)
        return s->engines / 2;
    int bracket = 1;
    while (bracket < s->engines)
        bracket *= 2;
    return round == 0 ? s->engines - bracket / 2 : bracket >> (round + 1);
}

static int rounds_number(const Schedule *s)
{
    int number = 0;
    if (s->format == FORMAT_SWISS)
        return s->rounds;
    while (1 << number < s->engines)
        number++;
    return number;
}

static int rounds_match_of(const Rounds *r, int id) { return id / schedule_slots(r->schedule); }

static int rounds_round_of(const Rounds *r, int match)
{
    int round = 0;
    while (r->first[round + 1] <= match)
        round++;
    return round;
}

/* ---- drawing ---- */

static void rounds_set(Rounds *r, int match, int one, int two)
{
    r->matches[match] = (RoundMatch){.first = one < two ? one : two, .second = one < two ? two : one, .winner = -1};
}

/* Draws a round of a knockout among `count` engines, best seed first. In a bracket of 2k places, place i meets place 2k - 1 - i; places from
 * `count` on are empty. */
static void knockout_draw(Rounds *r, const int *engines, int count)
{
    const int round = r->drawn;
    int bracket = 1, match = r->first[round];
    while (bracket < count)
        bracket *= 2;
    for (int i = 0; i < bracket / 2; i++)
        if (bracket - 1 - i < count)
            rounds_set(r, match++, engines[i], engines[bracket - 1 - i]);
    assert(match == r->first[round + 1]);
}

/* The winner of a match takes the place of its better seed, so the bracket keeps its order. */
static void knockout_draw_next(Rounds *r, int *order)
{
    const int engines = r->schedule->engines, byes = engines - 2 * rounds_size(r->schedule, 0);
    int count = 0;
    for (int i = 0; i < (r->drawn == 0 ? engines : r->drawn == 1 ? byes : 0); i++)
        order[count++] = i;
    for (int i = r->drawn > 0 ? r->first[r->drawn - 1] : 0; i < r->first[r->drawn]; i++)
        order[count++] = r->matches[i].winner;
    knockout_draw(r, order, count);
}

typedef struct SwissPlace {
    int engine, points;
} SwissPlace;

typedef enum SwissMode {
    SWISS_FROM_TOP,  /* the first engine without a partner chooses */
    SWISS_NARROWEST, /* the one with the fewest possible partners chooses: finds pairs if the former takes too long */
    SWISS_AGAIN,     /* engines may meet twice */
    SWISS_MODES,
} SwissMode;

typedef struct SwissDraw {
    SwissPlace *places; /* by points, then by seed, without the engine that has no opponent */
    int *partner;       /* by place; -1: none yet */
    bool *met;          /* [engines * engines] */
    int engines, count, steps;
    SwissMode mode;
} SwissDraw;

enum { SWISS_STEPS = 100000 }; /* pairings tried in each mode */

static bool swiss_met(const SwissDraw *d, int a, int b) { return d->met[d->places[a].engine * d->engines + d->places[b].engine]; }

/* Returns the number of engines with the points of this place. */
static int swiss_group(const SwissDraw *d, int place)
{
    int group = 0;
    for (int i = 0; i < d->count; i++)
        group += d->places[i].points == d->places[place].points;
    return group;
}

/* Returns the cost of pairing two places: first of meeting again, then of a difference in points, then of the distance from half the
 * group of the first. */
static int64_t swiss_cost(const SwissDraw *d, int a, int b, int group)
{
    const int64_t away = abs(b - a - group / 2), apart = abs(d->places[a].points - d->places[b].points);
    return ((int64_t)swiss_met(d, a, b) << 50) + (apart << 20) + away;
}

typedef struct SwissChoice { /* a partner, and the cost by which partners are ordered */
    int place;
    int64_t cost;
} SwissChoice;

/* Returns true if two places may be paired. */
static bool swiss_may_pair(const SwissDraw *d, int a, int b)
{
    return a != b && d->partner[b] < 0 && (d->mode == SWISS_AGAIN || !swiss_met(d, a, b));
}

/* Returns the next partner for a place after the one that was tried last; its place is -1 if there is none. */
static SwissChoice swiss_next(const SwissDraw *d, int from, int group, SwissChoice last)
{
    SwissChoice next = {-1, 0};
    for (int i = 0; i < d->count; i++) {
        if (!swiss_may_pair(d, from, i))
            continue;
        const int64_t cost = swiss_cost(d, from, i, group);
        const bool later = cost > last.cost || (cost == last.cost && i > last.place);
        if (later && (next.place < 0 || cost < next.cost))
            next = (SwissChoice){i, cost};
    }
    return next;
}

/* Returns the place that chooses its partner next, or -1 if all have one. */
static int swiss_chooser(const SwissDraw *d)
{
    int chooser = -1, fewest = d->count;
    for (int i = 0; i < d->count; i++) {
        int partners = 0;
        if (d->partner[i] >= 0)
            continue;
        if (d->mode != SWISS_NARROWEST)
            return i;
        for (int j = 0; j < d->count; j++)
            partners += swiss_may_pair(d, i, j);
        if (partners < fewest) {
            fewest = partners;
            chooser = i;
        }
    }
    return chooser;
}

/* Pairs all places that have no partner. Returns false if that is impossible, or took too many steps. */
static bool swiss_pair(SwissDraw *d)
{
    const int from = swiss_chooser(d);
    if (from < 0)
        return true;
    const int group = swiss_group(d, from);
    for (SwissChoice c = {-1, -1}; (c = swiss_next(d, from, group, c)).place >= 0 && ++d->steps <= SWISS_STEPS;) {
        d->partner[from] = c.place;
        d->partner[c.place] = from;
        if (swiss_pair(d))
            return true;
        d->partner[from] = d->partner[c.place] = -1;
    }
    return false;
}

static int swiss_compare(const void *a, const void *b)
{
    const SwissPlace *one = a, *two = b;
    return one->points != two->points ? two->points - one->points : one->engine - two->engine;
}

/* Returns the engine that has no opponent in this round, or -1. */
static int swiss_bye(const Rounds *r, const SwissPlace *places)
{
    const int engines = r->schedule->engines;
    for (int i = engines - 1; i >= 0 && engines % 2; i--) {
        bool before = false;
        for (int round = 0; round < r->drawn; round++)
            before = before || r->byes[round] == places[i].engine;
        if (!before)
            return places[i].engine;
    }
    return engines % 2 ? places[engines - 1].engine : -1;
}

/* Fills in the places of a round, and who has met whom. */
static void swiss_begin(Rounds *r, SwissDraw *d)
{
    const int n = d->engines;
    for (int i = 0; i < n; i++)
        d->places[i] = (SwissPlace){i, rounds_points(r, i)};
    qsort(d->places, (size_t)n, sizeof *d->places, swiss_compare);
    const int bye = r->byes[r->drawn] = swiss_bye(r, d->places);
    for (int i = 0; i < n; i++)
        if (d->places[i].engine != bye)
            d->places[d->count++] = d->places[i];
    for (const RoundMatch *m = r->matches; m < r->matches + r->first[r->drawn]; m++)
        d->met[m->first * n + m->second] = d->met[m->second * n + m->first] = true;
}

static bool swiss_draw_next(Rounds *r)
{
    const size_t n = (size_t)r->schedule->engines;
    SwissDraw d = {.places = calloc(n, sizeof *d.places),
                   .partner = calloc(n, sizeof *d.partner),
                   .met = calloc(n * n, sizeof *d.met),
                   .engines = r->schedule->engines};
    const bool good = d.places && d.partner && d.met;
    if (good)
        swiss_begin(r, &d);
    for (int mode = 0; mode < SWISS_MODES && good; mode++) {
        for (int i = 0; i < d.count; i++)
            d.partner[i] = -1;
        d.mode = (SwissMode)mode;
        d.steps = 0;
        if (swiss_pair(&d))
            break;
    }
    for (int i = 0, match = r->first[r->drawn]; i < d.count; i++)
        if (d.partner[i] > i)
            rounds_set(r, match++, d.places[i].engine, d.places[d.partner[i]].engine);
    free(d.places);
    free(d.partner);
    free(d.met);
    return good;
}

static bool rounds_draw_next(Rounds *r)
{
    int *order = calloc((size_t)r->schedule->engines, sizeof *order);
    bool good = order != NULL;
    if (good && r->schedule->format == FORMAT_KNOCKOUT)
        knockout_draw_next(r, order);
    else if (good)
        good = swiss_draw_next(r);
    free(order);
    if (good) {
        r->left = r->first[r->drawn + 1] - r->first[r->drawn];
        r->drawn++;
    }
    return good;
}

bool rounds_init(Rounds *r, const Schedule *schedule)
{
    assert(schedule_is_drawn(schedule));
    const int count = rounds_number(schedule);
    *r = (Rounds){.schedule = schedule,
                  .matches = calloc((size_t)schedule_matches(schedule), sizeof *r->matches),
                  .first = calloc((size_t)count + 1, sizeof *r->first),
                  .byes = calloc((size_t)count + 1, sizeof *r->byes),
                  .count = count};
    if (!r->matches || !r->first || !r->byes)
        return false;
    for (int round = 0; round < count; round++) {
        r->first[round + 1] = r->first[round] + rounds_size(schedule, round);
        r->byes[round] = -1;
    }
    assert(r->first[count] == schedule_matches(schedule));
    return rounds_draw_next(r);
}

void rounds_clear(Rounds *r)
{
    free(r->matches);
    free(r->first);
    free(r->byes);
    *r = (Rounds){0};
}

/* ---- games ---- */

RoundsState rounds_state(const Rounds *r, int id)
{
    const Schedule *s = r->schedule;
    const int match = rounds_match_of(r, id), game = id % schedule_slots(s), unit = rounds_unit(s);
    if (match >= r->first[r->drawn])
        return GAME_WAITS;
    const RoundMatch *m = &r->matches[match];
    if (game < s->games)
        return GAME_READY;
    const int before = s->games + (game - s->games) / unit * unit; /* games after which this one is played if the match is drawn */
    if (m->over)
        return before < m->played ? GAME_READY : GAME_VOID;
    return m->played >= before ? GAME_READY : GAME_WAITS;
}

Fixture rounds_fixture(const Rounds *r, int id)
{
    const Schedule *s = r->schedule;
    const int match = rounds_match_of(r, id), game = id % schedule_slots(s), round = rounds_round_of(r, match);
    assert(match < r->first[r->drawn]);
    const RoundMatch *m = &r->matches[match];
    const int openings = schedule_slots(s) / rounds_unit(s); /* of each match; those of a round have the same */
    const bool swapped = ((s->repeat ? game : game + round) & 1) != 0;
    return (Fixture){id, swapped ? m->second : m->first, swapped ? m->first : m->second, round * openings + game / rounds_unit(s), round};
}

/* Ends the match if it is decided. */
static void rounds_settle(Rounds *r, RoundMatch *m)
{
    const Schedule *s = r->schedule;
    const bool drawn = m->points == m->played;
    if (m->played < s->games || (m->played - s->games) % rounds_unit(s))
        return;
    if (s->format == FORMAT_KNOCKOUT && drawn && m->played < schedule_slots(s))
        return;
    m->over = true;
    m->winner = m->points > m->played ? m->first : m->points < m->played ? m->second : -1;
    if (s->format == FORMAT_KNOCKOUT && drawn)
        m->winner = m->black_wins < 0 ? m->second : m->first;
    r->voids += schedule_slots(s) - m->played;
    r->left--;
}

bool rounds_add(Rounds *r, int id, int red_points)
{
    assert(rounds_state(r, id) == GAME_READY && in_range(red_points, 0, 2));
    const Fixture f = rounds_fixture(r, id);
    RoundMatch *m = &r->matches[rounds_match_of(r, id)];
    const bool is_red = f.red == m->first;
    assert(!m->over);
    m->played++;
    m->points += is_red ? red_points : 2 - red_points;
    if (red_points == 0)
        m->black_wins += is_red ? -1 : 1;
    rounds_settle(r, m);
    return r->left > 0 || r->drawn == r->count || rounds_draw_next(r);
}

/* ---- standings ---- */

/* Returns the half points of an engine in a match in which it plays. */
static int match_points(const RoundMatch *m, int engine) { return engine == m->first ? m->points : 2 * m->played - m->points; }
static bool match_has(const RoundMatch *m, int engine) { return m->first == engine || m->second == engine; }

int rounds_points(const Rounds *r, int engine)
{
    int points = 0;
    for (int i = 0; i < r->first[r->drawn]; i++)
        points += match_has(&r->matches[i], engine) ? match_points(&r->matches[i], engine) : 0;
    for (int round = 0; round < r->drawn; round++)
        points += r->byes[round] == engine ? 2 * r->schedule->games : 0;
    return points;
}

int rounds_buchholz(const Rounds *r, int engine)
{
    int sum = 0;
    for (int i = 0; i < r->first[r->drawn]; i++)
        if (match_has(&r->matches[i], engine))
            sum += rounds_points(r, r->matches[i].first + r->matches[i].second - engine);
    return sum;
}

int rounds_won(const Rounds *r, int engine)
{
    int won = 0;
    for (int i = 0; i < r->first[r->drawn]; i++)
        won += r->matches[i].winner == engine;
    return won;
}

/* Returns the number of rounds of a knockout that the engine has survived, with those in which it had no opponent. */
static int knockout_survived(const Rounds *r, int engine)
{
    int lost = r->drawn;
    for (int i = 0; i < r->first[r->drawn]; i++)
        if (match_has(&r->matches[i], engine) && r->matches[i].over && r->matches[i].winner != engine)
            lost = rounds_round_of(r, i);
    return lost;
}

typedef struct RoundsPlace {
    int engine, first, second; /* the keys by which engines are ordered, larger ones ahead */
} RoundsPlace;

static int rounds_compare(const void *a, const void *b)
{
    const RoundsPlace *one = a, *two = b;
    const int ahead = two->first != one->first ? two->first - one->first : two->second - one->second;
    return ahead ? ahead : one->engine - two->engine;
}

bool rounds_rank(const Rounds *r, int *order)
{
    const int n = r->schedule->engines;
    const bool swiss = r->schedule->format == FORMAT_SWISS;
    RoundsPlace *places = calloc((size_t)n, sizeof *places);
    for (int i = 0; i < n && places; i++)
        places[i] = (RoundsPlace){i, swiss ? rounds_points(r, i) : knockout_survived(r, i), swiss ? rounds_buchholz(r, i) : 0};
    if (places)
        qsort(places, (size_t)n, sizeof *places, rounds_compare);
    for (int i = 0; i < n && places; i++)
        order[i] = places[i].engine;
    const bool good = places != NULL;
    free(places);
    return good;
}
