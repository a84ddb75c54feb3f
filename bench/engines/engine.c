/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/engines/engine.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/version.h"
#include "engine/base/args.h"
#include "engine/base/platform.h"
#include "engine/base/why.h"
#include "engine/base/words.h"

const char *const protocol_words[] = {[PROTOCOL_AUTO] = "auto", [PROTOCOL_UCCI] = "ucci", [PROTOCOL_UCI] = "uci", NULL};
const char *const rank_base_words[] = {"0", "1", NULL};

char *engine_spec_path(const EngineSpec *spec, const char *path, size_t length)
{
    Text whole = TEXT_INIT;
    if (!path_is_absolute(path) && spec->directory && *spec->directory)
        text_addf(&whole, "%s/", spec->directory);
    text_add_bytes(&whole, path, length);
    return text_take(&whole);
}

char *engine_spec_program(const EngineSpec *spec)
{
    const char *from = spec->command + strspn(spec->command, " \t");
    char quote = *from == '"' || *from == '\'' ? *from++ : '\0';
    size_t length = quote ? strcspn(from, (char[]){quote, '\0'}) : strcspn(from, " \t");
    bool in_folder = false;
    for (size_t i = 0; i < length; i++)
        in_folder |= is_folder_separator(from[i]);
    return in_folder ? engine_spec_path(spec, from, length) : NULL;
}

const char *engine_option(const EngineSpec *spec, const char *name)
{
    for (int i = 0; i < spec->option_count; i++)
        if (word_is(spec->options[i].name, name))
            return spec->options[i].value ? spec->options[i].value : "";
    return NULL;
}

bool engine_is_fairy(const EngineSpec *spec)
{
    const char *variant = engine_option(spec, "UCI_Variant");
    return variant && word_is(variant, "xiangqi");
}

bool engine_keeps_books(const EngineSpec *spec, const char *id_name)
{
    static const char *const names[] = {"usebook", "Use Book", "OwnBook", "bookfiles", "Book Files", "bookfile"};
    bool keeps = strncmp(id_name, HANXIN_NAME, strlen(HANXIN_NAME)) != 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = engine_option(spec, names[i]);
        keeps = keeps || (value && *value);
    }
    return keeps;
}

int engine_set_option(EngineSpec *spec, const char *word, Text *why)
{
    enum { LONGEST_VALUE = 3500 };
    EngineOption option = {.value = strchr(word, '=')};
    size_t length = strcspn(word, "=");
    if (option.value)
        option.value++;
    if (length == 0 || strpbrk(word, "\r\n")) {
        why_not(why, "invalid option '%.40s': expected NAME=VALUE or NAME", word);
        return EXIT_USAGE;
    }
    if (length >= sizeof option.name || (option.value && strlen(option.value) > LONGEST_VALUE)) {
        why_not(why, "option '%.40s...' is too long", word);
        return EXIT_USAGE;
    }
    memcpy(option.name, word, length);
    int at = 0;
    while (at < spec->option_count && !word_is(spec->options[at].name, option.name))
        at++;
    EngineOption *options = realloc(spec->options, (size_t)(spec->option_count + 1) * sizeof *options);
    if (!options) {
        why_no_memory(why);
        return EXIT_FAILURE;
    }
    spec->options = options;
    spec->options[at] = option;
    spec->option_count += at == spec->option_count;
    return EXIT_SUCCESS;
}
