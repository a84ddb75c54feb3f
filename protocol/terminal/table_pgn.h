/* table_pgn.h - the game at the terminal as a PGN game, and back. */
#pragma once

#include "engine/notation/pgn.h"
#include "protocol/terminal/table.h"

/* Into a PGN game, which is empty; `whole`: with what going on needs, the settings, clocks and moves taken back. False when memory is short. */
bool table_to_pgn(const Table *table, bool whole, PgnGame *game);

/* A game as read becomes the one played; `whole`: with all of that, as far as it is there. False when memory is short. */
bool table_from_pgn(Table *table, const PgnGame *game, bool whole, int64_t now_ms);
