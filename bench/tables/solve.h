/* SPDX-License-Identifier: GPL-3.0-only */
/* solve.h - all values of a set, by working back from the ends of games.
 *
 * First each position is looked at alone: is it legal, has its side a move, what do its captures lead to (that is asked of the
 * tables of less material). Then, distance by distance, what was decided last is traced back: who can move to a position lost for the
 * other has won, and whose every move leads to one won for the other has lost. What is never reached is a draw.
 *
 * A draw that a side can hold only by checks, chases or threats on every move may be a loss by the rules of repetition. So at last those
 * positions are looked for in which the other side, the prey, can go on for ever so that each of the moves that do not lose leaves
 * something of it attacked; they, and all from which they can be forced, are marked (ENDGAME_MAY_WIN and so on; FORMAT.md). These are more
 * than the rules forbid. Wins need no such care: who wins comes nearer the end at each move, and repeats nothing. */
#pragma once

#include "bench/tables/walk.h"

enum { ENDGAME_ILLEGAL = INT16_MIN }; /* no such position: pieces on one point, or the side not to move in check */

/* Bytes of memory that a set takes. */
uint64_t solve_memory(const Layout *l);

typedef struct Solution {
    Layout layout;
    EndgameValue *value[2]; /* by EndgameSide to move, each of layout.size; owned */
    int longest;            /* distance */
    uint64_t distrusted;    /* positions of either side to move */
} Solution;

/* False with the reason: no memory, stopped, or a table that a capture leads to is missing. The walk's stages are numbered by the
 * distance they trace back. */
bool solve_set(const EndgameTables *smaller, const EndgameSet *set, const WalkOptions *options, Solution *out, Text *why);
void solution_free(Solution *s);
