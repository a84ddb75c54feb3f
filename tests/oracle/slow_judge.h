/* SPDX-License-Identifier: GPL-3.0-only */
/* slow_judge.h - a second, slow implementation of the repetition rules, written from the text of the
 * rules and using only slow_rules.h.
 *
 * It stores every position of the game, together with a board of piece numbers, and answers every
 * question by trying all points. It shares no code with engine/. */
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
