/* SPDX-License-Identifier: GPL-3.0-only */
/* cycles.h - games that repeat positions, given as text or made at random. */
#pragma once

#include "engine/rules/judge.h"
#include "tests/support/support.h"

enum { CYCLE_MAX = 12 };

/* A position and moves without captures that return to it. */
typedef struct Cycle {
    Position start;
    int count; /* even */
    Move moves[CYCLE_MAX];
} Cycle;

/* Makes a random cycle of 4 to 12 plies on a board with few pieces, on which chases are frequent. */
void random_cycle(Rng *rng, Cycle *cycle);

/* Makes a random cycle from a given position. Returns false if none was found. */
bool random_cycle_from(Rng *rng, const Position *start, Cycle *cycle);

/* Transform a cycle: start it `plies` later, mirror it, or swap the colours. */
void cycle_rotate(const Cycle *cycle, int plies, Cycle *out);
void cycle_mirror(const Cycle *cycle, Cycle *out);
void cycle_flip(const Cycle *cycle, Cycle *out);

/* Starts a new game in *game and plays the cycle `rounds` times. */
void cycle_play(const Cycle *cycle, int rounds, Game *game);

/* Starts a new game from a FEN and plays the ICCS moves, all of which must be legal. */
void play_text(Game *game, const char *fen, const char *moves);
