/* SPDX-License-Identifier: GPL-3.0-only */
/* language.h - the languages in which users are addressed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum Language { LANGUAGE_ENGLISH, LANGUAGE_CHINESE, LANGUAGE_TRADITIONAL, LANGUAGE_VIETNAMESE, LANGUAGES } Language;

extern const char *const language_words[]; /* en, zh, zh-Hant, vi, NULL */

typedef struct Translation {
    const char *english, *text;
} Translation;

/* The texts of a language, sorted by the English text. */
typedef struct Catalogue {
    const Translation *entries;
    size_t count;
} Catalogue;

extern const Catalogue chinese_texts, traditional_texts, vietnamese_texts; /* see chinese.c, traditional.c, vietnamese.c */

/* Returns the texts of a language, NULL for English. */
const Catalogue *language_texts(Language language);

/* Returns the text, or format, in the given language; the English text if no translation exists. */
const char *tr(Language language, const char *english) __attribute__((format_arg(2)));

static inline bool language_is_chinese(Language language) { return language == LANGUAGE_CHINESE || language == LANGUAGE_TRADITIONAL; }

/* Returns the sign between the words of a list. */
static inline const char *language_comma(Language language) { return language_is_chinese(language) ? "、" : ", "; }

/* Marks a constant that tr() will be given elsewhere, so that a test finds it. */
#define N_(english) english

/* Reads the name of a language without regard to case. Returns false and leaves *language unchanged
 * if the name is unknown. */
bool language_from_name(const char *name, Language *language);

/* Returns the language of the environment (LC_ALL, LC_MESSAGES, LANG). */
Language language_here(void);

/* Returns the language of the environment, unless the arguments contain `--lang` before any `--`: even
 * errors before it are reported in that language. No other option can have `--lang` as its value, see
 * args_read(). */
Language language_requested(int argc, char **argv);
