/* SPDX-License-Identifier: GPL-3.0-only */
/* schedule.h - players, order and openings of all games, computed from the game numbers alone.
 *
 * A tournament is a fixed list of games numbered from 0, the same in every run, on every machine
 * and for every shard. All pairings play a round, then the next; each round has its opening. With
 * `repeat`, games 2k and 2k + 1 are a pair: the same opening with colours swapped. A shard plays
 * whole pairs. */
#pragma once

#include <stdbool.h>

typedef struct Schedule {
    int engines;       /* at least 2 */
    bool gauntlet;     /* the first engine plays each other one; otherwise round-robin */
    bool repeat;       /* each opening is played with both colours */
    int games;         /* number of games per pairing; even with `repeat` */
    int shard, shards; /* part `shard` of `shards`, from 1; 1 of 1 is the whole */
} Schedule;

typedef struct Fixture {
    int id;
    int red, black; /* indices of engines */
    int opening;    /* index of the opening from 0, unbounded; the opening set repeats */
    int round;      /* number of the round, from 0 */
} Fixture;

/* Limits that keep all numbers in range. */
enum { MOST_ENGINES = 1000, MOST_GAMES = 1000000, MOST_TOTAL = 100000000 };
bool schedule_is_bounded(const Schedule *s); /* true if within all three limits */

int schedule_pairings(const Schedule *s);
int schedule_total(const Schedule *s); /* games of all shards */
int schedule_own(const Schedule *s);   /* games of this shard */

/* Returns players and round of game `id`, which may lie beyond the end of the schedule: they are the
 * same for any number of games between these engines. */
Fixture schedule_fixture(const Schedule *s, int id);

/* Returns true if this shard plays game `id`. */
bool schedule_is_ours(const Schedule *s, int id);

/* Returns the number of the pair that game `id` belongs to; shards divide the pairs. */
static inline int schedule_pair(const Schedule *s, int id) { return s->repeat ? id / 2 : id; }

/* Sets the two engines of a pairing, first < second. */
void schedule_pairing(const Schedule *s, int pairing, int *first, int *second);
