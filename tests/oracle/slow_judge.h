/* SPDX-License-Identifier: GPL-3.0-only */
/* slow_judge.h - the repetition rules once more, written from their text over slow_rules.h alone.
 *
 * Every board of the game is kept with a second board of piece numbers; every question is answered by
 * trying all points. Shares nothing with engine/. */
#pragma once

#include "tests/oracle/slow_rules.h"

enum { SLOW_PLIES = 100 };

typedef struct SlowGame {
    int plies;
    SlowBoard board[SLOW_PLIES + 1];   /* [i]: after i plies */
    int number[SLOW_PLIES + 1][10][9]; /* of the piece there, -1 for none; it follows the piece */
} SlowGame;

void slow_game_start(SlowGame *g, const SlowBoard *b);
void slow_game_play(SlowGame *g, SlowMove m);

typedef enum SlowRules { SLOW_ASIAN, SLOW_COMPUTER, SLOW_SIMPLE } SlowRules;

/* False if the last position has not come three times. Levels: 3 perpetual check, 2 perpetual chase, 1 chase
 * by cut roots, 0 neither; index 1 is Black. */
bool slow_judge(const SlowGame *g, SlowRules rules, int levels[2]);
