/* SPDX-License-Identifier: GPL-3.0-only */
/* cycles.h - games that repeat: from data files, and made at random. */
#pragma once

#include "engine/rules/judge.h"
#include "tests/support/support.h"

enum { CYCLE_MAX = 12 };

/* A position and moves without captures that lead back to it. */
typedef struct Cycle {
    Position start;
    int count; /* even */
    Move moves[CYCLE_MAX];
} Cycle;

/* A random cycle of 4 to 12 plies on a board of few pieces, where chases are frequent. */
void random_cycle(Rng *rng, Cycle *cycle);

/* Another cycle from the same position, as it falls; false if none was found. */
bool random_cycle_from(Rng *rng, const Position *start, Cycle *cycle);

/* The same from a later point of it; seen in the mirror; with colours exchanged. */
void cycle_rotate(const Cycle *cycle, int plies, Cycle *out);
void cycle_mirror(const Cycle *cycle, Cycle *out);
void cycle_flip(const Cycle *cycle, Cycle *out);

/* Begins a new game in *game and plays so many rounds. */
void cycle_play(const Cycle *cycle, int rounds, Game *game);

/* Begins a new game from a FEN and plays ICCS moves, all of which must be legal. */
void play_text(Game *game, const char *fen, const char *moves);
