/* SPDX-License-Identifier: GPL-3.0-only */
/* library.h - the opening books in use, and how one of their moves is chosen. */
#pragma once

#include "engine/book/book.h"
#include "engine/rules/game.h"

/* How freely a book's moves are chosen among. */
typedef enum Randomness { RANDOM_NONE, RANDOM_TINY, RANDOM_SMALL, RANDOM_MEDIUM, RANDOM_LARGE, RANDOM_HUGE } Randomness;

/* One of `count` >= 1 moves, sorted as book_moves() does. `random` is any 64 random bits. The odds are the weights to a power: of a
 * book whose weights are odds, 1 without randomness and less with each degree of it; of another's, without randomness the heaviest is
 * taken, and the weights are odds in the middle. With the greatest all are alike. */
Move book_choose(const BookMove *moves, int count, bool odds, Randomness randomness, uint64_t random);

enum { LIBRARY_BOOKS = 16 };

/* In order of preference. */
typedef struct Library {
    int count;
    Book *books[LIBRARY_BOOKS]; /* owned */
} Library;

void library_clear(Library *library);

/* One more at the end, a relative path being looked for in the program's folder first. False with the reason if it is no good or there are
 * too many. */
bool library_add(Library *library, const char *path, Text *why);

/* A book's moves here that are none of `bans` (or NULL) and do not lead back to a position of the game: that would be no
 * progress, and in the end lose or draw by repetition. Returns their number. */
int book_moves_onward(const Book *book, const Game *game, const MoveList *bans, BookMove out[MAX_MOVES]);

/* One of them, and the heaviest reply to it (or MOVE_NONE). False if there is none. `random` is as for book_choose(). */
bool book_pick(const Book *book, const Game *game, const MoveList *bans, Randomness randomness, uint64_t random, Move best_and_reply[2]);

/* The same of the first book that has such a move. */
bool library_pick(const Library *library, const Game *game, const MoveList *bans, Randomness randomness, uint64_t random,
                  Move best_and_reply[2]);
