/* SPDX-License-Identifier: GPL-3.0-only */
/* reviewing.h - the game at the table looked at move by move, and its marks kept with it. */
#pragma once

#include "protocol/terminal/play.h"

/* The command `review [SECONDS]`: searches every position, shows marks and graph. Ctrl-C ends it; what was found by then holds. */
void reviewing_review(Play *p, char *args);

/* The game as table_to_pgn() writes it, with marks, evaluations and better lines if just these moves were reviewed. */
bool reviewing_to_pgn(const Play *p, bool whole, PgnGame *game);

/* Frees the review, if there is one. */
void reviewing_forget(Play *p);
