/* SPDX-License-Identifier: GPL-3.0-only */
/* ask_tables.h - the subcommand `hanxin probe`: looks up a position in the endgame tables. */
#pragma once

#include "protocol/cli/call.h"

int probe_command(Call *call);

/* If the built-in tables or those in the folders contain the position, prints a line about it in the
 * call's language. Returns the exit status. Folders that cannot be used are reported. */
int print_known_result(const Call *call, const Position *pos, const char *folders);
