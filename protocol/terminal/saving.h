/* SPDX-License-Identifier: GPL-3.0-only */
/* saving.h - loads positions and games into the current game, and saves them. */
#pragma once

#include "protocol/terminal/play.h"

/* Execute the commands `fen [FEN]`, `load FILE` and `save FILE [NOTATION]`. */
void saving_fen(Play *p, char *args);
void saving_load(Play *p, char *path);
void saving_save(Play *p, char *path);
