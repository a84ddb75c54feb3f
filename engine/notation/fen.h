/* SPDX-License-Identifier: GPL-3.0-only */
/* fen.h - reads and writes positions as FEN.
 *
 * The reader accepts the board, or the word `startpos`; then the side, which is `w`, `r`, `white`, `red`, `b` or `black` in
 * upper or lower case, or 红 or 黑 (Red if absent); then any words, of which the first two integers are the
 * plies since the last capture and the move number (0 and 1 if they exceed the maximum). Letters
 * are K A B N R C P, also E for the elephant and H for the horse. The writer uses B and N, in
 * the form `<board> w|b - - <plies> <move>`. */
#pragma once

#include "engine/base/why.h"
#include "engine/board/position.h"

#define FEN_START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

enum { FEN_SIZE = 128 }; /* size of a buffer, including the terminator */
enum { FEN_MOST_QUIET = 10000, FEN_MOST_MOVES = 10000 };

/* Reads a FEN up to its end, or up to the word `moves`. On failure returns false, leaves *pos
 * unchanged, and adds a clause about the fault to *why, in which quoted text is safe for a
 * terminal. */
bool fen_read(const char *fen, Position *pos, Text *why) __attribute__((warn_unused_result));

/* Does the same, and plays the moves after the FEN, in any notation. Move numbers, results and the word `moves` are
 * skipped; any other word is a fault. */
bool fen_read_played(const char *fen, Position *pos, Text *why) __attribute__((warn_unused_result));

/* Does the same for a position given by the squares of its pieces: first those of Red, in the order R N
 * B A K A B N R C C and five P, then those of Black. SQ_NONE stands for a missing piece. */
enum { FEN_LIST_SIZE = 32 };
Piece fen_list_piece(int number); /* returns the piece with this index in the list */
bool fen_read_list(const Square squares[FEN_LIST_SIZE], Side side, Position *pos, Text *why) __attribute__((warn_unused_result));

/* Reduces a text as users paste it to the FEN in it, in place. The FEN begins at the only complete board
 * in the text, or, if there is none, at the first word with a slash or at `startpos`. It ends at a
 * closing quote or bracket, but moves after that are kept. An empty pocket (`[]` or `[-]`) is removed,
 * full-width signs and Chinese characters of the board become ASCII, and `_`, `%20` and, if there are no blanks, `+` become blanks. A link
 * is left as it is unless it contains one board and no moves. */
void fen_unwrap(char *text);

/* Reads a FEN with moves as users paste it. */
bool fen_read_pasted(const char *pasted, Position *pos, Text *why) __attribute__((warn_unused_result));

/* Returns the text after the fields of a FEN, which may begin with the word `moves`, or NULL if nothing follows them.
 * The result may be modified if `fen` may be modified. */
char *fen_moves(const char *fen);

/* Returns the first board in the text [text, end), perhaps damaged, which is followed by a terminator: a word with at
 * least five complete ranks, also in Chinese characters. Returns NULL if there is none; boards in links do not count. */
const char *fen_find(const char *text, const char *end);

/* Returns the end of the FEN that begins at `fen` in the line that ends at `end`: of its board, and of the sides, dashes
 * and numbers after it. */
const char *fen_end(const char *fen, const char *end);

/* Writes the terminated FEN to out[FEN_SIZE]. Returns its length. */
int fen_write(const Position *pos, char *out);
