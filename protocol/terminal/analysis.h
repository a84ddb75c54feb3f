/* analysis.h - lines of play as a person reads them, and the search shown while it thinks. */
#pragma once

#include "protocol/player.h"
#include "protocol/terminal/screen.h"
#include "protocol/terminal/terminal.h"

/* "Red +0.35", "Black mates in 3": what a score for the side to move means, into out[SCORE_TEXT_SIZE]. */
enum { SCORE_TEXT_SIZE = 80 };
char *score_text(Score score, Side to_move, Language language, char *out);

/* Searches the game's position with several lines and shows them, until a key is pressed, the limits are
 * reached or input ends. What is shown together belongs to one iteration, unless none was finished. On a
 * terminal the lines are renewed in place, elsewhere the last ones are written when the search ends: there it
 * needs a limit, and keys do not stop it. The player must be idle, and report as many lines as are wanted. */
void analysis_run(Player *player, const Game *game, const Limits *limits, const Screen *screen, Terminal *terminal);
