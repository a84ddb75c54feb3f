/* SPDX-License-Identifier: GPL-3.0-only */
/* Files of games in any format, binary ones included: the readers build trees whose every move is legal, in time
 * and memory that the length of the file bounds. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/legal.h"
#include "engine/board/makemove.h"
#include "engine/notation/games.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/trees.h"

/* Plays a line and its variations, starting from a position. */
static void check_line(const TreeLine *line, Position pos, int depth)
{
    Undo undo;
    assert(depth <= TREE_DEEPEST);
    for (int i = 0; i < line->plies; i++) {
        const TreeMove *m = &line->moves[i];
        for (int n = 0; n < m->line_count; n++)
            check_line(&m->lines[n], pos, depth + 1);
        assert(is_legal(&pos, m->move));
        position_make(&pos, m->move, &undo);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *bytes = fuzz_copy(data, size);
    if (!bytes)
        return 0;
    GameSource source;
    GameTree game;
    Text why = WHY_INIT;
    tree_init(&game);
    if (games_open_bytes(&source, bytes, size, "fuzz", &why)) {
        while (games_next(&source, &game, LANGUAGE_CHINESE))
            if (!game.start_lost)
                check_line(&game.main, game.start, 0);
        games_close(&source);
    }
    tree_clear(&game);
    return 0;
}
