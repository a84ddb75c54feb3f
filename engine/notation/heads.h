/* SPDX-License-Identifier: GPL-3.0-only */
/* heads.h - reads the header fields of text copied from Chinese programs, and converts them to tags.
 * pgn_read_tags.c uses this.
 *
 * Such text has lines such as `红方：柳大华` before the moves, with one or more fields each. Blanks inside a
 * name and either colon are accepted. A start position needs no name. */
#pragma once

#include <stdbool.h>

typedef struct TextHead {
    const char *tag;       /* name of the tag that holds its value, empty if none does */
    bool remark;           /* true for words about the game: after moves they are a comment on the last move */
    const char *from, *to; /* its value without blanks at the ends, perhaps empty */
    const char *after;     /* place of the next head of the line, of moves after a position, or the end of the line */
} TextHead;

/* Returns true if a head of copied text begins at p. A name that is not known must consist of two to six
 * Chinese characters; the head is then a remark, and its value includes the name. */
bool head_read(const char *p, const char *end, TextHead *head);
