/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/match/schedule.h"

#include <stddef.h>

#include "engine/base/contract.h"

const char *const format_words[] = {
    [FORMAT_ROUND_ROBIN] = "roundrobin", [FORMAT_GAUNTLET] = "gauntlet", [FORMAT_KNOCKOUT] = "knockout", [FORMAT_SWISS] = "swiss", NULL};

int schedule_pairings(const Schedule *s)
{
    assert(s->engines >= 2 && (s->format != FORMAT_GAUNTLET || in_range(s->seeds, 1, s->engines - 1)));
    return s->format == FORMAT_GAUNTLET ? s->seeds * (s->engines - s->seeds) : s->engines * (s->engines - 1) / 2;
}

int schedule_matches(const Schedule *s)
{
    assert(schedule_is_drawn(s));
    return s->format == FORMAT_KNOCKOUT ? s->engines - 1 : s->rounds * (s->engines / 2);
}

int schedule_slots(const Schedule *s) { return s->games + (s->format == FORMAT_KNOCKOUT ? s->tiebreaks * (s->repeat ? 2 : 1) : 0); }

bool schedule_is_sound(const Schedule *s)
{
    return s->engines >= 2 && (s->format != FORMAT_GAUNTLET || in_range(s->seeds, 1, s->engines - 1)) &&
           in_range(s->rounds, s->format == FORMAT_SWISS, MOST_ROUNDS) && in_range(s->tiebreaks, 0, MOST_TIEBREAKS);
}

bool schedule_is_bounded(const Schedule *s)
{
    const double pairs = schedule_is_drawn(s) ? schedule_matches(s) : schedule_pairings(s);
    return s->engines <= MOST_ENGINES && s->games <= MOST_GAMES && pairs * schedule_slots(s) <= MOST_TOTAL;
}

int schedule_total(const Schedule *s)
{
    return schedule_is_drawn(s) ? schedule_matches(s) * schedule_slots(s) : schedule_pairings(s) * s->games;
}

int schedule_own(const Schedule *s)
{
    assert(1 <= s->shard && s->shard <= s->shards);
    int pair = s->repeat ? 2 : 1, pairs = schedule_total(s) / pair;
    return (pairs / s->shards + (s->shard - 1 < pairs % s->shards)) * pair;
}

bool schedule_is_ours(const Schedule *s, int id)
{
    assert(in_range(id, 0, schedule_total(s) - 1));
    assert(1 <= s->shard && s->shard <= s->shards);
    return schedule_pair(s, id) % s->shards == s->shard - 1;
}

void schedule_pairing(const Schedule *s, int pairing, int *first, int *second)
{
    assert(pairing >= 0 && pairing < schedule_pairings(s));
    int a = 0;
    if (s->format == FORMAT_GAUNTLET) {
        *first = pairing / (s->engines - s->seeds);
        *second = s->seeds + pairing % (s->engines - s->seeds);
        return;
    }
    for (; pairing >= s->engines - 1 - a; a++)
        pairing -= s->engines - 1 - a;
    *first = a;
    *second = a + 1 + pairing;
}

int schedule_pairing_of(const Schedule *s, int first, int second)
{
    assert(0 <= first && first < second && second < s->engines);
    if (s->format == FORMAT_GAUNTLET)
        return first * (s->engines - s->seeds) + second - s->seeds;
    return first * (2 * s->engines - first - 1) / 2 + second - first - 1;
}

Fixture schedule_fixture(const Schedule *s, int id)
{
    assert(id >= 0 && !schedule_is_drawn(s));
    int slot = schedule_pair(s, id), pairings = schedule_pairings(s);
    int first, second, round = slot / pairings;
    schedule_pairing(s, slot % pairings, &first, &second);
    bool swapped = ((s->repeat ? id : round) & 1) != 0;
    return (Fixture){id, swapped ? second : first, swapped ? first : second, round, round};
}
