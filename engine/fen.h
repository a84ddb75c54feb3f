/* fen.h - positions as text.
 *
 * Read: board; side `w`/`W`/`r`/`R` or `b`/`B` (Red if absent); then anything, of which two integers
 * are the plies since the last capture and the move number. Letters K A B N R C P, also E for the
 * elephant and H for the horse. Written: `<board> w|b - - <plies> <move>` with B and N. */
#ifndef HANXIN_ENGINE_FEN_H
#define HANXIN_ENGINE_FEN_H

#include <stddef.h>

#include "engine/position.h"

#define FEN_START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

enum { FEN_SIZE = 128, FEN_ERROR_SIZE = 160 }; /* buffers, terminator included */

/* Reads a FEN up to its end, or up to the word `moves`. True and *pos filled; or false, *pos
 * untouched, and one line in error[FEN_ERROR_SIZE] naming the field and the fault. */
bool fen_read(const char *fen, Position *pos, char *error) __attribute__((warn_unused_result));

/* Writes the terminated text into out[FEN_SIZE]; returns its length. */
int fen_write(const Position *pos, char *out);

#endif
