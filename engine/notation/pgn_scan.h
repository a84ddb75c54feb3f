/* SPDX-License-Identifier: GPL-3.0-only */
/* pgn_scan.h - splits PGN text into games and words. Used by
 * pgn_read.c.
 *
 * All pointers passed in point into the source's text, at or after `source->at`, the start of the
 * current game. The source is never changed. */
#pragma once

#include <string.h>

#include "engine/base/words.h"
#include "engine/notation/pgn.h"

#define LINE_ENDS  "\r\n"
#define TAG_BLANKS " \t\v\f"

/* Returns true if the character is in the set. A zero byte is never in the set. */
static inline bool in_set(char c, const char *set) { return c != '\0' && strchr(set, c) != NULL; }
static inline const char *skip(const char *p, const char *set) { return p + strspn(p, set); }

/* Returns the address of the first character of the set at or after p, or the end. Zero bytes do not
 * stop the scan. */
static inline const char *skip_until(const char *p, const char *end, const char *set)
{
    while (p < end && !in_set(*p, set))
        p++;
    return p;
}

/* Returns true if a game begins at p, even if an element of the previous game was left open: the text
 * at p is a tag at the beginning of a line, or a game as embedded in web sites. */
bool scan_begins_game(const GameSource *source, const char *p);

/* Does the same where a bracket may be ordinary text, as in a comment: the tag must also follow an
 * empty line. */
bool scan_begins_game_here(const GameSource *source, const char *p);

/* Returns true if only blanks precede p in its line. */
bool scan_begins_line(const GameSource *source, const char *p);

/* Returns true if the moves of a game without tags may begin at p: with the move number 1 at the
 * beginning of a line. */
bool scan_begins_moves(const GameSource *source, const char *p);

/* Returns the end of the word at p, at least p + 1. A move number is a separate word even if the move
 * follows without a blank. */
const char *scan_word_end(const char *p);

bool scan_is_number(const char *word);

/* Returns true for a line of dashes or other signs. Returns false for `--`, which some programs write
 * in variations in place of a move. */
bool scan_is_ruler(const char *from, const char *to);

/* Removes the marks from the end of a word, or the whole word if it is like `$6`. Returns the number of
 * the judgement (NAG) among the marks, such as `?!` or `！`, or 0. */
int scan_take_marks(char *word);
