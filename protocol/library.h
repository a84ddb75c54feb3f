/* library.h - the opening books in use, in order of preference. */
#pragma once

#include "engine/rules/game.h"
#include "protocol/book.h"

enum { LIBRARY_BOOKS = 16 };

typedef struct Library {
    int count;
    Book *books[LIBRARY_BOOKS]; /* owned */
} Library;

/* Replaces the books by those of a `;`-separated list of paths; "" empties the library. Each file
 * that is no good is skipped and told to complain(), once. */
void library_load(Library *library, const char *paths, void (*complain)(void *self, const char *path, const BookFault *fault), void *self);
void library_clear(Library *library);

/* One more at the end. False and *fault if it is no good or there are too many. */
bool library_add(Library *library, const char *path, BookFault *fault);

typedef struct BookChoice {
    const MoveList *bans; /* none of these; or NULL */
    Randomness randomness;
    uint64_t random; /* as for book_choose() */
} BookChoice;

/* A move of the first book that has one here which is neither banned nor leads back to a position
 * of the game, and the heaviest reply to it (or MOVE_NONE). False if there is none. */
bool library_pick(const Library *library, const Game *game, const BookChoice *how, Move *best, Move *reply);
