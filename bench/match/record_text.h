/* SPDX-License-Identifier: GPL-3.0-only */
/* record_text.h - the content of results files, written and read: the header, which describes the
 * tournament, and each game, as PGN and as one line of JSON. */
#pragma once

#include "bench/match/game.h"
#include "bench/match/json.h"
#include "engine/notation/pgn.h"

/* Writes a game as PGN with tags for everything in the record. A comment after each move contains
 * the score in pawns for the mover ("M5": mate in 5 plies) and depth, seconds, and nodes: {+0.35/12
 * 0.050s 51234n}. */
void record_write_pgn(const GameRecord *r, const Config *c, Text *out);

/* Reads a game written by record_write_pgn(); the players are found by name among the engines.
 * Returns NULL, or the reason with nothing to clear: a tag or comment is missing or not as written,
 * an engine is unknown, or its limits differ. */
const char *record_from_pgn(const PgnGame *game, const Config *c, GameRecord *r) __attribute__((warn_unused_result));

/* Convert a game to and from its row of JSON. Scores are centipawns for the mover, null if none was
 * reported. record_to_json() returns NULL if memory is short. record_from_json() reads every row
 * that the former writes; the caller must have verified its checksum. It returns false, with
 * nothing to clear, for other values, lists of different lengths, or an illegal move. */
json_t *record_to_json(const GameRecord *r) __attribute__((warn_unused_result));
bool record_from_json(const json_t *row, GameRecord *r) __attribute__((warn_unused_result));

#define STORE_FORMAT "hanxin-match 1"

/* Returns a text of everything that must agree for games to belong together; the caller frees it.
 * NULL if memory is short. */
char *header_identity(const Config *c, uint64_t fingerprint);

/* Writes the file up to the bracket that opens the list of games. */
void header_write(const Config *c, const char *identity, uint64_t fingerprint, Text *out);

/* Copies event, engines and sequential test from the header of the files to be merged to the
 * configuration. Returns false with the reason if a value is impossible. */
bool header_config(json_t *header, Config *c, const char *path, Text *why) __attribute__((warn_unused_result));

/* Reads the shard and the length of the tournament. */
bool header_schedule(json_t *header, Schedule *s, const char *path, Text *why) __attribute__((warn_unused_result));
