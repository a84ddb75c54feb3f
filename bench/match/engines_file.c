/* SPDX-License-Identifier: GPL-3.0-only */
#include "bench/match/engines_file.h"

#include <stdlib.h>
#include <string.h>

#include "bench/match/json.h"
#include "engine/base/array.h"
#include "engine/base/file.h"
#include "engine/base/why.h"
#include "engine/base/words.h"

enum { ENGINES_FILE_LARGEST = 16 << 20 };

/* Members, and the keys of the settings that they are. */
static const struct {
    const char *member, *key;
    bool text; /* the value must be a text */
} engine_members[] = {
    {"name", "name", true},
    {"command", "cmd", true},
    {"cmd", "cmd", true},
    {"workingDirectory", "dir", true},
    {"dir", "dir", true},
    {"protocol", "proto", true},
    {"proto", "proto", true},
    {"stderrFile", "stderr", true},
    {"stderr", "stderr", true},
    {"ponder", "ponder", false},
    {"banmoves", "banmoves", false},
    {"book", "book", true},
    {"bookdepth", "bookdepth", false},
    {"base", "base", false},
    {"tc", "tc", true},
    {"st", "st", false},
    {"nodes", "nodes", false},
    {"depth", "depth", false},
    {"margin", "margin", false},
};

/* Members of cutechess and fastchess without a meaning here: engines are asked about nothing but their moves,
 * and the only variant is Xiangqi. */
static const char *const ignored_members[] = {"validateClaims", "debug", "variants", "variant", "timeoutScaleFactor", "rating"};

/* Adds a word that was built in `text`. */
static bool engine_add_word(EngineEntry *e, Text *text)
{
    char *word = text_take(text);
    if (!word || !array_grow(&e->words, &e->capacity, (size_t)e->count + 1, sizeof *e->words)) {
        free(word);
        return false;
    }
    e->words[e->count++] = word;
    return true;
}

