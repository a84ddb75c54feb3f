/* SPDX-License-Identifier: GPL-3.0-only */
/* xqf.h - XQF, the files of XQStudio (象棋演播室) and most other Chinese programs: one game each, as a
 * tree of moves with comments.
 *
 * Versions 10 to 18 are read. All versions except 10 are obfuscated with keys in their header.
 *   - The text fields of the header become tags, see `fields` in xqf.c.
 *   - Text is GB18030. Lengths beyond a field are limited to the field, and half a character at the end is
 *     dropped.
 *   - The side to move is that of the first move, because the byte that should state it is often
 *     wrong.
 *   - An illegal move ends its line and is counted. An alternative to it replaces it.
 *   - Files that are truncated, or that continue after the last move, have a fault.
 *
 * Version 10 is written, which every program reads. Its text is GB 18030 (encoding.h). It has no judgements and no
 * variations without moves:
 *   - The signs of a judgement (`!?`, `$16`) begin the comment on the move.
 *   - A comment before the first move of a variation begins the comment on that move.
 *   - A variation without moves ends the comment on the move that it replaces, in parentheses. */
#pragma once

#include <stdio.h>

#include "engine/notation/game_source.h"

/* Returns true if the bytes begin an XQF file of any version. */
bool xqf_begins(const char *data, size_t length);

/* Reads the game; see GameFormat. */
bool xqf_read(GameSource *source, GameTree *game, Language language);

/* Writes the game as a file of version 10. Adds clauses to *left_out about all data that the file
 * cannot hold. Returns false if an allocation fails; the caller checks the stream for errors. */
bool xqf_write(const GameTree *game, FILE *out, Text *left_out) __attribute__((warn_unused_result));
