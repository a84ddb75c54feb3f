/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/match/schedule.h"

#include <assert.h>

#include "engine/base/contract.h"

int schedule_pairings(const Schedule *s)
{
    assert(s->engines >= 2);
    return s->gauntlet ? s->engines - 1 : s->engines * (s->engines - 1) / 2;
}

bool schedule_is_bounded(const Schedule *s)
{
    return s->engines <= MOST_ENGINES && s->games <= MOST_GAMES && (double)schedule_pairings(s) * s->games <= MOST_TOTAL;
}

int schedule_total(const Schedule *s) { return schedule_pairings(s) * s->games; }

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
    if (!s->gauntlet)
        for (; pairing >= s->engines - 1 - a; a++)
            pairing -= s->engines - 1 - a;
    *first = a;
    *second = a + 1 + pairing;
}

Fixture schedule_fixture(const Schedule *s, int id)
{
    assert(id >= 0);
    int slot = schedule_pair(s, id), pairings = schedule_pairings(s);
    int first, second, round = slot / pairings;
    schedule_pairing(s, slot % pairings, &first, &second);
    bool swapped = ((s->repeat ? id : round) & 1) != 0;
    return (Fixture){id, swapped ? second : first, swapped ? first : second, round, round};
}
