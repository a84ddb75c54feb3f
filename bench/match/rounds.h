/* SPDX-License-Identifier: GPL-3.0-only */
/* rounds.h - the rounds of a knockout or Swiss tournament, whose pairs depend on the results of the rounds before.
 *
 * A pair of engines plays a match of `games` games. Games are numbered match by match, with room for all further games of
 * a drawn match, so that numbers do not depend on results. The engines' order on the command line is their seeding.
 *
 * Knockout: the best seeds have no opponent in the first round if the number of engines is not a power of two. The bracket is the usual
 * one: if the better seed always wins, the first meets the last, the second the last but one, and so on in every round. After a drawn
 * match, up to `tiebreaks` further pairs of games are played until one of them decides. Then the engine with more wins as Black goes on,
 * otherwise the better seed.
 *
 * Swiss: in each round the engines are ordered by points, then by seed. From the top, each plays the engine that it has not met whose points are
 * nearest; among several, the one whose distance in this order is nearest to half the number of engines with its points. Engines meet twice
 * only if no other way to pair all of them is found. If their number is odd, the last one that has not been without an opponent has none and gets all
 * points. */
#pragma once

#include "bench/match/schedule.h"

typedef struct RoundMatch {
    int first, second; /* the better seed is first */
    int played;        /* number of games */
    int points;        /* half points of the first engine */
    int black_wins;    /* wins as Black of the first engine minus those of the second */
    int winner;        /* -1: not decided, or a drawn match of a Swiss tournament */
    bool over;
} RoundMatch;

typedef struct Rounds {
    const Schedule *schedule; /* borrowed */
    RoundMatch *matches;      /* owned; of the rounds drawn so far */
    int *first;               /* owned; first match of each round, and the number of all matches after the last */
    int *byes;                /* owned; Swiss: by round, the engine without an opponent, or -1 */
    int count;                /* number of all rounds */
    int drawn;                /* number of rounds drawn so far */
    int left;                 /* number of matches of the last of these that are not over */
    int voids;                /* number of games that will not be played because their matches are over */
} Rounds;

typedef enum RoundsState {
    GAME_READY, /* to be played, or played */
    GAME_WAITS, /* it is not known yet whether it will be played, or who plays */
    GAME_VOID,  /* not played, because its match is over */
} RoundsState;

/* Draws the first round of a schedule whose pairs depend on results. Returns false if an allocation fails; call rounds_clear() in any
 * case. */
bool rounds_init(Rounds *r, const Schedule *schedule) __attribute__((warn_unused_result));
void rounds_clear(Rounds *r);

RoundsState rounds_state(const Rounds *r, int id);

/* Returns players and round of a game that does not wait for its round. */
Fixture rounds_fixture(const Rounds *r, int id);

/* Adds the result of a game that is ready, as half points of Red, and draws the next round after the last game of one. Returns false if an
 * allocation fails. */
bool rounds_add(Rounds *r, int id, int red_points) __attribute__((warn_unused_result));

/* Return an engine's half points over all its matches, with those of rounds without an opponent, and the sum of its opponents' half points
 * (Buchholz). */
int rounds_points(const Rounds *r, int engine);
int rounds_buchholz(const Rounds *r, int engine);

/* Returns the number of matches that an engine has won. */
int rounds_won(const Rounds *r, int engine);

/* Fills order[engines] with the engines, best first: in a knockout by the rounds survived, in a Swiss tournament by points, then Buchholz;
 * otherwise by seed. Returns false if an allocation fails. */
bool rounds_rank(const Rounds *r, int *order) __attribute__((warn_unused_result));
