/* SPDX-License-Identifier: GPL-3.0-only */
/* commands.h - what a person types at the table: a command, a square or a move; help and completion. */
#pragma once

#include "protocol/terminal/play.h"

/* Carries out what was typed. Cuts up the line. */
void commands_obey(Play *p, char *line);

/* For the editor (EditorWords), of a Play: words that may stand behind `before` on a line. */
const char *commands_words(void *self, const char *before, int i);
