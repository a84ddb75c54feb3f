/* SPDX-License-Identifier: GPL-3.0-only */
/* record_text.h - what results files hold, both ways: the header, which tells of the tournament, and each game, as PGN and as
 * one line of JSON. */
#pragma once

#include "bench/match/game.h"
#include "bench/match/json.h"
#include "engine/notation/pgn.h"

/* PGN with tags for all a record holds; a comment behind each move tells score in pawns for the mover
 * ("M5": mate in 5 plies) and depth, seconds, and nodes: {+0.35/12 0.050s 51234n}. */
void record_write_pgn(const GameRecord *r, const Config *c, Text *out);

/* The record of a game so written; players are found by name among the engines. NULL; or, with nothing to clear, why not: a
 * tag or a comment is missing or not as it was written, an engine unknown, or its limits others. */
const char *record_from_pgn(const PgnGame *game, const Config *c, GameRecord *r) __attribute__((warn_unused_result));

/* The row of JSON. Scores are centipawns for the mover, null if untold. NULL: no memory. Whatever is written so is read
 * again, which a checksum has to show before; a row that is none, lists of different lengths or an illegal move are false, and
 * nothing to clear. */
json_t *record_to_json(const GameRecord *r) __attribute__((warn_unused_result));
bool record_from_json(const json_t *row, GameRecord *r) __attribute__((warn_unused_result));

#define STORE_FORMAT "hanxin-match 1"

/* A text of all that must agree for games to belong together. To be freed; NULL: no memory. */
char *header_identity(const Config *c, uint64_t fingerprint);

/* The file as far as the bracket that opens the list of games. */
void header_write(const Config *c, const char *identity, uint64_t fingerprint, Text *out);

/* Makes the header of files to be added up the configuration's: its event, engines and test. False, when something in it cannot
 * be, with the reason. */
bool header_config(json_t *header, Config *c, const char *path, Text *why) __attribute__((warn_unused_result));

/* Which part it is of how long a tournament. */
bool header_schedule(json_t *header, Schedule *s, const char *path, Text *why) __attribute__((warn_unused_result));
