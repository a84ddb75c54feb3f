/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/variety.h"

#include <stdlib.h>

#include "engine/base/rng.h"
#include "engine/book/book_key.h"

/* False if memory is short. */
static bool play(const Book *book, const Variety *v, Rng *rng, Game *game)
{
    Move moves[2];
    while (game->plies < v->plies && book_pick(book, game, NULL, v->randomness, rng_next(rng), moves))
        if (!game_play(game, moves[0]))
            return false;
    return true;
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static int64_t different(uint64_t *keys, int64_t count)
{
    int64_t found = 0;
    qsort(keys, (size_t)count, sizeof *keys, compare);
    for (int64_t i = 0; i < count; i++)
        found += i == 0 || keys[i] != keys[i - 1];
    return found;
}

bool book_variety(const Book *book, Variety *v)
{
    uint64_t *keys = malloc((size_t)v->games * sizeof *keys), *views = malloc((size_t)v->games * sizeof *views);
    Rng rng = {1};
    int64_t plies = 0;
    bool good = keys && views;
    for (int64_t i = 0; good && i < v->games; i++) {
        Game game;
        game_init(&game);
        good = play(book, v, &rng, &game);
        keys[i] = game.now.key;
        views[i] = book_view(&game.now).key;
        plies += game.plies;
        game_clear(&game);
    }
    if (good) {
        v->different = different(keys, v->games);
        v->different_views = different(views, v->games);
        v->average = (double)plies / (double)v->games;
    }
    free(keys);
    free(views);
    return good;
}
