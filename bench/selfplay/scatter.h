/* SPDX-License-Identifier: GPL-3.0-only */
/* scatter.h - random endings: a few pieces of each side on random points.
 *
 * Games from the start position rarely reach most endings, and when they do, the result is mostly
 * clear already. A net does not learn endings that it never sees. */
#pragma once

#include "engine/base/rng.h"
#include "engine/board/position.h"

enum { SCATTER_ATTACKERS = 7 }; /* maximum number of rooks, horses, cannons and pawns of a side */

/* Sets *pos to a random position with kings, up to all advisors and elephants, and up to
 * SCATTER_ATTACKERS attackers on each side; no kind exceeds its number at the start of a game.
 * Either side may be to move. The position is legal and has a legal move. */
void scatter(Rng *rng, Position *pos);
