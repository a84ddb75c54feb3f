/* SPDX-License-Identifier: GPL-3.0-only */
/* ask_tables.h - the sub-command `hanxin probe`: what the endgame tables know of a position. */
#pragma once

#include "protocol/cli/call.h"

int probe_command(Call *call);

/* Prints a line on the position, in the call's language, if the tables inside the program know it. */
void print_known_result(const Call *call, const Position *pos);
