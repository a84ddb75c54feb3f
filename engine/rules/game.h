/* SPDX-License-Identifier: GPL-3.0-only */
/* game.h - a start position, the moves played from it, and the data to take them back.
 *
 * The Undos contain the keys of all earlier positions, so that repetitions can be found. The search
 * extends a copy of the game's position and keeps its own Undos. */
#pragma once

#include "engine/board/makemove.h"

typedef struct Game {
    Position start;
    Position now;
    int plies;       /* number of moves played */
    size_t capacity; /* number of undos that fit */
    /* Owned. undos[i].move is move i, undos[i].key the key of the position before that move. Moves that
     * were taken back remain in the array after the last move played. */
    Undo *undos;
} Game;

/* A position and the plies that led to it, as needed by the rules. Both are borrowed. */
typedef struct Path {
    const Position *pos; /* position at the end */
    const Undo *undos;   /* undos[0..count) lead to it */
    int count;
} Path;

/* Returns the path of the game, which is valid until the game changes. */
static inline Path game_path(const Game *game) { return (Path){&game->now, game->undos, game->plies}; }

/* Initialises a game with the start position. Allocates no memory. */
void game_init(Game *game);
void game_clear(Game *game); /* frees the memory; the game can be used again */

/* Starts a new game from a position, which is copied. */
void game_reset(Game *game, const Position *start);

/* Plays a legal move. Returns false only if an allocation fails. */
bool game_play(Game *game, Move m) __attribute__((warn_unused_result));

/* Takes back the last move. Returns false if there is none. */
bool game_undo(Game *game);
