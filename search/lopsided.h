/* SPDX-License-Identifier: GPL-3.0-only */
/* lopsided.h - is a score, or a bound of the window, so far from zero that not who is better is asked, but where the mate is?
 *
 * Of beta, an open one too, the tree asks this: a balanced game has next to no such nodes. Of a result the table asks it. */
#pragma once

#include "engine/board/score.h"
#include "search/params.h"

static inline bool is_lopsided(Score s) { return s > lopsided_score || s < -lopsided_score; }
