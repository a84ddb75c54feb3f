/* SPDX-License-Identifier: GPL-3.0-only */
/* solve.h - computes all values of a set by retrograde analysis.
 *
 * First each position is examined alone: whether it is legal, whether the side to move has a move,
 * and to which values captures lead, by the tables with less material. Then, distance by distance, the
 * positions decided last are traced back: a side that can move to a position lost for the other has
 * won, and a side whose every move leads to a position won for the other has lost. Positions that
 * are never reached are draws.
 *
 * A draw that a side can hold only by checks, chases or threats on every move may be a loss by the
 * rules of repetition. So a last step looks for positions in which the other side, the prey, can go
 * on for ever, while each move of its opponent (the hunter) that does not lose leaves one of its
 * pieces attacked. These positions, and all from which they can be forced, are marked
 * (ENDGAME_MAY_WIN and so on; FORMAT.md). The marks cover more than the rules forbid. Wins need no
 * marks, because the winning side comes nearer to the end with each move and repeats no position. */
#pragma once

#include "bench/tables/walk.h"

/* Value of an impossible position: two pieces on one point, or the side not to move in check. */
enum { ENDGAME_ILLEGAL = INT16_MIN };

/* Returns the memory in bytes that solving a set takes. */
uint64_t solve_memory(const Layout *l);

typedef struct Solution {
    Layout layout;
    EndgameValue *value[2]; /* by EndgameSide to move, layout.size values each; owned */
    int longest;            /* greatest distance */
    uint64_t distrusted;    /* number of marked positions, counting both sides to move */
} Solution;

/* Solves a set. Returns false with the reason if an allocation fails, the walk was stopped, or the table
 * of a set to which a capture leads is missing. The walk's stage numbers are the distances that are
 * traced back. */
bool solve_set(const EndgameTables *smaller, const EndgameSet *set, const WalkOptions *options, Solution *out, Text *why);
void solution_free(Solution *s);
