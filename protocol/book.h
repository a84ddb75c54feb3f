/* SPDX-License-Identifier: GPL-3.0-only */
/* book.h - opening books in ElephantEye's format, BOOK.DAT, and the library of those in use.
 *
 * A flat array of records of eight bytes, little-endian, in ascending order of the lock:
 *
 *     0  4  lock of the position (below)
 *     4  1  origin, 5  1  destination: 16 * (12 - rank) + 3 + file
 *     6  2  weight
 *
 * The lock is the third word of each zobrist triple that ElephantEye draws from an RC4 stream with
 * the key 00 00 00 00, first a triple for Black to move, then for each of 14 pieces (K A B N R C P of
 * Red, then of Black) on each of 256 squares. Of a position and its mirror image just one is stored.
 * Nothing here is trusted: a lock of 32 bits collides, so only legal moves are handed out. */
#pragma once

#include "engine/base/text.h"
#include "engine/rules/game.h"

typedef struct Book Book;

/* How freely a book's moves are chosen among. */
typedef enum Randomness { RANDOM_NONE, RANDOM_TINY, RANDOM_SMALL, RANDOM_MEDIUM, RANDOM_LARGE, RANDOM_HUGE } Randomness;

typedef struct BookMove {
    Move move;
    int weight;
} BookMove;

/* Takes over `bytes` (from malloc), also on failure. NULL with the reason when they are no book or memory is short. */
Book *book_from_bytes(unsigned char *bytes, size_t size, Text *why);

/* Reads a whole file. NULL with the reason when that fails. A relative path is looked for in the program's folder first. */
Book *book_open(const char *path, Text *why);
void book_free(Book *book);

/* The position's legal moves in the book, heaviest first, each once. Returns their number. */
int book_moves(const Book *book, const Position *pos, BookMove out[MAX_MOVES]);

/* One of `count` >= 1 moves, sorted as above. `random` is any 64 random bits; without randomness the
 * heaviest is taken, with the greatest all are alike, in between the weights decide the odds. */
Move book_choose(const BookMove *moves, int count, Randomness randomness, uint64_t random);

/* The lock of a position, for makers of books. */
uint32_t book_lock(const Book *book, const Position *pos);

enum { LIBRARY_BOOKS = 16 };

/* In order of preference. */
typedef struct Library {
    int count;
    Book *books[LIBRARY_BOOKS]; /* owned */
} Library;

void library_clear(Library *library);

/* One more at the end. False with the reason if it is no good or there are too many. */
bool library_add(Library *library, const char *path, Text *why);

/* A move of the first book that has one here which is none of `bans` (or NULL) and does not lead back to a position of the
 * game, and the heaviest reply to it (or MOVE_NONE). False if there is none. `random` is as for book_choose(). */
bool library_pick(const Library *library, const Game *game, const MoveList *bans, Randomness randomness, uint64_t random,
                  Move best_and_reply[2]);
