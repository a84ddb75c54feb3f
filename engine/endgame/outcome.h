/* SPDX-License-Identifier: GPL-3.0-only */
/* outcome.h - the outcome of a game by endgame tables, for adjudication. */
#pragma once

#include "engine/endgame/probe.h"
#include "engine/rules/game.h"
#include "engine/rules/result.h"
#include "engine/rules/rules.h"

/* Returns the outcome with best play according to the tables, or OUTCOME_OPEN if it is not known. A
 * win counts only if the natural limit (in plies, 0 for none) leaves enough time for it. Positions do
 * not repeat on the way to a win. Sets *table to the table used, unless `table` is NULL. */
Outcome endgame_outcome(const EndgameTables *tables, EndgameCache *cache, const Game *game, int64_t limit, const EndgameTable **table);
