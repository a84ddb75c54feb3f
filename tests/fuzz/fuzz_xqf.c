/* SPDX-License-Identifier: GPL-3.0-only */
/* XQF: a game read from arbitrary bytes can be written and read again, move for move. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation/games.h"
#include "engine/notation/xqf.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/trees.h"

static void write_and_read(const GameTree *game)
{
    char *bytes = NULL;
    size_t length;
    Text why = WHY_INIT;
    FILE *file = open_memstream(&bytes, &length);
    if (!file)
        return;
    bool done = xqf_write(game, file, &why);
    fclose(file);
    GameTree back;
    GameSource source;
    tree_init(&back);
    done = done && games_open_bytes(&source, bytes, length, "written", &why) && games_next(&source, &back, LANGUAGE_ENGLISH);
    assert(done && !tree_has_fault(&back) && back.report.illegal_moves == 0 && back.report.lost_lines == 0 &&
           back.outcome == game->outcome);
    assert(back.main.plies == game->main.plies && count_moves(&back.main) == count_moves(&game->main));
    for (int i = 0; i < game->main.plies; i++)
        assert(back.main.moves[i].move == game->main.moves[i].move);
    games_close(&source);
    tree_clear(&back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *bytes = fuzz_copy(data, size);
    if (!bytes)
        return 0;
    GameTree game;
    GameSource source = {0};
    Text why = WHY_INIT;
    tree_init(&game);
    if (games_open_bytes(&source, bytes, size, "fuzz", &why))
        while (games_next(&source, &game, LANGUAGE_ENGLISH))
            if (!game.start_lost)
                write_and_read(&game);
    games_close(&source);
    tree_clear(&game);
    return 0;
}
