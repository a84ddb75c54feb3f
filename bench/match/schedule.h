/* SPDX-License-Identifier: GPL-3.0-only */
/* schedule.h - the numbers of all games, and their players, order and openings where these do not depend on results.
 *
 * A tournament is a fixed list of games numbered from 0, the same in every run, on every machine
 * and for every shard. In a round-robin or a gauntlet, all pairings play a round, then the next; each round has its opening. With
 * `repeat`, games 2k and 2k + 1 are a pair: the same opening with colours swapped. A shard plays
 * whole pairs. The players of a knockout or a Swiss tournament are drawn from results (rounds.h). */
#pragma once

#include <stdbool.h>

typedef enum Format { FORMAT_ROUND_ROBIN, FORMAT_GAUNTLET, FORMAT_KNOCKOUT, FORMAT_SWISS } Format;
extern const char *const format_words[]; /* roundrobin, gauntlet, knockout, swiss, NULL */

typedef struct Schedule {
    int engines;       /* at least 2 */
    Format format;     /* in a gauntlet, each of the first `seeds` engines plays each of the others */
    bool repeat;       /* each opening is played with both colours */
    int games;         /* number of games per pairing, or per match of a round; even with `repeat` */
    int shard, shards; /* part `shard` of `shards`, from 1; 1 of 1 is the whole */
    int seeds;         /* gauntlet: at least 1 */
    int rounds;        /* Swiss: number of rounds */
    int tiebreaks;     /* knockout: number of further pairs of games (without `repeat`: of games) after a drawn match */
} Schedule;

typedef struct Fixture {
    int id;
    int red, black; /* indices of engines */
    int opening;    /* index of the opening from 0, unbounded; the opening set repeats */
    int round;      /* number of the round, from 0 */
} Fixture;

/* Limits that keep all numbers in range. */
enum { MOST_ENGINES = 1000, MOST_GAMES = 1000000, MOST_TOTAL = 100000000, MOST_ROUNDS = MOST_GAMES / 2, MOST_TIEBREAKS = 1000 };
bool schedule_is_sound(const Schedule *s);   /* true if the numbers of engines, seeds, rounds and tiebreaks are possible */
bool schedule_is_bounded(const Schedule *s); /* of a sound schedule: true if within all three limits */

/* Returns true if the pairs are drawn from results, round by round (rounds.h). */
static inline bool schedule_is_drawn(const Schedule *s) { return s->format >= FORMAT_KNOCKOUT; }

/* Return the number of matches of a tournament that is drawn, and the number of games for which a match has room. */
int schedule_matches(const Schedule *s);
int schedule_slots(const Schedule *s);

/* Returns the number of pairs of engines that meet, or, in a tournament that is drawn, that could. */
int schedule_pairings(const Schedule *s);
int schedule_total(const Schedule *s); /* games of all shards */
int schedule_own(const Schedule *s);   /* games of this shard */

/* Returns players and round of game `id` of a tournament that is not drawn; it may lie beyond the end of the schedule: they are the
 * same for any number of games between these engines. */
Fixture schedule_fixture(const Schedule *s, int id);

/* Returns true if this shard plays game `id`. */
bool schedule_is_ours(const Schedule *s, int id);

/* Returns the number of the pair that game `id` belongs to; shards divide the pairs. */
static inline int schedule_pair(const Schedule *s, int id) { return s->repeat ? id / 2 : id; }

/* Returns the pairing of two engines that meet, first < second. */
int schedule_pairing_of(const Schedule *s, int first, int second);

/* Sets the two engines of a pairing, first < second. */
void schedule_pairing(const Schedule *s, int pairing, int *first, int *second);
