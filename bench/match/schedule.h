/* SPDX-License-Identifier: GPL-3.0-only */
/* schedule.h - who meets whom, when, and from which opening: pure arithmetic on game numbers.
 *
 * A tournament is a fixed list of games numbered from 0, the same in every run, on every machine and
 * for every shard. All pairings play a round, then the next; each round has its opening. With `repeat`
 * games 2k and 2k + 1 are one pair: the same opening with colours swapped. A shard plays whole pairs. */
#pragma once

#include <stdbool.h>

typedef struct Schedule {
    int engines;       /* at least 2 */
    bool gauntlet;     /* the first engine against each other one; else everybody against everybody */
    bool repeat;       /* each opening with both colours */
    int games;         /* of each pairing; even with `repeat` */
    int shard, shards; /* part `shard` of `shards`, from 1; 1 of 1 is all */
} Schedule;

typedef struct Fixture {
    int id;
    int red, black; /* engines, from 0 */
    int opening;    /* from 0, without end; the opening set wraps round */
    int round;      /* from 0 */
} Fixture;

/* What the numbers have room for. */
enum { MOST_ENGINES = 1000, MOST_GAMES = 1000000, MOST_TOTAL = 100000000 };
bool schedule_is_bounded(const Schedule *s); /* within all three */

int schedule_pairings(const Schedule *s);
int schedule_total(const Schedule *s); /* games of all shards */
int schedule_own(const Schedule *s);   /* games of this shard */
Fixture schedule_fixture(const Schedule *s, int id);

/* Does this shard play game `id`? */
bool schedule_is_ours(const Schedule *s, int id);

/* The number of the pair that game `id` belongs to; shards divide these. */
static inline int schedule_pair(const Schedule *s, int id) { return s->repeat ? id / 2 : id; }

/* The two engines of a pairing, first < second. */
void schedule_pairing(const Schedule *s, int pairing, int *first, int *second);
