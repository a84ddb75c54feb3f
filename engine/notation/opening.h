/* SPDX-License-Identifier: GPL-3.0-only */
/* opening.h - names openings by Red's first move and the pieces that then reach certain points.
 * Other orders of moves and mirror images have the same name. */
#pragma once

#include "engine/base/language.h"
#include "engine/rules/game.h"

typedef struct Opening {
    /* Red's first move in ICCS. Its mirror image also counts, with everything else mirrored. */
    const char *first;
    /* Pieces that must be on the board at the same time, by FEN letters: "Ce2 nc7 ng7". */
    const char *pieces;
    const char *name; /* in English, for tr() */
} Opening;

/* Returns the most specific opening (with the most pieces) that was reached within the first moves of a
 * game. Returns NULL if the game did not begin at the start position, or has no named opening. */
const Opening *opening_of_game(const Game *game);
