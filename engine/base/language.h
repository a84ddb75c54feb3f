/* SPDX-License-Identifier: GPL-3.0-only */
/* language.h - the languages people are answered in. */
#pragma once

#include <stdbool.h>

typedef enum Language { LANGUAGE_ENGLISH, LANGUAGE_CHINESE } Language;

extern const char *const language_words[]; /* en, zh, NULL */

/* The one of two texts, or formats, that is in the language. */
__attribute__((format_arg(2), format_arg(3))) static inline const char *in_language(Language language, const char *english,
                                                                                    const char *chinese)
{
    return language == LANGUAGE_CHINESE ? chinese : english;
}

/* Reads one of them, whatever the case. False, *language untouched, if it is neither. */
bool language_from_name(const char *name, Language *language);

/* The one of the environment (LC_ALL, LC_MESSAGES, LANG). */
Language language_here(void);

/* The same, unless `--lang` among the arguments says otherwise, wherever it stands: even what is wrong before it is told in
 * that language. */
Language language_wanted(int argc, char **argv);
