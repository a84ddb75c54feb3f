/* SPDX-License-Identifier: GPL-3.0-only */
/* words.h - splits text at blanks and tabs, in place, and compares words without regard to the case
 * of ASCII letters. Unlike ctype.h and strings.h, nothing here depends on the locale. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"

#define BLANKS " \t\r\n\v\f"

#define WIDE_BLANK "\u3000" /* Chinese programs put this between moves */

static inline bool ascii_is_digit(char c) { return c >= '0' && c <= '9'; }
static inline bool ascii_is_upper(char c) { return c >= 'A' && c <= 'Z'; }
static inline bool ascii_is_letter(char c) { return ascii_is_upper(c) || (c >= 'a' && c <= 'z'); }
static inline bool ascii_is_hex(char c) { return ascii_is_digit(c) || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'); }
static inline bool ascii_is_printable(char c) { return c >= ' ' && c <= '~'; }
static inline char ascii_lower(char c) { return ascii_is_upper(c) ? (char)(c - 'A' + 'a') : c; }
static inline char ascii_upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }

/* Terminates the next word in *text, moves *text past it and returns the word. Returns NULL at the
 * end, where *text then points to the terminator. */
static inline char *word_next(char **text)
{
    char *word = *text + strspn(*text, BLANKS);
    char *end = word + strcspn(word, BLANKS);
    *text = *end ? end + 1 : end;
    *end = '\0';
    return *word ? word : NULL;
}

/* Terminates the next line in a text that ends at `end`, which must hold a terminator, and moves
 * *text past it. LF, CR LF and CR end a line. *length receives its length, which includes zero
 * bytes. Returns NULL at the end. */
static inline char *line_next(char **text, const char *end, size_t *length)
{
    assert(*text <= end && *end == '\0');
    char *line = *text, *stop = line;
    while (stop < end && *stop != '\n' && *stop != '\r')
        stop++;
    *length = (size_t)(stop - line);
    *text = stop + (stop < end) + (stop[0] == '\r' && stop[1] == '\n');
    *stop = '\0';
    return line < end ? line : NULL;
}

/* Returns true if the first n bytes of both are the same without regard to case; a terminator ends
 * the comparison. */
static inline bool word_begins(const char *a, const char *b, size_t n)
{
    for (; n > 0 && *a && ascii_lower(*a) == ascii_lower(*b); n--)
        a++, b++;
    return n == 0 || *a == *b;
}

/* Finds a word in a text without regard to case and without changing the text. Returns NULL if
 * absent. */
static inline char *word_find(char *text, const char *word)
{
    size_t length = strlen(word);
    for (char *at = text + strspn(text, BLANKS); *at; at += strspn(at, BLANKS)) {
        size_t n = strcspn(at, BLANKS);
        if (n == length && word_begins(at, word, n))
            return at;
        at += n;
    }
    return NULL;
}

/* Returns true if the text contains the word anywhere, without regard to case. */
static inline bool text_has_word(const char *text, const char *word)
{
    while (*text && !word_begins(text, word, strlen(word)))
        text++;
    return *text != '\0';
}

/* Returns true if the bytes, of which some may be zero, contain the word. */
static inline bool bytes_find(const char *bytes, size_t length, const char *word)
{
    const size_t n = strlen(word);
    for (size_t i = 0; i + n <= length; i++)
        if (memcmp(bytes + i, word, n) == 0)
            return true;
    return false;
}

static inline bool begins_with(const char *p, const char *text) { return strncmp(p, text, strlen(text)) == 0; }

static inline bool word_is(const char *a, const char *b) { return word_begins(a, b, SIZE_MAX); }

/* Returns the index of the word in the list without regard to case, or `count` if it is not there. */
static inline int word_among(const char *word, const char *const *words, int count)
{
    int i = 0;
    while (i < count && !word_is(word, words[i]))
        i++;
    return i;
}

/* Stores the index of the word in *chosen, for an enumeration. Returns false and leaves *chosen
 * unchanged if the word is not in the list. */
static inline bool word_choose(const char *word, const char *const *words, int count, int *chosen)
{
    assert(count > 0);
    int i = word_among(word, words, count);
    if (i < count)
        *chosen = i;
    return i < count;
}

/* ---- mistyped names ---- */

enum { WORD_MOST = 64 }; /* maximum size of a name in bytes, including the terminator */

/* Returns the Levenshtein distance of two words: the number of letters to insert, delete or change.
 * The distance is 1 if `a` has at least LEAST_PART letters and is part of `b` ("level" in
 * "skilllevel"). Both words must be shorter than WORD_MOST. */
static inline int word_distance(const char *a, const char *b)
{
    assert(strlen(a) < WORD_MOST);
    assert(strlen(b) < WORD_MOST);
    enum { LEAST_PART = 4 };
    int row[WORD_MOST], length = (int)strlen(b);
    if (strlen(a) >= LEAST_PART && strcmp(a, b) != 0 && strstr(b, a))
        return 1;
    for (int j = 0; j <= length; j++)
        row[j] = j;
    for (int i = 0; a[i]; i++) {
        int diagonal = row[0];
        row[0] = i + 1;
        for (int j = 1; j <= length; j++) {
            int change = diagonal + (a[i] != b[j - 1]);
            diagonal = row[j];
            int other = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            row[j] = change < other ? change : other;
        }
    }
    return row[length];
}

/* Returns the largest distance at which a name still counts as a mistyped form of the word. */
static inline int word_typing_errors(const char *word) { return (int)strlen(word) / 2; }

/* Returns the end of the line at p: its LF or CR, or `end`. */
static inline const char *line_stop(const char *p, const char *end)
{
    while (p < end && *p != '\n' && *p != '\r')
        p++;
    return p;
}

/* Moves both ends of [*from, *to) inwards, past blanks and zero bytes. */
static inline void span_trim(const char **from, const char **to)
{
    while (*from < *to && strchr(BLANKS, **from))
        ++*from;
    while (*to > *from && strchr(BLANKS, (*to)[-1]))
        --*to;
}

/* Does the same, and moves *from past wide blanks too. */
static inline void span_trim_wide(const char **from, const char **to)
{
    const size_t wide = sizeof WIDE_BLANK - 1;
    for (span_trim(from, to); (size_t)(*to - *from) >= wide && begins_with(*from, WIDE_BLANK); span_trim(from, to))
        *from += wide;
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

/* Removes the blanks at both ends of a text from malloc and returns the text. Frees it and returns NULL
 * if nothing remains. Accepts NULL. */
static inline char *text_trimmed(char *text)
{
    const char *start = text ? text_trim(text) : "";
    if (*start)
        return memmove(text, start, strlen(start) + 1);
    free(text);
    return NULL;
}

/* Replaces CR LF and CR by LF, in place. */
static inline void text_fold_line_ends(char *text)
{
    char *to = text;
    for (const char *c = text; *c; c++)
        if (*c != '\r' || c[1] != '\n')
            *to++ = *c == '\r' ? '\n' : *c;
    *to = '\0';
}

/* Reads a word as an integer, clamped to the range of int64_t. Returns false if the word is not an
 * integer. */
static inline bool word_number(const char *word, int64_t *value)
{
    char *end;
    if (!ascii_is_digit(word[*word == '-' || *word == '+']))
        return false;
    *value = strtoll(word, &end, 10);
    return *end == '\0';
}
