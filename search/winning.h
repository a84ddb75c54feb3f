/* SPDX-License-Identifier: GPL-3.0-only */
/* winning.h - tells whether a score or bound is so large that the search is looking for a mate.
 *
 * The tree tests beta, even of an open window: a balanced game has hardly any such nodes. The table
 * tests results. */
#pragma once

#include "engine/board/score.h"
#include "search/params.h"

static inline bool is_winning_score(Score s) { return s > winning_score || s < -winning_score; }
