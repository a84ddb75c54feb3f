/* SPDX-License-Identifier: GPL-3.0-only */
/* replay.h - `hanxin show FILE.pgn`: shows a game step by step. */
#pragma once

#include "engine/base/args.h"
#include "protocol/terminal/screen.h"

/* Shows a game of a file (`-` is standard input), which begins at `start` unless that is NULL, 1 for its first, from `ply` on; negative: from the start. With keys on a
 * terminal: forward, back, to either end, turned round, the next game. Elsewhere that position alone is written, or if negative
 * every one in turn. Returns the process's exit status: 0, or 1 after a line on standard error if there is no such file or
 * game; a damaged game is shown up to its fault, and then 1 too. */
int replay_run(const Program *program, const char *path, const Position *start, int game, int ply, const Screen *screen);
