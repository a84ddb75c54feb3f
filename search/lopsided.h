/* SPDX-License-Identifier: GPL-3.0-only */
/* lopsided.h - is a score, or a bound of the window, so far from zero that not who is better is asked, but where the mate is?
 *
 * There the search takes another shape: no reverse futility, every check extended, late moves reduced more, quiet checks in
 * quiescence, and a deep bound of the table makes room for what is newer. An open window counts too; otherwise a balanced game has next
 * to no such nodes. */
#pragma once

#include "engine/board/score.h"
#include "search/params.h"

static inline bool is_lopsided(Score s) { return s > lopsided_score || s < -lopsided_score; }
