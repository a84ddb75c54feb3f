/* SPDX-License-Identifier: GPL-3.0-only */
/* games.h - opens files of games, whatever their format, and reads one game after the other.
 *
 * The format is recognised by the content, never by the name of the file. games.c has the table of
 * the formats; each has a file of its own beside this one. What begins like no binary format is
 * text, in any encoding that textfile.h knows, and is read as PGN (pgn.h). */
#pragma once

#include "engine/base/why.h"
#include "engine/notation/game_source.h"

/* Returns a source that reads text that is UTF-8 already. The text belongs to the caller and must
 * outlast the source. */
GameSource games_in_text(const char *text, size_t length);

/* Opens the file (`-` is standard input). Returns false with the reason if it cannot be read, memory
 * is short, or it has a known format that cannot be read, such as an archive; nothing is owned
 * then. */
bool games_open(GameSource *source, const char *path, Text *why) __attribute__((warn_unused_result));

/* Does the same for the content of a file, which comes from malloc with a terminator behind its
 * `length` bytes and belongs to the source from now on, or is freed if this fails. */
bool games_open_bytes(GameSource *source, char *data, size_t length, const char *name, Text *why) __attribute__((warn_unused_result));

/* Reads the next game into *game, which is cleared first. A fault is described in `language`, and
 * what could be read is kept. Returns false if no further game follows, or the reading was
 * stopped. */
bool games_next(GameSource *source, GameTree *game, Language language);

/* Goes back to the first game. */
void games_rewind(GameSource *source);

/* Frees what the source owns. Does nothing for a source that is all zero. */
void games_close(GameSource *source);

/* Returns the share of the source that has been read, from 0 to 1. */
double games_progress(const GameSource *source);
