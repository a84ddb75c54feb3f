/* SPDX-License-Identifier: GPL-3.0-only */
/* utf8.h - the characters of UTF-8 (RFC 3629) and the columns they take on a terminal. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Returns the length in bytes of the character at `p` and stores its code point in *code unless
 * that is NULL. Returns 0 and leaves *code unchanged at `end`, where a terminator must follow, and
 * if the bytes are invalid: a stray byte, a character cut off by `end`, an overlong form, a
 * surrogate, or a code point above U+10FFFF. A zero byte is a character. */
size_t utf8_decode(const char *p, const char *end, uint32_t *code);

/* Returns the text after those leading characters that belong to the set. */
const char *utf8_skip(const char *text, const char *set);

/* Writes a character, a code point that utf8_decode() can return, into out[4], without a
 * terminator. Returns its length in bytes. (The name utf8_encode is taken by libjansson, which is
 * linked statically.) */
size_t utf8_put(uint32_t code, char *out);

/* Returns the width of a character in columns: 2 if it is East Asian wide or full-width, 0 if it
 * combines with the previous character, else 1. */
int utf8_width(uint32_t code);

/* Returns the width of a text in columns. An escape sequence for colours has width 0, an invalid byte
 * width 1. */
int utf8_columns(const char *text);

/* Returns how many bytes of the text fit into `columns` columns, without cutting a character or an
 * escape sequence. */
size_t utf8_fit(const char *text, int columns);
