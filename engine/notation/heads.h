/* SPDX-License-Identifier: GPL-3.0-only */
/* heads.h - reads the header fields that precede the moves in text that is not PGN, and converts them to
 * tags. pgn_read_tags.c uses this.
 *
 * Text copied from Chinese programs has lines such as `红方：柳大华`, with one or more fields each. Blanks
 * inside a name and either colon are accepted. WXF files, as of XieXie and PlayOK, have fields such as
 * `RED  Hu; 1200;;` and put the moves into `START{ ... }END`:
 *
 *     FORMAT  WXF
 *     RED     name; rating; title; team
 *     RESULT  1-0
 *     START{
 *      1. C2.5 h8+7
 *     }END */
#pragma once

#include "engine/notation/game_tree.h"

typedef struct TextHead {
    const char *tag;       /* name of the tag that holds its value, empty if none does */
    bool remark;           /* true for words about the game: after moves they are a comment on the last move */
    const char *from, *to; /* its value without blanks at the ends, perhaps empty */
    const char *after;     /* place of the next head of the line, or the end of the line */
} TextHead;

/* Returns true if a head of copied text begins at p. A name that is not known must
 * consist of two to six Chinese characters; the head is then a remark, and its value includes the name. */
bool head_read(const char *p, const char *end, TextHead *head);

/* Returns true if a WXF file, or its moves without the header, begins at p. Files in the older
 * notations AXF and ICCS are also accepted. */
bool wxf_begins(const char *p);

/* Converts the header of a WXF file to tags and returns the end of the header. Sets *moves to true if
 * the moves follow. Returns NULL if an allocation fails. */
const char *wxf_read_heads(const char *p, const char *end, GameTree *game, bool *moves);
