/* SPDX-License-Identifier: GPL-3.0-only */
/* json.h - helpers for all JSON in this folder, on top of the library jansson. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/base/text.h"

/* Parses [text, text + length), which must contain exactly one value besides white space, and no
 * name twice in an object. Returns NULL if it is not JSON or an allocation fails. */
json_t *json_read(const char *text, size_t length) __attribute__((warn_unused_result));

/* Returns a string member, or `fallback` if it is missing or not a string, or if `object` is not an
 * object. */
const char *json_member_text(const json_t *object, const char *name, const char *fallback);

/* Makes a string of any text, which is converted to UTF-8 if needed. */
json_t *json_of_text(const char *text);

/* Makes a number, rounded to `digits` decimals, or null if it is not finite, because JSON has no
 * infinity. */
json_t *json_of_number(double value, int digits);

/* Add a value to an object or a list. If an allocation fails, or `value` is NULL, the object or list
 * becomes NULL, so that only the final result needs a check. */
void json_set(json_t **object, const char *name, json_t *value);
void json_append(json_t **list, json_t *value);
void json_join(json_t **object, json_t *members); /* adds all members of another object, which is freed */

/* Appends a value on one line. `<` is escaped, so that the text may be part of an HTML script. This
 * and the next two functions mark the text as failed if an allocation fails or the value is NULL. */
void json_put(const json_t *value, Text *out);

/* Appends an object with one line for each member, and for each object in a list. The closing
 * bracket is left to the caller. */
void json_put_lines(const json_t *object, Text *out);

/* Appends an object on a line of its own, with one more member at the end: "crc", the CRC-32 of all
 * bytes before it. */
void json_put_sealed(const json_t *object, Text *out);

/* Parses a line of json_put_sealed(), given without its line end. Returns the object without its
 * "crc", or NULL if any byte was changed or an allocation fails. */
json_t *json_read_sealed(const char *line, size_t length) __attribute__((warn_unused_result));
