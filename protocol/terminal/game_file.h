/* game_file.h - the game at the terminal from and into PGN files that a person names. */
#pragma once

#include "protocol/terminal/play.h"

/* They say what is done, or what is wrong and return false. The first game of the file is taken. */
bool game_file_load(Play *p, const char *path);
bool game_file_save(Play *p, const char *path, Notation notation);
