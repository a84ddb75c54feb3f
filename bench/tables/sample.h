/* SPDX-License-Identifier: GPL-3.0-only */
/* sample.h - random positions of a table as test positions (bench/review/SUITE.md), for which the table is the judge. */
#pragma once

#include "engine/base/rng.h"
#include "engine/endgame/probe.h"

/* Adds a line for a random position of the table in which the side to move has a win or a draw, and at least one move that gives it away.
 * The best moves are those that keep the result; a winning move loses the number of plies by which it delays the next capture or the end.
 * The line is without an id. *key receives the key of the position. Returns false, having added nothing, if no such position is found
 * soon. */
bool table_sample(const EndgameTables *tables, EndgameCache *cache, const EndgameTable *table, Rng *rng, Text *line, uint64_t *key);
