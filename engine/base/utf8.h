/* SPDX-License-Identifier: GPL-3.0-only */
/* utf8.h - the characters of UTF-8 (RFC 3629) and the columns they take on a terminal. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Bytes of the character at `p`, which is before `end`; its number goes to *code unless that is NULL. 0, and *code
 * untouched, if no character is there: a stray byte, one torn by `end`, a longer form than needed, a surrogate, or a
 * number beyond U+10FFFF. A zero byte is a character. */
size_t utf8_decode(const char *p, const char *end, uint32_t *code);

/* Past the characters at the beginning of the text that stand in the set. */
const char *utf8_skip(const char *text, const char *set);

/* Writes a character, without terminator, into out[4]; returns its bytes. (libjansson, linked statically, has a utf8_encode.) */
size_t utf8_put(uint32_t code, char *out);

/* Columns of one character: 2 if East Asian wide or full-width, 0 if it is combined with the one before, else 1. */
int utf8_width(uint32_t code);

/* Columns of a text. Escape sequences that set colours take none, a byte that is no character takes one. */
int utf8_columns(const char *text);

/* How many bytes of the text fit into so many columns; never cuts a character or an escape sequence. */
size_t utf8_fit(const char *text, int columns);
