#include "engine/rules/game.h"

#include <string.h>

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

static bool reserve(Game *game, int plies)
{
    if (plies <= game->capacity)
        return true;
    int capacity = plies < 256 ? 256 : plies * 2;
    Undo *undos = realloc(game->undos, (size_t)capacity * sizeof *undos);
    if (!undos)
        return false;
    game->undos = undos;
    game->capacity = capacity;
    return true;
}

bool game_play(Game *game, Move m)
{
    if (!reserve(game, game->plies + 1))
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

bool game_copy(Game *to, const Game *from)
{
    if (!reserve(to, from->plies))
        return false;
    to->start = from->start;
    to->now = from->now;
    to->plies = from->plies;
    if (from->plies)
        memcpy(to->undos, from->undos, (size_t)from->plies * sizeof *from->undos);
    return true;
}
