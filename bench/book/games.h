/* SPDX-License-Identifier: GPL-3.0-only */
/* games.h - how often moves are played in games: what is popular is worth a search. Nothing of it gets into a book. */
#pragma once

#include "engine/base/why.h"
#include "engine/book/book_key.h"

/* One move played once, or of a settled list so often; by the book's view of the position (book_key.h). */
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

enum { PLAYED_PLIES = 40 }; /* of each game so many count */

void played_clear(PlayedMoves *played);

/* Adds the games of a file: PGN, or the JSON of a match; there may be none. False with the reason; games that are damaged are left
 * out, from where they are. */
bool played_read(PlayedMoves *played, const char *path, Text *why);

/* Sorts and counts, to be done before the two below. */
void played_settle(PlayedMoves *played);

/* The moves of a position, from *first on; returns how many there are, and the games in which one was played. */
int played_at(const PlayedMoves *played, uint64_t key, const PlayedMove **first, uint32_t *games);

/* In how many games a move was played. */
uint32_t played_games(const PlayedMove *first, int count, const BookView *view, Move move);
