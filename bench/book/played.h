/* SPDX-License-Identifier: GPL-3.0-only */
/* played.h - counts how often moves are played in game collections, because popular moves deserve a
 * search. The counts themselves never get into a book. */
#pragma once

#include "engine/base/why.h"
#include "engine/book/book_key.h"

/* A move and the number of games with it (1 until played_settle()). Points refer to the book's view
 * of the position (book_key.h). */
typedef struct PlayedMove {
    uint64_t key;
    uint8_t from, to;
    uint32_t games;
} PlayedMove;

typedef struct PlayedMoves {
    PlayedMove *moves; /* owned */
    size_t count, capacity;
    size_t games;
} PlayedMoves;

enum { PLAYED_PLIES = 40 }; /* number of plies of each game that are counted */

void played_clear(PlayedMoves *played);

/* Adds the games of a PGN or match JSON file, which may contain none. A damaged game counts up to
 * the damage. On failure returns false with the reason. */
bool played_read(PlayedMoves *played, const char *path, Text *why);

/* Sorts the list and adds up the counts. Must be called before the next two functions. */
void played_settle(PlayedMoves *played);

/* Finds the moves of a position. Sets *first to the first of them and *games to the number of games
 * in which one of them was played. Returns their number. */
int played_at(const PlayedMoves *played, uint64_t key, const PlayedMove **first, uint32_t *games);

/* Returns the number of games in which the move was played. */
uint32_t played_games(const PlayedMove *first, int count, const BookView *view, Move move);
