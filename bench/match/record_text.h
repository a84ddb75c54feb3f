/* SPDX-License-Identifier: GPL-3.0-only */
/* record_text.h - the texts of a match: each game as PGN and as an object of JSON, and the header, an
 * object of JSON that describes the match. */
#pragma once

#include "bench/match/game.h"
#include "bench/match/json.h"

/* Writes a game as PGN with tags for everything in the record, and `id` (store.h) in the tag MatchId.
 * A comment after each move contains the score in pawns for the mover ("M5": mate in 5 plies) and
 * depth, seconds, and nodes: {+0.35/12 0.050s 51234n}. */
void record_write_pgn(const GameRecord *r, const Config *c, const char *id, Text *out);

/* Convert a game to and from JSON. Scores are centipawns for the mover, null if none was reported.
 * record_to_json() returns NULL if an allocation fails. record_from_json() reads every object that the
 * former writes. It returns false, with nothing to clear, for any other value, lists of different
 * lengths, or an illegal move. */
json_t *record_to_json(const GameRecord *r) __attribute__((warn_unused_result));
bool record_from_json(const json_t *row, GameRecord *r) __attribute__((warn_unused_result));

#define STORE_FORMAT "hanxin-match 2"

/* Describes the match. The member "identity" is a text of everything that must agree for games to
 * belong together. Returns NULL if an allocation fails. */
json_t *header_to_json(const Config *c, uint64_t fingerprint) __attribute__((warn_unused_result));

/* Sets the members of a header that may differ between the parts of a match: schedule and sequential
 * test. */
void header_update(json_t **header, const Config *c);

/* Copies event, engines, schedule and sequential test to the configuration. Returns false with the
 * reason if a value is missing or impossible, or an allocation fails. */
bool header_config(const json_t *header, Config *c, const char *path, Text *why) __attribute__((warn_unused_result));

/* Reads the schedule without the number of engines, which it must contain already. Returns false if it
 * is impossible. */
bool header_schedule(const json_t *header, Schedule *s) __attribute__((warn_unused_result));
