/* referee.h - is the game over after the last move, and why. */
#ifndef HANXIN_MATCH_REFEREE_H
#define HANXIN_MATCH_REFEREE_H

#include "bench/match/game.h"

/* Fills the three results when the game is over; leaves them alone while it goes on. */
void referee(const Game *game, int quiet_limit, Outcome *outcome, Ending *ending, char *reason);

#endif
