/* json.h - what every file of JSON here has in common, on top of the library jansson. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/base/text.h"

/* One value that fills [text, text + length) but for blanks, no name twice in an object; NULL when it is not JSON or
 * memory is short. */
json_t *json_read(const char *text, size_t length) __attribute__((warn_unused_result));

/* A string member; `fallback` when absent, of another kind, or `object` is none. */
const char *json_member_text(const json_t *object, const char *name, const char *fallback);

/* Is it (NULL: no) a whole number within the limits? Then it is stored. */
bool json_whole(const json_t *value, int64_t least, int64_t most, int64_t *whole) __attribute__((warn_unused_result));

/* Any text, in UTF-8 whatever it was written in. */
json_t *json_of_text(const char *text);

/* A number with so many digits behind the point at most; null where it is not finite, as JSON knows no infinity. */
json_t *json_of_number(double value, int digits);

/* The value; or NULL, and it is freed, when something about it went wrong: for want of memory. */
json_t *json_if(bool ok, json_t *value);

/* Adds a value on one line. `<` is written as an escape, so that the text may stand within an HTML script. False: no memory
 * (NULL is taken for a value there was no memory for). */
bool json_put(const json_t *value, Text *out) __attribute__((warn_unused_result));

/* Adds an object with a line for each member, and for each object in a list of them. The last bracket is left to the
 * caller. */
bool json_put_lines(const json_t *object, Text *out) __attribute__((warn_unused_result));

/* Adds either, and behind it one member more: "crc", the CRC-32 of all bytes before. The last bracket is left to the caller. */
bool json_put_sealed(const json_t *object, bool lines, Text *out) __attribute__((warn_unused_result));

typedef enum JsonSeal { SEAL_NONE, SEAL_TRUE, SEAL_FALSE } JsonSeal;

/* Is what stands in [from, to) sealed, as lines or as one line? `to` is behind the last quote. */
JsonSeal json_seal(const char *from, const char *to, bool lines);
