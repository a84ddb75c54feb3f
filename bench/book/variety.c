/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/book/variety.h"

#include <stdlib.h>

#include "engine/base/contract.h"
#include "engine/base/rng.h"
#include "engine/book/book_key.h"

/* Sets *loss to how much worse the move is than the best one, by the book's own scores. Returns
 * false if the move has no score. */
static bool loss_of(const Book *book, const Position *pos, Move move, int *loss)
{
    BookMove moves[MAX_MOVES];
    const int count = book_moves(book, pos, moves);
    Score best = -SCORE_INFINITE, score = SCORE_NONE;
    for (int i = 0; i < count; i++) {
        if (moves[i].score != SCORE_NONE && moves[i].score > best)
            best = moves[i].score;
        if (moves[i].move == move)
            score = moves[i].score;
    }
    *loss = best - score;
    return score != SCORE_NONE;
}

/* Plays one game by the book. Returns false if memory is short. */
static bool play(const Book *book, Variety *v, Rng *rng, Game *game, int64_t *cost)
{
    Move moves[2];
    while (game->plies < v->plies && book_pick(book, game, NULL, v->randomness, rng_next(rng), moves)) {
        int loss;
        if (loss_of(book, &game->now, moves[0], &loss))
            *cost += loss;
        else
            v->unscored++;
        v->moves++;
        if (!game_play(game, moves[0]))
            return false;
    }
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
    assert(v->games >= 1 && v->plies >= 0);
    uint64_t *keys = malloc((size_t)v->games * sizeof *keys), *views = malloc((size_t)v->games * sizeof *views);
    Rng rng = {1};
    int64_t cost = 0;
    v->moves = v->unscored = 0;
    bool good = keys && views;
    for (int64_t i = 0; good && i < v->games; i++) {
        Game game;
        game_init(&game);
        good = play(book, v, &rng, &game, &cost);
        keys[i] = game.now.key;
        views[i] = book_view(&game.now).key;
        game_clear(&game);
    }
    if (good) {
        v->different = different(keys, v->games);
        v->different_views = different(views, v->games);
        v->average = (double)v->moves / (double)v->games;
        v->cost = (double)cost / (double)(2 * v->games);
    }
    free(keys);
    free(views);
    return good;
}
