/* SPDX-License-Identifier: GPL-3.0-only */
/* replay.h - `hanxin show FILE`: shows a game step by step. */
#pragma once

#include "engine/base/args.h"
#include "protocol/terminal/screen.h"

/* Shows a game of a file (`-` is standard input). Games without a start position begin at `start`, unless that is NULL. Game 1 is
 * the first. Starts at `ply`, or at the beginning if it is negative. On a terminal, keys move forward, back and to either
 * end, flip the board, and change the game. Elsewhere only the position at `ply` is written, or all positions if it is negative.
 * Returns the exit status: 0, or 1 after a message on standard error if the file or game does not exist or is damaged. A damaged
 * game is shown up to its fault. */
int replay_run(const Program *program, const char *path, const Position *start, int game, int ply, const Screen *screen);
