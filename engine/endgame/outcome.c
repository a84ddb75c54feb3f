/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/endgame/outcome.h"

#include "engine/base/contract.h"

Outcome endgame_outcome(const EndgameTables *tables, EndgameCache *cache, const Game *game, int64_t limit, const EndgameTable **table)
{
    assert(limit >= 0);
    EndgameResult r;
    const Position *pos = &game->now;
    if (!endgame_possible(pos) || !endgame_probe(tables, cache, pos, &r) || endgame_is_distrusted(r.value))
        return OUTCOME_OPEN;
    if (table)
        *table = r.table;
    if (r.value == ENDGAME_DRAW)
        return OUTCOME_DRAW;
    if (limit != 0 && natural_count(&game->start, game->undos, game->plies).plies + endgame_distance(r.value) > limit)
        return OUTCOME_OPEN;
    return won_by(r.value > 0 ? side_to_move(pos) : opponent(side_to_move(pos)));
}
