/* SPDX-License-Identifier: GPL-3.0-only */
/* judge.h - the referee, which determines whether a game is over and why. The terminal game, the
 * match runner and the `judge` command use it.
 *
 * After a move the endings are tested in this order: no legal move (the side to move has lost, in
 * check or not), third occurrence of the position since the last capture, natural limit, only kings
 * and guards left. A mating or stalemating move therefore wins even on the last ply of the
 * limit. */
#pragma once

#include "engine/rules/reason.h"
#include "engine/rules/result.h"

typedef struct Judgement {
    Result result;
    int plies;     /* number of plies from the start of the game to this state */
    int first_ply; /* game_ply of the start position, for move numbers */
    RuleSet rules; /* rule set that was applied */
    /* Number of plies counted for the natural limit; 0 if another ending comes first or the limit
     * cannot have been reached. */
    int natural;
    Reason reason; /* reason for an ending by repetition; otherwise undefined */
} Judgement;

/* Judges the current state of a game, ignoring earlier states; to be called after each move. limit is
 * in plies, 0 for no limit. */
void judge_game(const Game *game, RuleSet rules, int limit, Judgement *judgement);

/* Judges the earliest state in which the game was over, or the latest state if it is not over.
 * Returns the number of plies played up to that state. */
int judge_from_start(const Game *game, RuleSet rules, int limit, Judgement *judgement);
