/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/book/library.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/platform.h"
#include "engine/base/why.h"
#include "engine/base/words.h"

Move book_choose(const BookMove *moves, int count, WeightKind kind, Randomness randomness, uint64_t random)
{
    assert(in_range(count, 1, MAX_MOVES));
    assert(randomness <= RANDOM_HUGE);
    VERIFY_ASSERT(moves[count - 1].weight <= moves[0].weight);
    static const double powers[][RANDOM_HUGE + 1] = {
        [WEIGHTS_RANKS] = {INFINITY, 4, 2, 1, 0.5, 0}, [WEIGHTS_ODDS] = {1, 0.8, 0.6, 0.4, 0.2, 0}};
    double shares[MAX_MOVES], sum = 0, power = powers[kind][randomness];
    for (int i = 0; i < count; i++)
        sum += shares[i] = pow((double)moves[i].weight / moves[0].weight, power);
    double at = (double)(random >> 11) / (double)(1ULL << 53) * sum;
    for (int i = 0; i < count && power != INFINITY; i++) {
        at -= shares[i];
        if (at < 0)
            return moves[i].move;
    }
    return moves[0].move;
}

void library_clear(Library *library)
{
    for (int i = 0; i < library->count; i++)
        book_free(library->books[i]);
    library->count = 0;
}

bool library_add(Library *library, const char *path, Text *why)
{
    if (library->count == LIBRARY_BOOKS)
        return why_not(why, "too many books");
    char beside[4096 + 1024];
    if (!path_is_absolute(path)) {
        executable_folder(beside, 4096);
        size_t length = strlen(beside);
        snprintf(beside + length, sizeof beside - length, "%s", path);
        path = file_is_regular(beside) ? beside : path;
    }
    Book *book = book_open(path, why);
    if (book)
        library->books[library->count++] = book;
    return book;
}

static bool library_has_been(const Game *game, uint64_t key)
{
    for (int i = 0; i < game->plies; i++)
        if (game->undos[i].key == key)
            return true;
    return false;
}

int book_moves_onward(const Book *book, const Game *game, const MoveList *bans, BookMove out[MAX_MOVES])
{
    int count = book_moves(book, &game->now, out), left = 0;
    for (int i = 0; i < count; i++) {
        bool banned = bans && move_list_has(bans, out[i].move);
        if (!banned && !library_has_been(game, key_after(&game->now, out[i].move)))
            out[left++] = out[i];
    }
    return left;
}

bool book_pick(const Book *book, const Game *game, const MoveList *bans, Randomness randomness, uint64_t random, Move best_and_reply[2])
{
    BookMove moves[MAX_MOVES];
    Position after = game->now;
    Undo undo;
    const int count = book_moves_onward(book, game, bans, moves);
    if (count == 0)
        return false;
    best_and_reply[0] = book_choose(moves, count, book_weight_kind(book), randomness, random);
    position_make(&after, best_and_reply[0], &undo);
    best_and_reply[1] = book_moves(book, &after, moves) > 0 ? moves[0].move : MOVE_NONE;
    return true;
}

bool library_pick(const Library *library, const Game *game, const MoveList *bans, Randomness randomness, uint64_t random,
                  Move best_and_reply[2])
{
    for (int i = 0; i < library->count; i++)
        if (book_pick(library->books[i], game, bans, randomness, random, best_and_reply))
            return true;
    return false;
}
