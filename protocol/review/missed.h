/* SPDX-License-Identifier: GPL-3.0-only */
/* missed.h - what a move missed or allowed, in words.
 *
 * Each statement is true of a line that is shown: a mate stands on the board at the line's end, the pieces were taken on the way, the
 * position was there before. Where no line proves anything, only how the game stood before and behind the move is said. */
#pragma once

#include "protocol/review/review.h"

/* Adds a sentence about a marked move, without full stop: "misses mate in 3", "loses a rook for a cannon". Nothing if there is
 * nothing to say. */
void missed_words(const Review *review, int ply, Text *out);
