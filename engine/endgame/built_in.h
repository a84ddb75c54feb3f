/* SPDX-License-Identifier: GPL-3.0-only */
/* built_in.h - the tables inside the program: sets with a single attacker. */
#pragma once

#include "engine/endgame/probe.h"

bool endgame_tables_add_built_in(EndgameTables *t, Text *why);

/* Returns tables that include the built-in ones and those in the folders, as for
 * endgame_tables_add_folders(); "" for no folders. On failure, even of a single file, returns NULL with
 * the reason. */
EndgameTables *endgame_tables_built_in(const char *folders, Text *why);
