/* SPDX-License-Identifier: GPL-3.0-only */
/* obk_words.h - the keys of .obk books.
 *
 * A key is the exclusive or of 64-bit words: one for each piece, chosen from 14 kinds (K A B N R C
 * P of Red, then of Black) on 256 points numbered as in BOOK.DAT (bookdat.h), and one more if Red
 * is to move. The format's makers drew the words at random; no rule that generates them is known,
 * and this program does not contain them. They are read from a file that the user provides. All
 * published copies give the start position with Red to move the same key, which shows whether a
 * file holds the right words. */
#pragma once

#include "engine/base/why.h"
#include "engine/book/bookdat.h"

#define OBK_START_KEY 0x628D04D7C9C144AEu /* key of the start position */

enum { OBK_WORDS = BOOKDAT_PIECES * BOOKDAT_SQUARES + 1 };

typedef struct ObkWords {
    uint64_t red; /* word for Red to move */
    uint64_t piece[BOOKDAT_PIECES][BOOKDAT_SQUARES];
} ObkWords;

/* Reads the words from any text: all numbers of 16 hexadecimal digits, with or without 0x. If their
 * number is wrong, all numbers that begin with 0x are used instead. The words of the pieces come in
 * order, with Red's word before or after them. Returns false with the reason if they are not the
 * right words. */
bool obk_words_from_text(ObkWords *words, const char *text, Text *why);

/* Like obk_words_from_text(), for a file. */
bool obk_words_read(ObkWords *words, const char *path, Text *why);

uint64_t obk_key(const ObkWords *words, const Position *pos);
