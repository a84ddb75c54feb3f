/* SPDX-License-Identifier: GPL-3.0-only */
/* words.h - taking text apart at blanks and tabs, in place and without regard to case. */
#pragma once

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define BLANKS " \t\r\n\v\f"

#define WIDE_BLANK "\u3000" /* which Chinese programs put between moves, in UTF-8 */

/* Cuts the next word out of *text (which it ends with a terminator) and moves *text past it. NULL
 * at the end; then *text points at the terminator. */
static inline char *word_next(char **text)
{
    char *word = *text + strspn(*text, BLANKS);
    char *end = word + strcspn(word, BLANKS);
    *text = *end ? end + 1 : end;
    *end = '\0';
    return *word ? word : NULL;
}

/* Cuts the next line out of a text that ends at `end`, where a terminator stands, and moves *text past it. A line ends as on any
 * system, with LF, CR LF or CR, and may hold zero bytes: *length counts them. NULL at the end. */
static inline char *line_next(char **text, const char *end, size_t *length)
{
    char *line = *text, *stop = line;
    while (stop < end && *stop != '\n' && *stop != '\r')
        stop++;
    *length = (size_t)(stop - line);
    *text = stop + (stop < end) + (stop[0] == '\r' && stop[1] == '\n');
    *stop = '\0';
    return line < end ? line : NULL;
}

/* Where a word stands in a text, in any case; NULL if nowhere. Nothing is cut. */
static inline char *word_find(char *text, const char *word)
{
    size_t length = strlen(word);
    for (char *at = text + strspn(text, BLANKS); *at; at += strspn(at, BLANKS)) {
        size_t n = strcspn(at, BLANKS);
        if (n == length && strncasecmp(at, word, n) == 0)
            return at;
        at += n;
    }
    return NULL;
}

static inline bool word_is(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b))
        a++, b++;
    return *a == *b || tolower((unsigned char)*a) == tolower((unsigned char)*b);
}

/* Which of so many words it is, whatever the case; `count` if none. */
static inline int word_among(const char *word, const char *const *words, int count)
{
    int i = 0;
    while (i < count && !word_is(word, words[i]))
        i++;
    return i;
}

/* The same for an enumeration: which word it is goes to *chosen. False, *chosen untouched, if it is none. */
static inline bool word_choose(const char *word, const char *const *words, int count, int *chosen)
{
    int i = word_among(word, words, count);
    if (i < count)
        *chosen = i;
    return i < count;
}

/* Strips blanks at both ends; returns the new start within `text`. */
static inline char *text_trim(char *text)
{
    text += strspn(text, BLANKS);
    size_t n = strlen(text);
    while (n > 0 && strchr(BLANKS, text[n - 1]))
        text[--n] = '\0';
    return text;
}

/* A whole number and nothing else, clamped to what fits. */
static inline bool word_number(const char *word, int64_t *value)
{
    char *end;
    if (!isdigit((unsigned char)word[*word == '-' || *word == '+']))
        return false;
    *value = strtoll(word, &end, 10);
    return *end == '\0';
}
