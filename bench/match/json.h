/* SPDX-License-Identifier: GPL-3.0-only */
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

/* Any text, in UTF-8 whatever it was written in. */
json_t *json_of_text(const char *text);

/* A number with so many digits behind the point at most; null where it is not finite, as JSON knows no infinity. */
json_t *json_of_number(double value, int digits);

/* Adds a value to an object or a list. Where memory is short (a value of NULL says so too) what it is added to becomes NULL, so
 * that only the end result need be looked at. */
void json_set(json_t **object, const char *name, json_t *value);
void json_append(json_t **list, json_t *value);
void json_join(json_t **object, json_t *members); /* all of another object, which is freed */

/* These mark the text as failed when memory is short, and take NULL for a value there was no memory for.
 * Adds a value on one line. `<` is written as an escape, so that the text may stand within an HTML script. */
void json_put(const json_t *value, Text *out);

/* Adds an object with a line for each member, and for each object in a list of them. The last bracket is left to the
 * caller. */
void json_put_lines(const json_t *object, Text *out);

/* Adds either, and behind it one member more: "crc", the CRC-32 of all bytes before. The last bracket is left to the caller. */
void json_put_sealed(const json_t *object, bool lines, Text *out);

/* Is what stands in [from, to) sealed, as lines or as one line? `to` is behind the last quote. */
bool json_is_sealed(const char *from, const char *to, bool lines);
