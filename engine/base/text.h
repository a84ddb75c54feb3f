/* SPDX-License-Identifier: GPL-3.0-only */
/* text.h - a string while it is put together.
 *
 * A Text grows as needed (TEXT_INIT), or is written over an array of the caller's and never outgrows it (text_over()):
 * then it is cut where a whole character ends. `data` is always a string, and empty at first.
 *
 * Nothing needs to be asked after each addition: when memory or the array is too short, `failed` is set and stays so,
 * and nothing more is added. Every function that adds returns whether nothing is missing so far. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "engine/base/language.h"

typedef struct Text {
    char *data;        /* to be read only; an addition may move it */
    size_t length;     /* the terminator not counted */
    size_t room;       /* the terminator counted; 0: `data` is a constant */
    bool fixed;        /* the array is the caller's */
    bool failed;       /* something is missing at the end */
    Language language; /* of what is added, where that matters (why.h) */
} Text;

#define TEXT_INIT ((Text){.data = (char *)""})

/* Over an array of at least one byte; text_free() then does nothing. */
Text text_over(char *array, size_t size);

bool text_add(Text *t, const char *string);
bool text_add_bytes(Text *t, const char *bytes, size_t length);
bool text_add_char(Text *t, char c);
bool text_addf(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool text_vaddf(Text *t, const char *format, va_list values) __attribute__((format(printf, 2, 0)));

/* Adds why something cannot be done, unless `why` is NULL, and returns false, so that a caller can
 * `return text_fail(why, ...)`. */
bool text_fail(Text *why, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A blank and a word, or nothing and false if both do not fit: the text is not cut then and has not failed. */
bool text_add_word(Text *t, const char *word);

/* What somebody else wrote, made fit to be shown on a terminal, stored in a line and sent on: a tab or the end of a line
 * becomes a blank, any other control character `?`, and so does each byte that is not UTF-8. */
bool text_add_clean(Text *t, const char *foreign);

/* Blanks until what stands behind the first `from` bytes takes so many columns. */
bool text_pad(Text *t, size_t from, int columns);

/* Takes away all that stands behind the first `length` bytes; `failed` is forgotten. */
void text_cut(Text *t, size_t length);

/* The string, for the caller to free(), and the Text is empty again. NULL if it failed; not for one over an array. */
char *text_take(Text *t) __attribute__((warn_unused_result));

/* Empty again, without memory. */
void text_free(Text *t);
