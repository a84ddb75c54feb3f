/* SPDX-License-Identifier: GPL-3.0-only */
/* game.h - a start position, the moves played from it, and what is needed to take them back.
 *
 * The keys of all earlier positions lie in the Undos, so repetitions can be found by looking back;
 * the search extends a copy of the game's position and keeps its own Undos. */
#pragma once

#include "engine/board/makemove.h"

typedef struct Game {
    Position start;
    Position now;
    int plies;       /* moves played */
    size_t capacity; /* of undos */
    Undo *undos;     /* owned; undos[i].move is move i, undos[i].key the key before it; what is taken back stays behind them */
} Game;

/* A position and the plies that led to it: what the rules look back over. Borrows both; made where it is asked. */
typedef struct Path {
    const Position *pos; /* at its end */
    const Undo *undos;   /* undos[0..count) led to it */
    int count;
} Path;

/* As it stands; good until the game changes. */
static inline Path game_path(const Game *game) { return (Path){&game->now, game->undos, game->plies}; }

/* No memory yet; starts at the start position. */
void game_init(Game *game);
void game_clear(Game *game); /* frees; the game may be initialised again */

/* Begins anew at a position (copied). */
void game_reset(Game *game, const Position *start);

/* Plays a legal move. False only when memory is short. */
bool game_play(Game *game, Move m) __attribute__((warn_unused_result));

/* Takes back the last move, if any. */
bool game_undo(Game *game);
