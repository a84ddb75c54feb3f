#include "protocol/library.h"

#include <stdio.h>
#include <string.h>

void library_clear(Library *library)
{
    for (int i = 0; i < library->count; i++)
        book_free(library->books[i]);
    library->count = 0;
}

void library_load(Library *library, const char *paths, void (*complain)(void *self, const char *path, const char *reason), void *self)
{
    enum { PATH_BYTES = 4096 };
    library_clear(library);
    while (*paths) {
        char path[PATH_BYTES], reason[BOOK_ERROR_SIZE] = "the path is too long";
        size_t length = strcspn(paths, ";");
        const char *start = paths;
        paths += length + (paths[length] == ';');
        while (length > 0 && *start == ' ')
            start++, length--;
        while (length > 0 && start[length - 1] == ' ')
            length--;
        if (length == 0 || library->count == LIBRARY_BOOKS)
            continue;
        snprintf(path, sizeof path, "%.*s", (int)(length < PATH_BYTES ? length : PATH_BYTES - 1), start);
        Book *book = length < PATH_BYTES ? book_open(path, reason) : NULL;
        if (book)
            library->books[library->count++] = book;
        else
            complain(self, path, reason);
    }
}

static bool has_been(const Game *game, uint64_t key)
{
    for (int i = 0; i < game->plies; i++)
        if (game->undos[i].key == key)
            return true;
    return false;
}

static bool is_banned(const Move *bans, int ban_count, Move m)
{
    for (int i = 0; i < ban_count; i++)
        if (bans[i] == m)
            return true;
    return false;
}

static Move heaviest_reply(const Book *book, const Position *pos, Move best)
{
    Position after = *pos;
    Undo undo;
    BookMove replies[MAX_MOVES];
    position_make(&after, best, &undo);
    return book_moves(book, &after, replies) > 0 ? replies[0].move : MOVE_NONE;
}

bool library_pick(const Library *library, const Game *game, const Move *bans, int ban_count, Randomness randomness, uint64_t random,
                  Move *best, Move *reply)
{
    for (int i = 0; i < library->count; i++) {
        BookMove moves[MAX_MOVES];
        int count = book_moves(library->books[i], &game->now, moves), left = 0;
        for (int j = 0; j < count; j++)
            if (!is_banned(bans, ban_count, moves[j].move) && !has_been(game, key_after(&game->now, moves[j].move)))
                moves[left++] = moves[j];
        if (left == 0)
            continue;
        *best = book_choose(moves, left, randomness, random);
        *reply = heaviest_reply(library->books[i], &game->now, *best);
        return true;
    }
    return false;
}
