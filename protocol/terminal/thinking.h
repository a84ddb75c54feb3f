/* SPDX-License-Identifier: GPL-3.0-only */
/* thinking.h - the engine at the terminal: it searches while a person looks on, who may stop it. */
#pragma once

#include "protocol/terminal/play.h"

/* The engine finds and plays a move for the side to move; Ctrl-C, or between two engines any key, stops it and pauses. */
void thinking_move(Play *p);

/* Does the engine, which does not move, agree to a draw? When it stands worse, or the game is old and it stands no better.
 * Says why not. */
bool thinking_agrees(Play *p);

/* The commands `hint`, `eval` and `analyse`. */
void thinking_hint(Play *p, char *args);
void thinking_eval(Play *p, char *args);
void thinking_analyse(Play *p, char *args);
