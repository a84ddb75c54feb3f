/* SPDX-License-Identifier: GPL-3.0-only */
/* built_in.h - the tables inside the program: sets with a single attacker. */
#pragma once

#include "engine/endgame/probe.h"

bool endgame_tables_add_built_in(EndgameTables *t, Text *why);

/* Returns tables that contain these and those of the folders, as by endgame_tables_add_folders(); ""
 * for none. On failure, also of a single file, returns NULL with the reason. */
EndgameTables *endgame_tables_built_in(const char *folders, Text *why);
