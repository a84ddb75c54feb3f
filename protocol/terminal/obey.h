/* obey.h - what a person types at the table: which command it is, or a square or a move; help and completion. */
#pragma once

#include "protocol/terminal/play.h"

/* Carries out what was typed. Cuts up the line. */
void obey_line(Play *p, char *line);

/* For the editor (EditorWords), of a Play: words that may stand behind `before` on a line. */
const char *obey_words(void *self, const char *before, int i);
