/* SPDX-License-Identifier: GPL-3.0-only */
/* dhtmlxq.h - games as embedded in Chinese web sites, and as exchanged between Chinese programs:
 *
 *     [DhtmlXQ]
 *     [DhtmlXQ_red]...[/DhtmlXQ_red]
 *     [DhtmlXQ_binit]0919...[/DhtmlXQ_binit]              squares of all pieces at the start
 *     [DhtmlXQ_movelist]7747...[/DhtmlXQ_movelist]        main line
 *     [DhtmlXQ_move_0_2_1]1022...[/DhtmlXQ_move_0_2_1]    line 1, which leaves line 0 in place of ply 2
 *     [DhtmlXQ_comment1_3]...[/DhtmlXQ_comment1_3]        comment on ply 3 of line 1
 *     [/DhtmlXQ]
 *
 * A square is two digits: the file from the left and the rank from Black's back rank. The main line
 * is line 0, `commentN` is a comment on its ply N, and plies are counted from the start of the game
 * in every line. Names, event, teams, times and the like become tags; a field without a tag of its own
 * becomes one of the same name with a capital letter. A field whose name begins with a capital letter
 * contains the tag of that name; only this program writes such fields.
 *
 * A field ends at the next field, even if its closing tag has another name. HTML entities, `<br>` and
 * `||` (a new line) become plain text. */
#pragma once

#include "engine/notation/pgn.h"

/* Returns true if a game in this format begins at `text`. */
bool dhtmlxq_begins(const char *text);

/* Reads a game from [at, end) into a cleared game and returns where it ends. If the game is damaged,
 * adds the reason to *why, stores its position in *fault_at, and keeps the part that could be read. An
 * illegal move in a variation does not count as damage: it is counted, and ends its variation. */
const char *dhtmlxq_read(const char *at, const char *end, GameTree *game, const char **fault_at, Text *why);

/* Writes the game and a blank line. Judgements of moves precede their comments. A variation that
 * replaces the first move of a variation is written next to that variation, as other programs expect. A
 * tag is left out unless its name is that of a field, or is a capital letter followed by letters,
 * digits and `_`. If tags are left out, a clause about them is added to *left_out, which must be empty.
 * Returns false if an allocation fails; the caller checks the stream for errors. */
bool dhtmlxq_write(const GameTree *game, FILE *out, Text *left_out) __attribute__((warn_unused_result));
