/* SPDX-License-Identifier: GPL-3.0-only */
/* commands.h - handles the user's input during a game: commands, squares and moves, with help and completion. */
#pragma once

#include "protocol/terminal/play.h"

/* Executes a line, which is modified. */
void commands_obey(Play *p, char *line);

/* Returns word `i` that may follow `before` on a line (an EditorWords; `self` is a Play). */
const char *commands_words(void *self, const char *before, int i);
