/* header.h - what a results file says of its tournament before the games. */
#pragma once

#include "bench/match/config.h"
#include "bench/match/json.h"

#define STORE_FORMAT "hanxin-match 1"

/* A text of all that must agree for games to belong together. To be freed; NULL: no memory. */
char *header_identity(const Config *c, uint64_t fingerprint);

/* The file as far as the bracket that opens the list of games. False: no memory. */
bool header_write(const Config *c, const char *identity, uint64_t fingerprint, Text *out) __attribute__((warn_unused_result));

/* Engines and test of a header, and its event and identity. False, when something in it cannot be, with the reason. */
bool header_config(const json_t *header, Config *c, const char *path, Text *why) __attribute__((warn_unused_result));

/* Which part it is of how long a tournament. */
bool header_schedule(const json_t *header, Schedule *s, const char *path, Text *why) __attribute__((warn_unused_result));
