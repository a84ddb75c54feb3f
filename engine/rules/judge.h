/* SPDX-License-Identifier: GPL-3.0-only */
/* judge.h - how a game stands, and why: the referee of the terminal game, the match runner and the
 * `judge` command.
 *
 * After a move the ends are tested in this order: no legal move (the side to move has lost, in check or
 * not), third occurrence of the position since the last capture, natural limit, nothing but guards left.
 * So a mating or stalemating move wins even on the last ply of the limit. */
#pragma once

#include "engine/rules/reason.h"
#include "engine/rules/result.h"

typedef struct Judgement {
    Result result;
    int plies;     /* played from the start when the game stood so */
    int first_ply; /* the start's game_ply: for numbering moves */
    RuleSet rules; /* as asked */
    int natural;   /* plies that the natural limit counts; 0 where another end comes first or it is certainly not reached */
    Reason reason; /* of an ending by repetition; else indeterminate */
} Judgement;

/* The game as it stands, whatever happened before: call it after each move. limit is in plies, 0 none. */
void judge_game(const Game *game, RuleSet rules, int limit, Judgement *judgement);

/* The first point from the game's start on at which it was over; returns the plies played by then, all of
 * them if it is not over. */
int judge_from_start(const Game *game, RuleSet rules, int limit, Judgement *judgement);
