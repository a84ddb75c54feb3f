/* referee.h - is the game over after the last move, and why: engine/judge in this runner's terms. */
#ifndef HANXIN_BENCH_MATCH_REFEREE_H
#define HANXIN_BENCH_MATCH_REFEREE_H

#include "bench/match/game.h"

/* Fills the three results when the game is over; leaves them alone while it goes on. `limit` is the
 * natural limit in plies, 0 for none; `natural` its counter as it stands. */
void referee(const Game *game, RuleSet rules, int limit, const NaturalCount *natural, Outcome *outcome, Ending *ending, char *reason);

#endif
