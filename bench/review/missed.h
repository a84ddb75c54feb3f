/* SPDX-License-Identifier: GPL-3.0-only */
/* missed.h - describes in words what a move missed or allowed.
 *
 * Each statement holds for a line that is shown: a mate is on the board at the end of the line, the
 * pieces were captured on the way, the position occurred before. If no line proves anything, only
 * the standing before and after the move is described. */
#pragma once

#include "bench/review/review.h"

/* Adds a phrase about a marked move, without full stop, such as "misses mate in 3" or "loses a rook for
 * a cannon". Adds nothing if there is nothing to describe. */
void missed_words(const Review *review, int ply, Text *out);
