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
 * in every line. Names, event, teams, times and the like are tags. A field whose name begins with a
 * capital holds a tag of that name, which only this program writes.
 *
 * A field ends at the next field, even if it has another closing tag. HTML entities, `<br>` and `||`
 * (a new line) become plain text. The closing tag of the game may be missing. */
#pragma once

#include "engine/notation/pgn.h"

/* Returns true if such a game begins here. */
bool dhtmlxq_begins(const char *text);

/* Reads a game from [at, end) into a cleared game and returns where it ends. If it is damaged, adds
 * the reason to *why and stores the place in *fault_at; what could be read is kept. An illegal move
 * in a variation is no damage: it is counted, and ends its line. */
const char *dhtmlxq_read(const char *at, const char *end, GameTree *game, const char **fault_at, Text *why);

/* Writes the game and a blank line. Judgements of moves precede their comments. A variation that
 * replaces the first move of a variation is written as its neighbour, as other programs expect. A tag
 * is left out if its name is neither that of a field nor a capital followed by letters, digits and `_`;
 * *left_out, which is empty, then gets a clause. Returns false if memory is short; the caller checks
 * the stream for errors. */
bool dhtmlxq_write(const GameTree *game, FILE *out, Text *left_out) __attribute__((warn_unused_result));
