/* SPDX-License-Identifier: GPL-3.0-only */
/* argfile.h - a file with words of the command line (`--config FILE`).
 *
 * Blanks and line ends separate the words. '"' and '\'' keep everything up to the same sign together,
 * also within a word, as in name="old net"; there are no other escapes. A word that begins with '#'
 * begins a comment, up to the end of its line. */
#pragma once

#include "engine/base/text.h"

typedef struct ArgWords { /* a command line in which the words of files have been inserted */
    char **words;         /* as argv, ending with NULL; the list is owned */
    int count;
    size_t capacity;
    char **texts; /* contents of the files, to which words point; owned */
    int text_count;
    size_t text_capacity;
} ArgWords;

/* Copies the command line and replaces each `--option FILE` and `--option=FILE` by the words of the file, in which
 * the option itself is refused. `option` is given without dashes. Returns false with the reason if a file
 * cannot be read. Call argwords_clear() in any case. */
bool argwords_read(ArgWords *w, int argc, char **argv, const char *option, Text *why) __attribute__((warn_unused_result));
void argwords_clear(ArgWords *w);

/* Adds the words to a text that argwords_read() reads back: each option, which begins with `--`, on a line of
 * its own. `from`: the first word to be written. */
void argwords_write(const char *const *words, int from, int count, Text *out);
