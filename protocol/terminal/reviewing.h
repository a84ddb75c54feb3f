/* SPDX-License-Identifier: GPL-3.0-only */
/* reviewing.h - reviews the current game, and saves the marks with it. */
#pragma once

#include "protocol/terminal/play.h"

/* Executes `review [SECONDS]`: searches every position and shows marks and a graph. Ctrl-C ends the
 * review; the results so far are kept. */
void reviewing_review(Play *p, char *args);

/* Converts the game like table_to_pgn(), with marks, evaluations and better lines if exactly these
 * moves were reviewed. */
bool reviewing_to_pgn(const Play *p, bool whole, GameTree *game);

/* Frees the review, if there is one. */
void reviewing_forget(Play *p);
