/* SPDX-License-Identifier: GPL-3.0-only */
/* scatter.h - random endings: a few pieces of either side on random points.
 *
 * Games from the start hardly reach most endings, and those that do are mostly decided; what a net does not see it does not learn. */
#pragma once

#include "engine/base/rng.h"
#include "engine/board/position.h"

enum { SCATTER_ATTACKERS = 7 }; /* rooks, horses, cannons and pawns of a side, at most */

/* Kings, up to all advisors and elephants, and up to SCATTER_ATTACKERS attackers a side, as many of a kind as the game has, either side
 * to move. The position is legal, and a move can be made in it. */
void scatter(Rng *rng, Position *pos);
