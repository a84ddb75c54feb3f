#include "protocol/library.h"

#include <stdio.h>
#include <string.h>

void library_clear(Library *library)
{
    for (int i = 0; i < library->count; i++)
        book_free(library->books[i]);
    library->count = 0;
}

bool library_add(Library *library, const char *path, BookFault *fault)
{
    if (library->count == LIBRARY_BOOKS) {
        *fault = (BookFault){.code = BOOK_ONE_TOO_MANY};
        return false;
    }
    Book *book = book_open(path, fault);
    if (book)
        library->books[library->count++] = book;
    return book;
}

void library_load(Library *library, const char *paths, void (*complain)(void *self, const char *path, const BookFault *fault), void *self)
{
    enum { PATH_BYTES = 4096 };
    library_clear(library);
    while (*paths) {
        char path[PATH_BYTES];
        BookFault fault = {.code = BOOK_LONG_PATH};
        size_t length = strcspn(paths, ";");
        const char *start = paths;
        paths += length + (paths[length] == ';');
        while (length > 0 && *start == ' ')
            start++, length--;
        while (length > 0 && start[length - 1] == ' ')
            length--;
        if (length == 0)
            continue;
        snprintf(path, sizeof path, "%.*s", (int)(length < PATH_BYTES ? length : PATH_BYTES - 1), start);
        if (length >= PATH_BYTES || !library_add(library, path, &fault))
            complain(self, path, &fault);
    }
}

static bool has_been(const Game *game, uint64_t key)
{
    for (int i = 0; i < game->plies; i++)
        if (game->undos[i].key == key)
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

bool library_pick(const Library *library, const Game *game, const BookChoice *how, Move *best, Move *reply)
{
    for (int i = 0; i < library->count; i++) {
        BookMove moves[MAX_MOVES];
        int count = book_moves(library->books[i], &game->now, moves), left = 0;
        for (int j = 0; j < count; j++) {
            bool banned = how->bans && move_list_has(how->bans, moves[j].move);
            if (!banned && !has_been(game, key_after(&game->now, moves[j].move)))
                moves[left++] = moves[j];
        }
        if (left == 0)
            continue;
        *best = book_choose(moves, left, how->randomness, how->random);
        *reply = heaviest_reply(library->books[i], &game->now, *best);
        return true;
    }
    return false;
}
