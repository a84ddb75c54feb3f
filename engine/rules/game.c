/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/rules/game.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/array.h"
#include "engine/base/contract.h"
#include "engine/board/legal.h"

void game_init(Game *game)
{
    memset(game, 0, sizeof *game);
    position_start(&game->start);
    game->now = game->start;
}

void game_clear(Game *game)
{
    free(game->undos);
    game_init(game);
}

void game_reset(Game *game, const Position *start)
{
    game->start = game->now = *start;
    game->plies = 0;
}

bool game_play(Game *game, Move m)
{
    VERIFY_ASSERT(is_legal(&game->now, m));
    if (!array_grow(&game->undos, &game->capacity, (size_t)game->plies + 1, sizeof *game->undos))
        return false;
    position_make(&game->now, m, &game->undos[game->plies++]);
    return true;
}

bool game_undo(Game *game)
{
    if (game->plies == 0)
        return false;
    position_unmake(&game->now, &game->undos[--game->plies]);
    return true;
}
