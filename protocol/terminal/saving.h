/* SPDX-License-Identifier: GPL-3.0-only */
/* saving.h - reads positions and games into the table, and writes them. */
#pragma once

#include "protocol/terminal/play.h"

/* Execute the commands `fen [FEN]`, `load FILE` and `save FILE [iccs|wxf|chinese]`. */
void saving_fen(Play *p, char *args);
void saving_load(Play *p, char *path);
void saving_save(Play *p, char *path);
