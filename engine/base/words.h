/* words.h - taking text apart at blanks and tabs, in place and without regard to case. */
#pragma once

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define BLANKS " \t\r\n\v\f"

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
