/* advice.h - what a person may ask about the position at the table. `args` is what stands behind the command; it may be cut up. */
#pragma once

#include "protocol/terminal/play.h"

void advice_hint(Play *p, char *args);
void advice_eval(Play *p, char *args);
void advice_analyse(Play *p, char *args);
void advice_moves(Play *p, char *args);

/* A square alone: where the piece there can go, or why there is none that can. */
void advice_square(Play *p, Square s);
