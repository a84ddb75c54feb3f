/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/language.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/platform.h"
#include "engine/base/words.h"

const char *const language_words[] = {
    [LANGUAGE_ENGLISH] = "en", [LANGUAGE_CHINESE] = "zh", [LANGUAGE_TRADITIONAL] = "zh-Hant", [LANGUAGE_VIETNAMESE] = "vi", NULL};

static int translation_compare(const void *english, const void *entry) { return strcmp(english, ((const Translation *)entry)->english); }

const char *tr(Language language, const char *english)
{
    const Catalogue *texts = language_texts(language);
    const Translation *found = texts ? bsearch(english, texts->entries, texts->count, sizeof *texts->entries, translation_compare) : NULL;
    return found ? found->text : english;
}

bool language_from_name(const char *name, Language *language) { return word_choose(name, language_words, LANGUAGES, (int *)language); }

/* Returns the language of a locale such as `zh_TW.UTF-8`. Chinese is written in traditional characters in Taiwan, Hong Kong and Macao. */
static Language language_of_locale(const char *name)
{
    static const struct {
        const char *begin;
        Language language;
    } locales[] = {{"zh_TW", LANGUAGE_TRADITIONAL},   {"zh_HK", LANGUAGE_TRADITIONAL}, {"zh_MO", LANGUAGE_TRADITIONAL},
                   {"zh_Hant", LANGUAGE_TRADITIONAL}, {"zh", LANGUAGE_CHINESE},        {"vi", LANGUAGE_VIETNAMESE}};
    for (size_t i = 0; i < sizeof locales / sizeof *locales; i++)
        if (begins_with(name, locales[i].begin))
            return locales[i].language;
    return LANGUAGE_ENGLISH;
}

/* Returns English if the character set is not UTF-8, because others would be unreadable. */
Language language_here(void)
{
    char name[100];
    return locale_name(name, sizeof name) && locale_is_utf8() ? language_of_locale(name) : LANGUAGE_ENGLISH;
}

Language language_requested(int argc, char **argv)
{
    Language language = language_here();
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strncmp(argv[i], "--lang=", 7) == 0)
            language_from_name(argv[i] + 7, &language);
        else if (strcmp(argv[i], "--lang") == 0 && i + 1 < argc)
            language_from_name(argv[i + 1], &language);
    return language;
}
