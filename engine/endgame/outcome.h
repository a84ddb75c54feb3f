/* SPDX-License-Identifier: GPL-3.0-only */
/* outcome.h - how a game ends by endgame tables, for whoever adjudicates. */
#pragma once

#include "engine/endgame/probe.h"
#include "engine/rules/game.h"
#include "engine/rules/result.h"
#include "engine/rules/rules.h"

/* What best play comes to from here, if a table knows: a win counts if the natural limit of so many plies, 0 for none, leaves time
 * for it. Until then nothing is repeated. OUTCOME_OPEN if that is not known; else *table is the table, unless `table` is NULL. */
Outcome endgame_outcome(const EndgameTables *tables, EndgameCache *cache, const Game *game, int64_t limit, const EndgameTable **table);
