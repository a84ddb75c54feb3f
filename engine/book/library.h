/* SPDX-License-Identifier: GPL-3.0-only */
/* library.h - the opening books in use, and the choice of a move from them. */
#pragma once

#include "engine/book/book.h"
#include "engine/rules/game.h"

/* Degree of randomness in the choice of book moves. */
typedef enum Randomness { RANDOM_NONE, RANDOM_TINY, RANDOM_SMALL, RANDOM_MEDIUM, RANDOM_LARGE, RANDOM_HUGE } Randomness;

/* Meaning of the weights in a book. */
typedef enum WeightKind {
    WEIGHTS_RANKS, /* books of other programs: the heaviest move is the one to play */
    WEIGHTS_ODDS,  /* our own books: weights are odds */
} WeightKind;

static inline WeightKind book_weight_kind(const Book *book) { return book_hxb(book) ? WEIGHTS_ODDS : WEIGHTS_RANKS; }

/* Chooses one of `count` >= 1 moves, which are sorted as by book_moves(). `random` is any 64 random
 * bits. The probabilities are the weights raised to a power. For odds, the power is 1 without
 * randomness and decreases with each degree. For ranks, the heaviest move is chosen without
 * randomness, and the power is 1 for medium randomness. With the greatest randomness all
 * moves are equally likely. */
Move book_choose(const BookMove *moves, int count, WeightKind kind, Randomness randomness, uint64_t random);

enum { LIBRARY_BOOKS = 16 };

/* Books in order of preference. */
typedef struct Library {
    int count;
    Book *books[LIBRARY_BOOKS]; /* owned */
} Library;

void library_clear(Library *library);

/* Appends a book. A relative path is looked up in the program's folder first. Returns false with
 * the reason if the book is invalid or there are too many. */
bool library_add(Library *library, const char *path, Text *why);

/* Lists the book moves that are not in `bans` (or NULL) and do not return to a position of the game.
 * Such a return would make no progress and might lose or draw by repetition. Returns the number of
 * moves. */
int book_moves_onward(const Book *book, const Game *game, const MoveList *bans, BookMove out[MAX_MOVES]);

/* Chooses one of these moves, and the heaviest reply to it (or MOVE_NONE). Returns false if there are
 * no such moves. `random` is as for book_choose(). */
bool book_pick(const Book *book, const Game *game, const MoveList *bans, Randomness randomness, uint64_t random, Move best_and_reply[2]);

/* Does the same with the first book that has such a move. */
bool library_pick(const Library *library, const Game *game, const MoveList *bans, Randomness randomness, uint64_t random,
                  Move best_and_reply[2]);
