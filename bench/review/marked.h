/* SPDX-License-Identifier: GPL-3.0-only */
/* marked.h - reads a review back from the tags, comments and variations of a game, and removes
 * it. */
#pragma once

#include "engine/notation/pgn.h"

/* Tag of a reviewed game: the program (HANXIN_NAME and a blank) and the limits of the review. */
#define REVIEW_TAG "Review"

enum { BETTER_PLIES = 10 }; /* maximum length of a better line that a review adds */

/* Tags with the accuracy of the sides in per cent. */
extern const char *const accuracy_tags[2];

/* Reads the `[%eval ...]` in a move's comment and sets *red to Red's expected score after the move,
 * 0 to 1. Understands the form of report_score(), and pawns and `#3` as written by servers. `mover`
 * is the side that moved. Returns false if there is no evaluation. */
bool marked_expected(const TreeMove *move, Side mover, double *red);

/* Adds the comment of the move in a form for people. Commands for programs are replaced by words:
 * `[%eval -0.35]` by "Black +0.35", `[%clk 0:10:00]` by "clock 0:10:00". Unknown commands, such as
 * arrows, are left out. */
void marked_comment(const TreeMove *move, Side mover, Language language, Text *out);

/* Returns the first judgement of the move as a sign ("!", "?", "!!", "??", "!?" or "?!"), or "" if it
 * has no judgement. */
const char *marked_sign(const TreeMove *move);

/* Removes an earlier review, and all evaluations, so that the game can be reviewed again. In a game
 * with our tag, these are the tags, the marks that a review may set, whoever set them, the
 * evaluations with everything after them in a comment, and the better lines that nobody has continued or
 * annotated; in any other game only the evaluations. */
void marked_forget(GameTree *game);
