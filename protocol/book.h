/* book.h - opening books in ElephantEye's format, BOOK.DAT.
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

#include <stddef.h>

#include "engine/base/file.h"
#include "engine/base/language.h"
#include "engine/board/position.h"

typedef struct Book Book;

/* How freely a book's moves are chosen among. */
typedef enum Randomness { RANDOM_NONE, RANDOM_TINY, RANDOM_SMALL, RANDOM_MEDIUM, RANDOM_LARGE, RANDOM_HUGE } Randomness;

typedef struct BookMove {
    Move move;
    int weight;
} BookMove;

typedef enum BookFaultCode {
    BOOK_NO_MEMORY,
    BOOK_UNREADABLE, /* `error` */
    BOOK_TORN,       /* `number` bytes are no whole number of records */
    BOOK_DISORDER,   /* record `number` has a lesser lock than the one before */
    BOOK_NO_MOVE,    /* record `number` holds none */
    BOOK_LONG_PATH,  /* the last two are library.h's */
    BOOK_ONE_TOO_MANY,
} BookFaultCode;

typedef struct BookFault {
    BookFaultCode code;
    size_t number;
    int error; /* an errno */
} BookFault;

/* One clause, into out[BOOK_FAULT_SIZE]; returns out. */
enum { BOOK_FAULT_SIZE = 160 };
char *book_fault_text(const BookFault *fault, Language language, char *out);

/* Takes over `bytes` (from malloc), also on failure. NULL and *fault when they are no book or memory is short. */
Book *book_from_bytes(unsigned char *bytes, size_t size, BookFault *fault);

/* Reads a whole file. NULL and *fault when that fails. A relative path is looked for in the program's folder first. */
Book *book_open(const char *path, BookFault *fault);
void book_free(Book *book);

/* The position's legal moves in the book, heaviest first, each once. Returns their number. */
int book_moves(const Book *book, const Position *pos, BookMove out[MAX_MOVES]);

/* One of `count` >= 1 moves, sorted as above. `random` is any 64 random bits; without randomness the
 * heaviest is taken, with the greatest all are alike, in between the weights decide the odds. */
Move book_choose(const BookMove *moves, int count, Randomness randomness, uint64_t random);

/* The lock of a position, for makers of books. */
uint32_t book_lock(const Book *book, const Position *pos);
