/* SPDX-License-Identifier: GPL-3.0-only */
/* opening.h - names of openings, by Red's first move and what then stands on the board: move orders and sides do not matter. */
#pragma once

#include "engine/base/language.h"
#include "engine/rules/game.h"

typedef struct Opening {
    const char *first;   /* Red's first move in ICCS; its mirror image counts as well, then with all else mirrored */
    const char *pieces;  /* what must stand on the board at the same time, by FEN letters: "Ce2 nc7 ng7" */
    const char *name[2]; /* by Language */
} Opening;

/* The name that says most (demands most pieces) within the first moves of a game from the start position. NULL: it did not begin there,
 * or in a way without a name. */
const Opening *opening_of_game(const Game *game);
