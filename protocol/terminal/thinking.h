/* SPDX-License-Identifier: GPL-3.0-only */
/* thinking.h - searches of the engine at the terminal, which the user can watch and stop. */
#pragma once

#include "protocol/terminal/play.h"

/* Lets the engine choose and play a move for the side to move. Ctrl-C, or any key if the engine plays
 * both sides, stops the search and pauses the game. */
void thinking_move(Play *p);

/* Returns true if the engine, whose opponent is to move, accepts a draw: if its position is worse or, late in the game, not better.
 * Otherwise prints why not. */
bool thinking_agrees(Play *p);

/* Execute the commands `hint`, `eval` and `analyse`. */
void thinking_hint(Play *p, char *args);
void thinking_eval(Play *p, char *args);
void thinking_analyse(Play *p, char *args);
