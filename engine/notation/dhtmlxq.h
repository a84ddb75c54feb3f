/* SPDX-License-Identifier: GPL-3.0-only */
/* dhtmlxq.h - games as Chinese web sites embed them: [DhtmlXQ] ... [DhtmlXQ_movelist]7747...[/DhtmlXQ_movelist] ... [/DhtmlXQ].
 *
 * Squares are two digits, the file from the left and the rank from Black's back rank. Read are the names, date, place and result as tags
 * of PGN, the first position, the main line and what is said about its moves; not variations. The game's own end may be missing behind
 * its moves. */
#pragma once

#include "engine/notation/pgn.h"

/* Does such a game begin here? */
bool dhtmlxq_begins(const char *text);

/* Reads one from [at, end) into a cleared game; what is damaged is told in `why`, where it is goes to *fault_at, and what could be read is
 * there. Returns where it ends. */
const char *dhtmlxq_read(const char *at, const char *end, PgnGame *game, const char **fault_at, Text *why);
