/* SPDX-License-Identifier: GPL-3.0-only */
/* pgn_scan.h - how the text of games is cut: words, marks, and the lines at which a game begins. For pgn_read.c.
 *
 * Places are within a source's text, from its `at`, where the game that is read began. Nothing here moves the source. */
#pragma once

#include <string.h>

#include "engine/notation/pgn.h"

#define LINE_ENDS  "\r\n"
#define TAG_BLANKS " \t\v\f"

/* A zero byte is in no set. */
static inline bool in_set(char c, const char *set) { return c != '\0' && strchr(set, c) != NULL; }
static inline const char *skip(const char *p, const char *set) { return p + strspn(p, set); }
static inline bool begins_with(const char *p, const char *text) { return strncmp(p, text, strlen(text)) == 0; }

/* Returns the first place from p on that is in the set, past zero bytes too, or the end. */
static inline const char *skip_until(const char *p, const char *end, const char *set)
{
    while (p < end && !in_set(*p, set))
        p++;
    return p;
}

/* Returns true if a tag stands at p, first in its line, or a game as web sites have it. There the next game begins, whatever was left open
 * in this one. */
bool scan_begins_game(const PgnSource *source, const char *p);

/* The same where no tag is due, as in a comment: at the very start of a line behind an empty one. */
bool scan_begins_game_here(const PgnSource *source, const char *p);

/* Returns true if nothing but blanks stands before p in its line. */
bool scan_begins_line(const PgnSource *source, const char *p);

/* Returns true if the first move of a game without tags stands at p, first in its line: a move number 1. */
bool scan_begins_moves(const PgnSource *source, const char *p);

/* Returns where the word at p ends, which is a move number where a move is written right behind one. Not before p + 1. */
const char *scan_word_end(const char *p);

bool scan_is_number(const char *word);

/* Returns true for a line of dashes or other signs. `--` is none: other programs write it in variations for a move left out. */
bool scan_is_ruler(const char *from, const char *to);

/* Takes the marks off the end of a word, or the whole of `$6`. Returns the judgement among them, such as `?!` and `！`, as its number. */
int scan_take_marks(char *word);
