/* SPDX-License-Identifier: GPL-3.0-only */
/* slow_judge.h - a second implementation of the repetition rules, written from their text and based on slow_rules.h alone.
 *
 * It keeps every board of the game and a second board of piece numbers, and tries all points for every question. It shares no code
 * with engine/. */
#pragma once

#include "tests/oracle/slow_rules.h"

enum { SLOW_PLIES = 100 };

typedef struct SlowGame {
    int plies;
    SlowBoard board[SLOW_PLIES + 1];   /* board[i] is the position after i plies */
    int number[SLOW_PLIES + 1][10][9]; /* number of the piece on each point, -1 if empty; a piece keeps its number when it moves */
} SlowGame;

void slow_game_start(SlowGame *g, const SlowBoard *b);
void slow_game_play(SlowGame *g, SlowMove m);

typedef enum SlowRules { SLOW_ASIAN, SLOW_COMPUTER, SLOW_SIMPLE } SlowRules;

/* Determines the level of each side: 3 perpetual check, 2 perpetual chase, 1 chase by cut roots, 0
 * nothing forbidden; index 1 is Black. Returns false if the last position has not occurred three
 * times. */
bool slow_judge(const SlowGame *g, SlowRules rules, int levels[2]);
