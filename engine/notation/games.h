/* SPDX-License-Identifier: GPL-3.0-only */
/* games.h - opens files of games in any supported format, and reads one game after the other.
 *
 * The format is recognised by the content, never by the name of the file. games.c contains the table of
 * formats; each format has its own file in this folder. A file that does not begin like a binary format
 * is text, in any encoding that textfile.h supports, and is read as PGN (pgn.h). */
#pragma once

#include "engine/base/why.h"
#include "engine/notation/game_source.h"

/* Returns true if the name ends like that of a file of games. The file need not exist. */
bool games_are_named(const char *path);

/* Returns a source that reads UTF-8 text. The text belongs to the caller and must outlive the
 * source. */
GameSource games_in_text(const char *text, size_t length);

/* Opens the file (`-` is standard input). Returns false with the reason if the file cannot be read, an
 * allocation fails, or the format is known but not supported, such as an archive; nothing is owned
 * then. */
bool games_open(GameSource *source, const char *path, Text *why) __attribute__((warn_unused_result));

/* Does the same for the content of a file. `data` comes from malloc and has a terminator after its
 * `length` bytes. The source owns it from now on; on failure it is freed. */
bool games_open_bytes(GameSource *source, char *data, size_t length, const char *name, Text *why) __attribute__((warn_unused_result));

/* Returns true if the source may contain positions in lines: it is a list of positions, or text that does not
 * begin with a tag. */
bool games_are_lines(const GameSource *source);

/* Reads the next game into *game, which is cleared first. A fault is described in `language`, and the
 * part that could be read is kept. Returns false if there are no more games, or if reading was
 * stopped. */
bool games_next(GameSource *source, GameTree *game, Language language);

/* Goes back to the first game. */
void games_rewind(GameSource *source);

/* Frees all memory of the source. Does nothing for a source that is all zero. */
void games_close(GameSource *source);

/* Returns the share of the source that has been read, from 0 to 1. */
double games_progress(const GameSource *source);
