/* SPDX-License-Identifier: GPL-3.0-only */
/* dhtmlxq.h - reads games as embedded in Chinese web sites: [DhtmlXQ] ...
 * [DhtmlXQ_movelist]7747...[/DhtmlXQ_movelist] ... [/DhtmlXQ].
 *
 * A square is two digits: the file from the left and the rank from Black's back rank. The names,
 * date, place and result become PGN tags. The first position, the main line and the comments on its
 * moves are read too, but no variations. The closing tag of the game may be missing after the
 * moves. */
#pragma once

#include "engine/notation/pgn.h"

/* Returns true if such a game begins here. */
bool dhtmlxq_begins(const char *text);

/* Reads a game from [at, end) into a cleared game and returns where it ends. If it is damaged, adds
 * the reason to *why and stores the place in *fault_at; what could be read is kept. */
const char *dhtmlxq_read(const char *at, const char *end, GameTree *game, const char **fault_at, Text *why);
