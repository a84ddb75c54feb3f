/* notation.h - moves as text. ICCS, the protocols' form: h2e2. */
#ifndef HANXIN_ENGINE_NOTATION_H
#define HANXIN_ENGINE_NOTATION_H

#include "engine/move.h"

/* Writes `h2e2` and a terminator into out[5]; returns out. */
char *move_to_iccs(Move m, char *out);

/* Reads `h2e2`, also `H2-E2` and `h2 e2`, with nothing but blanks after it. False, *m untouched, when
 * the text is not two points of the board. Says nothing about legality. */
bool move_from_iccs(const char *text, Move *m);

/* One point, `h2` or `H2`, and nothing after it. */
bool square_from_text(const char *text, Square *s);

#endif
