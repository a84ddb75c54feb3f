/* referee.h - is the game over after the last move, and why: engine/rules/judge.h with the reason in words. */
#ifndef HANXIN_BENCH_MATCH_REFEREE_H
#define HANXIN_BENCH_MATCH_REFEREE_H

#include "bench/match/game.h"

/* The result as it stands, and once the game is over the reason in reason[REASON_SIZE], which is left alone before. `limit`
 * is the natural limit in plies, 0 for none; `natural` its counter as it stands. */
Result referee(const Game *game, RuleSet rules, int limit, const NaturalCount *natural, char *reason);

#endif
