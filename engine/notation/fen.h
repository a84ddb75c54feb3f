/* fen.h - positions as text.
 *
 * Read: board; side `w`/`W`/`r`/`R` or `b`/`B` (Red if absent); then anything, of which two integers
 * are the plies since the last capture and the move number (0 and 1 where they are above the largest).
 * Letters K A B N R C P, also E for the elephant and H for the horse. Written: `<board> w|b - - <plies> <move>` with B and N. */
#pragma once

#include <stddef.h>

#include "engine/board/position.h"

#define FEN_START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

enum { FEN_SIZE = 128 }; /* a buffer, terminator included */
enum { FEN_MOST_QUIET = 10000, FEN_MOST_MOVES = 10000 };

/* What is wrong with a FEN, as data: engine/notation/refusal.h says it in the reader's language. */
typedef enum FenFaultCode {
    FEN_EMPTY,    /* nothing stands there */
    FEN_RANKS,    /* `found` ranks, not ten */
    FEN_POINTS,   /* rank `line` has `found` points, not nine */
    FEN_LETTER,   /* the byte `found` on rank `line` is no piece */
    FEN_PLACE,    /* `piece` can never stand on `at` */
    FEN_MANY,     /* more than `found` of `piece` */
    FEN_NO_KING,  /* of the side of `piece` */
    FEN_FACING,   /* the kings see each other on the file of `at` */
    FEN_SIDE,     /* `text` is no side */
    FEN_IN_CHECK, /* the side of `piece`, which is not to move */
} FenFaultCode;

typedef struct FenFault {
    FenFaultCode code;
    int found, line;
    Piece piece;
    Square at;
    char text[24]; /* bytes as they came, perhaps cut */
} FenFault;

/* Reads a FEN up to its end, or up to the word `moves`. True and *pos filled; or false, *pos
 * untouched, and *fault filled unless `fault` is NULL. */
bool fen_read(const char *fen, Position *pos, FenFault *fault) __attribute__((warn_unused_result));

/* Writes the terminated text into out[FEN_SIZE]; returns its length. */
int fen_write(const Position *pos, char *out);
