/* SPDX-License-Identifier: GPL-3.0-only */
/* Games as text: a game that was read can be written in every notation and read again, move for move. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation/games.h"
#include "engine/notation/pgn.h"
#include "tests/fuzz/fuzz.h"

static void write_and_read(const GameTree *game, Notation notation)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    if (!file)
        return;
    pgn_write(game, notation, file);
    fclose(file);
    GameTree back;
    tree_init(&back);
    GameSource source = games_in_text(text, length);
    bool read = games_next(&source, &back, LANGUAGE_ENGLISH);
    assert(read && !tree_has_fault(&back) && back.main.plies == game->main.plies);
    for (int i = 0; i < back.main.plies; i++)
        assert(back.main.moves[i].move == game->main.moves[i].move);
    (void)read;
    tree_clear(&back);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    GameTree game;
    tree_init(&game);
    for (Language l = LANGUAGE_ENGLISH; l <= LANGUAGE_CHINESE; l++) {
        GameSource source = games_in_text(text, size);
        while (games_next(&source, &game, l))
            for (Notation n = NOTATION_ICCS; n < NOTATIONS && !tree_has_fault(&game); n++)
                write_and_read(&game, n);
    }
    tree_clear(&game);
    free(text);
    return 0;
}
