/* SPDX-License-Identifier: GPL-3.0-only */
/* obk_words.h - the keys of .obk books.
 *
 * A key is the exclusive or of a word of 64 bits for each piece, of 14 kinds (K A B N R C P of Red, then of Black) on 256 points
 * numbered as in BOOK.DAT (bookdat.h), and of one more with Red to move. The words were drawn at random by the format's makers, no rule
 * that makes them is known, and this program does not have them: they are read from a file of the user's. All published copies give
 * the start position, Red to move, the same key, by which a file is known to hold the right ones. */
#pragma once

#include "engine/base/why.h"
#include "engine/book/bookdat.h"

#define OBK_START_KEY 0x628D04D7C9C144AEu /* of the start position */

enum { OBK_WORDS = BOOKDAT_PIECES * BOOKDAT_SQUARES + 1 };

typedef struct ObkWords {
    uint64_t red; /* Red is to move */
    uint64_t piece[BOOKDAT_PIECES][BOOKDAT_SQUARES];
} ObkWords;

/* Takes all numbers of 16 hexadecimal digits in a text of any kind, with 0x before them or bare, or, if these are not as many as there are
 * words, all that begin with 0x: those of the pieces in their order, and that of Red before or behind them. False with the reason if they
 * are others. */
bool obk_words_from_text(ObkWords *words, const char *text, Text *why);

/* The same from a file. */
bool obk_words_read(ObkWords *words, const char *path, Text *why);

uint64_t obk_key(const ObkWords *words, const Position *pos);
