/* SPDX-License-Identifier: GPL-3.0-only */
/* built_in.h - the tables that lie inside the program: one attacker alone. */
#pragma once

#include "engine/endgame/probe.h"

bool endgame_tables_add_built_in(EndgameTables *t, Text *why);

/* Tables with these alone. NULL with the reason. */
EndgameTables *endgame_tables_built_in(Text *why);
