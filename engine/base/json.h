/* SPDX-License-Identifier: GPL-3.0-only */
/* json.h - writes JSON (RFC 8259) to a Text, and reads its strings.
 *
 * The writer sets the commas, quotes and brackets, so that callers cannot get them wrong. Failures are
 * those of the Text. Functions that add a value take its name in an object; NULL in an array, and for
 * the outermost value. */
#pragma once

#include <stdint.h>

#include "engine/base/text.h"

enum { JSON_DEEPEST = 64 }; /* maximum depth of nesting */

typedef struct Json {
    Text *out;       /* belongs to the caller */
    bool after;      /* true if the current object or array already contains a value */
    bool line;       /* true if a line break is due */
    int depth;       /* number of open objects and arrays */
    uint64_t arrays; /* one bit each: 1 for an array, 0 for an object; the lowest is the innermost */
} Json;

static inline Json json_writer(Text *out) { return (Json){.out = out}; }

/* Begin an object or an array. json_end() closes the innermost one. */
void json_begin_object(Json *j, const char *name);
void json_begin_array(Json *j, const char *name);
void json_end(Json *j);

/* Adds a string. Bytes that are not UTF-8 become '?'. Every `<` is escaped, so that the string cannot
 * end the script element that contains it. */
void json_add_string(Json *j, const char *name, const char *string);
void json_add_bytes(Json *j, const char *name, const char *bytes, size_t length);

/* Adds the text as a string and frees it. If the text has failed, the output fails. */
void json_take_text(Json *j, const char *name, Text *text);

/* Adds a number, as printf() formats it. Adds null for a number that is not finite. */
void json_add_number(Json *j, const char *name, const char *format, ...) __attribute__((format(printf, 3, 4)));
void json_add_bool(Json *j, const char *name, bool value);
void json_add_null(Json *j, const char *name);

/* Begins a new line before the next value or closing bracket. */
static inline void json_new_line(Json *j) { j->line = true; }

/* Reads the string at *at, which points to its opening quote: decodes it in place, terminates and
 * returns it, and moves *at past the closing quote. Unknown escape sequences are kept as they are
 * written; a zero character and an unpaired surrogate become U+FFFD. If the string does not end,
 * returns NULL and changes nothing. */
char *json_read_string(char **at);
