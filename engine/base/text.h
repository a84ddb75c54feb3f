/* SPDX-License-Identifier: GPL-3.0-only */
/* text.h - a string builder.
 *
 * A Text either grows as needed (TEXT_INIT) or uses an array of the caller, which it never exceeds
 * (text_over()). In an array, text that does not fit is truncated at a character boundary. `data` is
 * always a valid string, initially empty.
 *
 * Errors need not be checked after each addition: if memory or the array is too small, `failed` is
 * set and stays set, and nothing more is added. Functions that add text return true if nothing has
 * been lost so far. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "engine/base/language.h"

typedef struct Text {
    char *data;        /* read-only for callers; an addition may move it */
    size_t length;     /* length in bytes, without the terminator */
    size_t room;       /* size in bytes, with the terminator; 0 if `data` is a constant */
    bool fixed;        /* true if the array belongs to the caller */
    bool failed;       /* true if a part at the end is missing */
    Language language; /* language of the messages added by why.h */
    bool by_files;     /* true if these messages name points by their files, 1 to 9, as moves do in all notations but ICCS */
} Text;

#define TEXT_INIT ((Text){.data = (char *)""})

/* Returns a Text that uses an array of at least one byte. text_free() leaves the array alone. */
Text text_over(char *array, size_t size);

bool text_add(Text *t, const char *string);
bool text_add_bytes(Text *t, const char *bytes, size_t length);
bool text_add_char(Text *t, char c);
bool text_addf(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool text_vaddf(Text *t, const char *format, va_list values) __attribute__((format(printf, 2, 0)));

/* Adds the reason for a failure, unless `why` is NULL, and returns false, so that a caller can
 * `return text_fail(why, ...)`. */
bool text_fail(Text *why, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds a blank and a word. If they do not fit, adds nothing and returns false; `failed` stays
 * clear. */
bool text_add_word(Text *t, const char *word);

/* Adds text from outside, made safe for terminals, lines of files and messages: tabs and line breaks
 * become blanks; other control characters, and bytes that are not UTF-8, become `?`. */
bool text_add_clean(Text *t, const char *foreign);

/* Adds blanks until the text after the first `from` bytes is `columns` columns wide. The text must
 * have at least `from` bytes. */
bool text_pad(Text *t, size_t from, int columns);

/* Removes everything after the first `length` bytes and clears `failed`. */
void text_cut(Text *t, size_t length);

/* Detaches the string and returns it; the caller frees it. The Text is left empty. Returns NULL if
 * the Text has failed. Not for a Text over an array. */
char *text_take(Text *t) __attribute__((warn_unused_result));

/* Frees the memory and leaves the Text empty. */
void text_free(Text *t);
