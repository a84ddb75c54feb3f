/* SPDX-License-Identifier: GPL-3.0-only */
/* Games as text: a game that was read can be written in every notation and read again, move for move. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation/dhtmlxq.h"
#include "engine/notation/games.h"
#include "engine/notation/pgn.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/trees.h"

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

/* Writes the game as DhtmlXQ, to be freed, and reads it back with all its moves. */
static char *write_embedded(const GameTree *game, GameTree *back)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    if (!file)
        abort();
    Text left_out = TEXT_INIT;
    bool written = dhtmlxq_write(game, file, &left_out);
    assert(written);
    (void)written;
    text_free(&left_out);
    fclose(file);
    GameSource source = games_in_text(text, length);
    bool read = games_next(&source, back, LANGUAGE_ENGLISH);
    assert(read && !tree_has_fault(back) && back->report.lost_lines + back->report.lost_comments + back->report.illegal_moves == 0);
    assert(count_moves(&back->main) == count_moves(&game->main) && back->outcome == game->outcome);
    (void)read;
    return text;
}

/* The game that was read back is written in the same way as before. */
static void embed_and_read(const GameTree *game)
{
    GameTree back, again;
    tree_init(&back);
    tree_init(&again);
    free(write_embedded(game, &back));
    char *text = write_embedded(&back, &again), *same = write_embedded(&again, &back);
    assert(strcmp(text, same) == 0);
    free(text);
    free(same);
    tree_clear(&back);
    tree_clear(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    GameTree game;
    tree_init(&game);
    for (Language l = LANGUAGE_ENGLISH; l < LANGUAGES; l++) {
        GameSource source = games_in_text(text, size);
        while (games_next(&source, &game, l)) {
            for (Notation n = NOTATION_ICCS; n < NOTATIONS && !tree_has_fault(&game); n++)
                write_and_read(&game, n);
            if (l == LANGUAGE_ENGLISH && !tree_has_fault(&game) && game.main.plies > 0)
                embed_and_read(&game);
        }
    }
    tree_clear(&game);
    free(text);
    return 0;
}
