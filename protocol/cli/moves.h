/* SPDX-License-Identifier: GPL-3.0-only */
/* moves.h - the sub-commands that read moves: `hanxin convert` and `hanxin judge`. */
#pragma once

#include "protocol/cli/call.h"

/* Moves and game files from any notation into one. Of a damaged game what could be read is written, its damage told with the
 * line, and reading goes on. */
int convert_command(Call *call);

/* The referee: `Result: ...` and the reason; EXIT_FAILURE when a position or move is refused. */
int judge_command(Call *call);
