/* SPDX-License-Identifier: GPL-3.0-only */
/* language_texts.c - all catalogues. A program that speaks only English is linked with protocol/web/english.c instead. */
#include "engine/base/contract.h"
#include "engine/base/language.h"

const Catalogue *language_texts(Language language)
{
    static const Catalogue *const texts[LANGUAGES] = {
        [LANGUAGE_CHINESE] = &chinese_texts, [LANGUAGE_TRADITIONAL] = &traditional_texts, [LANGUAGE_VIETNAMESE] = &vietnamese_texts};
    assert(language < LANGUAGES);
    return texts[language];
}
