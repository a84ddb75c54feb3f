/* SPDX-License-Identifier: GPL-3.0-only */
/* marked.h - what a game that was reviewed says of itself: read again from its tags, comments and variations. */
#pragma once

#include "engine/notation/pgn.h"

/* The tag that a reviewed game has: by what program (HANXIN_NAME and a blank begin it), and how long it looked. */
#define REVIEW_TAG "Review"

/* What Red may expect (0 to 1) behind a move by the `[%eval ...]` in its comment, in the words of report_score() or in pawns and `#3` as
 * servers write it. False if there is none. `mover`: the move's side. */
bool marked_expected(const PgnMove *move, Side mover, double *red);

/* The first judgement of the move as a sign, "??"; "" if there is none of "!", "?", "!!", "??", "!?", "?!". */
const char *marked_sign(const PgnMove *move);

/* Takes away what a review added, and all evaluations, so that the game can be reviewed anew. In a game with our tag these are the tag, the
 * marks of judgement that a review gives, whoever set them, the evaluations with all that stands behind them in a comment, and the better
 * lines; in any other the evaluations alone. */
void marked_forget(PgnGame *game);
