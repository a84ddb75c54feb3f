/* SPDX-License-Identifier: GPL-3.0-only */
/* moves.h - the subcommands that read moves: `hanxin convert` and `hanxin judge`. */
#pragma once

#include "protocol/cli/call.h"

/* Converts moves and game files from any notation into one. Writes the readable part of a damaged game, reports the damage with its
 * line, and continues. */
int convert_command(Call *call);

/* Acts as a referee: prints `Result: ...` and the reason. Returns EXIT_FAILURE if a position or move is rejected. */
int judge_command(Call *call);
