#include "engine/notation/pgn.h"

#include <stdlib.h>
#include <string.h>

void pgn_init(PgnGame *game)
{
    memset(game, 0, sizeof *game);
    position_start(&game->start);
}

void pgn_clear(PgnGame *game)
{
    for (int i = 0; i < game->tag_count; i++) {
        free(game->tags[i].name);
        free(game->tags[i].value);
    }
    for (int i = 0; i < game->plies; i++)
        free(game->moves[i].comment);
    free(game->comment);
    free(game->tags);
    free(game->moves);
    pgn_init(game);
}

/* The last of that name, which is the one that counts. */
static PgnTag *find_tag(const PgnGame *game, const char *name)
{
    for (int i = game->tag_count - 1; i >= 0; i--)
        if (strcmp(game->tags[i].name, name) == 0)
            return &game->tags[i];
    return NULL;
}

const char *pgn_tag(const PgnGame *game, const char *name)
{
    const PgnTag *tag = find_tag(game, name);
    return tag ? tag->value : NULL;
}

/* Room for one more: arrays grow to the next power of two. */
static bool grow(void **array, int count, size_t size)
{
    if (count & (count - 1))
        return true;
    void *more = realloc(*array, (count ? (size_t)count * 2 : 1) * size);
    if (more)
        *array = more;
    return more != NULL;
}

bool pgn_add_tag(PgnGame *game, const char *name, const char *value)
{
    PgnTag tag = {strdup(name), strdup(value)};
    void *tags = game->tags;
    if (!tag.name || !tag.value || !grow(&tags, game->tag_count, sizeof *game->tags)) {
        free(tag.name);
        free(tag.value);
        return false;
    }
    game->tags = tags;
    game->tags[game->tag_count++] = tag;
    return true;
}

bool pgn_set_tag(PgnGame *game, const char *name, const char *value)
{
    PgnTag *tag = find_tag(game, name);
    if (!tag)
        return pgn_add_tag(game, name, value);
    char *copy = strdup(value);
    if (!copy)
        return false;
    free(tag->value);
    tag->value = copy;
    return true;
}

bool pgn_add_move(PgnGame *game, Move m, const char *comment)
{
    char *copy = comment ? strdup(comment) : NULL;
    void *moves = game->moves;
    if ((comment && !copy) || !grow(&moves, game->plies, sizeof *game->moves)) {
        free(copy);
        return false;
    }
    game->moves = moves;
    game->moves[game->plies++] = (PgnMove){m, copy};
    return true;
}
