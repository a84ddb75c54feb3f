/* SPDX-License-Identifier: GPL-3.0-only */
/* replay.h - `hanxin show FILE.pgn`: shows a game step by step. */
#pragma once

#include "engine/base/args.h"
#include "protocol/terminal/screen.h"

/* Shows game number `game` (from 1) of a file (`-` is standard input), starting at `ply`, or at the
 * beginning if that is negative. On a terminal, keys move forward and back, to either end, flip the
 * board and change the game. Otherwise only that position is printed, or all positions if `ply` is
 * negative. Returns the exit status: 0, or 1 after reporting that there is no such file or game; a
 * damaged game is shown up to its fault and also gives 1. */
int replay_run(const Program *program, const char *path, int game, int ply, const Screen *screen);
