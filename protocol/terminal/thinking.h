/* thinking.h - the engine at the terminal: it searches while a person looks on, who may stop it. */
#pragma once

#include "protocol/terminal/play.h"

/* The engine finds and plays a move for the side to move; Ctrl-C, or between two engines any key, stops it and pauses. */
void thinking_move(Play *p);

/* What the engine thinks of the position, at full strength, within that time or the table's depth. `what` says what is done. False
 * if it was stopped or there was no memory. */
bool thinking_advice(Play *p, int64_t time_ms, const char *what, SearchResult *result);

/* Shows the best lines of play until the limits or a key end the search. What is shown together belongs to one iteration, unless
 * none was finished. On a terminal (`live`) the lines are renewed in place; elsewhere, where keys do not stop it, the last ones
 * are written at its end. */
void thinking_analyse(Play *p, const Limits *limits, bool live);

/* "Red +0.35", "Black mates in 3": what a score for the side to move means, into out[SCORE_TEXT_SIZE]. */
enum { SCORE_TEXT_SIZE = 80 };
char *score_text(Score score, Side to_move, Language language, char *out);