/* Adds a text, number or truth value; the latter as one of two words. Returns false if the value is of another kind. */
static bool engine_put_value(const json_t *value, const char *const truth[2], Text *out)
{
    if (json_is_string(value))
        text_add(out, json_string_value(value));
    else if (json_is_boolean(value))
        text_add(out, truth[json_is_true(value)]);
    else if (json_is_integer(value))
        text_addf(out, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        text_addf(out, "%g", json_real_value(value));
    return json_is_string(value) || json_is_boolean(value) || json_is_number(value);
}

static bool engine_is_empty(const json_t *value)
{
    return !value || json_is_null(value) || (json_is_string(value) && *json_string_value(value) == '\0');
}

/* Adds an option. One without a value is left at the engine's default. */
static bool engine_add_option(EngineEntry *e, const char *name, const json_t *value, Text *why)
{
    static const char *const truth[2] = {"false", "true"};
    Text word = TEXT_INIT;
    if (!name || !*name)
        return why_not(why, "an option has no name");
    if (!value || json_is_null(value))
        return true;
    text_addf(&word, "option.%s=", name);
    if (engine_put_value(value, truth, &word))
        return engine_add_word(e, &word) || why_no_memory(why);
    text_free(&word);
    return why_not(why, "option '%s' has a value that is no text, number, true or false", name);
}

static bool engine_add_options(EngineEntry *e, const json_t *options, Text *why)
{
    const char *name;
    json_t *value;
    size_t i;
    bool good = json_is_array(options) || json_is_object(options) || why_not(why, "options: expected a list or an object");
    if (json_is_object(options))
        json_object_foreach((json_t *)options, name, value) good = good && engine_add_option(e, name, value, why);
    else
        json_array_foreach(options, i, value)
        {
            const bool pair = json_is_array(value);
            const json_t *own = pair ? json_array_get(value, 1) : json_object_get(value, "value");
            good = good && engine_add_option(e, pair ? json_string_value(json_array_get(value, 0)) : json_member_text(value, "name", NULL),
                                             own, why);
        }
    return good;
}

/* Adds the arguments, a text or a list of texts, to the command. */
static void engine_put_arguments(const json_t *arguments, Text *command)
{
    const json_t *one;
    size_t i;
    if (json_is_string(arguments) && *json_string_value(arguments))
        text_addf(command, " %s", json_string_value(arguments));
    json_array_foreach(arguments, i, one) if (json_is_string(one))
    {
        const char *word = json_string_value(one), *quote = word[strcspn(word, " \t")] || !*word ? "\"" : "";
        text_addf(command, " %s%s%s", quote, word, quote);
    }
}

/* Adds a setting. Returns false if the member is unknown or its value is of another kind. */
static bool engine_add_setting(EngineEntry *e, const json_t *engine, const char *member, const json_t *value, Text *why)
{
    static const char *const truth[2] = {"0", "1"};
    size_t i = 0;
    while (i < sizeof engine_members / sizeof *engine_members && strcmp(engine_members[i].member, member) != 0)
        i++;
    if (i == sizeof engine_members / sizeof *engine_members)
        return why_not(why, "unknown member '%s'", member);
    if (engine_is_empty(value))
        return true;
    if (engine_members[i].text && !json_is_string(value))
        return why_not(why, "'%s' is no text", member);
    const char *key = engine_members[i].key;
    Text word = TEXT_INIT;
    text_addf(&word, "%s=", key);
    if (!engine_put_value(value, truth, &word)) {
        text_free(&word);
        return why_not(why, "'%s' is no text, number, true or false", member);
    }
    if (strcmp(key, "cmd") == 0) {
        engine_put_arguments(json_object_get(engine, "arguments"), &word);
        engine_put_arguments(json_object_get(engine, "args"), &word);
    }
    if (!engine_add_word(e, &word))
        return why_no_memory(why);
    if (strcmp(key, "name") == 0)
        e->name = e->words[e->count - 1] + strlen("name=");
    return true;
}

/* cutechess restarts an engine always, never, or if it asks for that with a feature of another protocol. */
static bool engine_add_restart(EngineEntry *e, const json_t *value, Text *why)
{
    Text word = TEXT_INIT;
    if (!json_is_true(value) && (!json_is_string(value) || strcmp(json_string_value(value), "on") != 0))
        return true;
    text_add(&word, "restart=1");
    return engine_add_word(e, &word) || why_no_memory(why);
}

static bool engine_is_ignored(const char *member)
{
    for (size_t i = 0; i < sizeof ignored_members / sizeof *ignored_members; i++)
        if (strcmp(ignored_members[i], member) == 0)
            return true;
    return strcmp(member, "arguments") == 0 || strcmp(member, "args") == 0; /* these are part of the command */
}

static bool engine_read(EngineEntry *e, const json_t *engine, Text *why)
{
    const char *member;
    json_t *value;
    bool good = json_is_object(engine) || why_not(why, "not an object");
    json_object_foreach((json_t *)engine, member, value)
    {
        if (good && strcmp(member, "options") == 0)
            good = engine_add_options(e, value, why);
        else if (good && strcmp(member, "initStrings") == 0)
            good = json_array_size(value) == 0 || why_not(why, "initStrings cannot be sent: use options");
        else if (good && strcmp(member, "whitepov") == 0)
            good = !json_is_true(value) || why_not(why, "whitepov: scores from Red's side cannot be read");
        else if (good && strcmp(member, "restart") == 0)
            good = engine_add_restart(e, value, why);
        else if (good && !engine_is_ignored(member))
            good = engine_add_setting(e, engine, member, value, why);
    }
    return good;
}

static bool engines_file_take(EnginesFile *f, const json_t *list, const char *path, Text *why)
{
    Text reason = WHY_IN(why_language(why));
    const size_t count = json_array_size(list);
    if (count == 0)
        return why_path(why, path, json_is_array(list) ? "no engines" : "no list of engines");
    f->engines = calloc(count, sizeof *f->engines);
    if (!f->engines)
        return why_no_memory(why);
    for (f->count = 0; f->count < (int)count;) {
        EngineEntry *e = &f->engines[f->count++];
        e->name = "";
        if (!engine_read(e, json_array_get(list, (size_t)f->count - 1), &reason))
            return why_path(why, path, "engine %d: %s", f->count, reason.data);
    }
    return true;
}

bool engines_file_read(EnginesFile *f, const char *path, Text *why)
{
    size_t size;
    json_error_t error;
    *f = (EnginesFile){0};
    char *text = file_text(path, ENGINES_FILE_LARGEST, &size, why);
    if (!text)
        return false;
    const char *from = strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? text + 3 : text;
    json_t *file = json_loadb(from, size - (size_t)(from - text), JSON_REJECT_DUPLICATES, &error);
    const bool good = file ? engines_file_take(f, json_is_array(file) ? file : json_object_get(file, "engines"), path, why)
                           : why_path(why, path, "line %d: not JSON: %s", error.line, error.text);
    json_decref(file);
    free(text);
    return good;
}

void engines_file_clear(EnginesFile *f)
{
    for (int i = 0; i < f->count; i++) {
        for (int j = 0; j < f->engines[i].count; j++)
            free(f->engines[i].words[j]);
        free(f->engines[i].words);
    }
    free(f->engines);
    *f = (EnginesFile){0};
}

const EngineEntry *engines_file_find(const EnginesFile *f, const char *name, bool *several)
{
    const EngineEntry *found = NULL;
    *several = false;
    for (int i = 0; i < f->count; i++)
        if (word_is(f->engines[i].name, name)) {
            *several = found;
            found = found ? found : &f->engines[i];
        }
    return found;
}
