/* SPDX-License-Identifier: GPL-3.0-only */
/* lopsided.h - is a score, or a bound of the window, so far from zero that not who is better is asked, but where the mate is?
 *
 * Asked of beta: no reverse futility, every check extended, late moves reduced and pruned more, quiet checks in quiescence's first ply.
 * An open window counts too; otherwise a balanced game has next to no such nodes. Asked of a result: as a bound it replaces a deeper
 * entry of its position, unless an evaluation would replace what is proven (tt.c). */
#pragma once

#include "engine/board/score.h"
#include "search/params.h"

static inline bool is_lopsided(Score s) { return s > lopsided_score || s < -lopsided_score; }
