/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/options.h"

#include <stddef.h>
#include <stdio.h>

#include "engine/base/contract.h"
#include "engine/base/words.h"

static const OptionVar check_vars[] = {{"false", 0}, {"off", 0}, {"no", 0}, {"0", 0}, {"true", 1}, {"on", 1}, {"yes", 1}, {"1", 1}, {0}};
static const OptionVar idle_vars[] = {{"none", 0}, {"small", 25}, {"medium", 50}, {"large", 75}, {0}};
static const OptionVar less_vars[] = {{"none", 3}, {"small", 2}, {"medium", 1}, {"large", 0}, {0}};
static const OptionVar random_vars[] = {{"none", RANDOM_NONE},
                                        {"tiny", RANDOM_TINY},
                                        {"small", RANDOM_SMALL},
                                        {"medium", RANDOM_MEDIUM},
                                        {"large", RANDOM_LARGE},
                                        {"huge", RANDOM_HUGE},
                                        {0}};

/* The last value is not named after its effect, because some clients look for the word `draw`
 * anywhere in our output (UCCI.md, 68). */
static const OptionVar rule_vars[] = {{"asian", RULES_ASIAN},   {"computer", RULES_COMPUTER}, {"chinese", RULES_CHINESE},
                                      {"simple", RULES_SIMPLE}, {"off", RULES_OFF},           {0}};

/* The first value is the default; some clients send it back. */
static const OptionVar variant_vars[] = {{"none", VARIANT_NONE}, {"xiangqi", VARIANT_XIANGQI}, {0}};

const SessionSettings session_settings_initial = {.milliseconds = true, .concede_score = 1200};

/* The type of an option and its field in a struct S. They compile only if the field has the type
 * that setting_write() expects. */
#define OF(S)          .of_session = _Generic((S *)0, SessionSettings * : true, EngineSettings * : false)
#define CHECK(S, name) .type = OPTION_CHECK, OF(S), .field = _Generic(((S *)0)->name, bool : offsetof(S, name))
#define SPIN(S, name, least, most)                                                                                                         \
    .type = OPTION_SPIN, OF(S), .field = _Generic(((S *)0)->name, int : offsetof(S, name)), .min = least, .max = most
#define COMBO(S, name, words)                                                                                                              \
    .type = OPTION_COMBO, OF(S), .field = offsetof(S, name) + 0 * sizeof(char[sizeof((S *)0)->name == sizeof(int) ? 1 : -1]), .vars = words

const OptionSpec option_specs[] = {
    {"UseMillisec", "usemillisec", IN_UCCI, CHECK(SessionSettings, milliseconds)},
    {"Batch", "batch", IN_UCCI, CHECK(SessionSettings, batch)},
    {"Debug", "debug", IN_BOTH, CHECK(SessionSettings, debug)},
    {"Ponder", "ponder", IN_BOTH, CHECK(EngineSettings, will_ponder)},
    {"OwnBook", "usebook ownbook", IN_BOTH, CHECK(EngineSettings, use_books)},
    {"Book Files", "bookfiles bookfile", IN_BOTH, .type = OPTION_STRING, .take = engine_set_books},
    {"Use Tables", "useegtb usetables", IN_BOTH, CHECK(EngineSettings, use_tables)},
    {"Table Path", "egtbpaths egtbpath tablepath tablepaths", IN_BOTH, .type = OPTION_STRING, .take = engine_set_tables},
    {"Hash", "hashsize hash", IN_BOTH, SPIN(EngineSettings, hash_mib, 1, MAX_HASH_MIB), .automatic = true},
    {"Threads", "threads", IN_BOTH, SPIN(EngineSettings, threads, 1, MAX_THREADS), .automatic = true},
    {"Idle", "idle", IN_UCCI, COMBO(EngineSettings, idle_percent, idle_vars)},
    {"Pruning", "pruning", IN_UCCI, COMBO(EngineSettings, less_pruning, less_vars)},
    {"Knowledge", "knowledge", IN_UCCI, COMBO(EngineSettings, less_knowledge, less_vars)},
    /* This option sets both fields; programs can set them separately. */
    {"Randomness", "randomness selectivity", IN_BOTH, COMBO(EngineSettings, variety, random_vars), .twin = offsetof(EngineSettings, noise)},
    {"NewGame", "newgame ucinewgame uccinewgame loadbook", IN_UCCI, .type = OPTION_BUTTON},
    {"Clear Hash", "clearhash", IN_BOTH, .type = OPTION_BUTTON},
    {"MultiPV", "multipv", IN_BOTH, SPIN(EngineSettings, multipv, 1, MAX_MULTIPV)},
    {"Move Overhead", "moveoverhead", IN_BOTH, SPIN(EngineSettings, overhead_ms, 0, 5000)},
    {"Repetition Rule", "repetition repetitionrule", IN_BOTH, COMBO(EngineSettings, rules, rule_vars)},
    {"Sixty Move Rule", "sixtymoverule", IN_BOTH, CHECK(EngineSettings, use_limit)},
    {"Rule60MaxPly", "rule60maxply naturallimit", IN_BOTH, SPIN(EngineSettings, limit, 0, 400)},
    {"Accept Offers", "acceptoffers", IN_UCCI, CHECK(SessionSettings, accepts)},
    {"Accept Score", "acceptscore", IN_UCCI, SPIN(SessionSettings, accept_score, -1000, 1000)},
    {"Concede", "concede", IN_UCCI, CHECK(SessionSettings, concedes)},
    {"Concede Score", "concedescore", IN_UCCI, SPIN(SessionSettings, concede_score, 100, 9000)},
    {"Skill Level", "skilllevel", IN_BOTH, SPIN(EngineSettings, skill, 0, SKILL_LEVELS)},
    {"UCI_LimitStrength", "limitstrength ucilimitstrength", IN_BOTH, CHECK(EngineSettings, use_elo)},
    {"UCI_Elo", "elo ucielo", IN_BOTH, SPIN(EngineSettings, elo, ELO_LEAST, ELO_MOST)},
    {"UCI_Variant", "ucivariant", IN_UCI, COMBO(SessionSettings, variant, variant_vars)},
    {"UCI_ShowWDL", "ucishowwdl", IN_UCI, CHECK(SessionSettings, wdl)},
    {"Use NNUE", "usennue", IN_BOTH, CHECK(EngineSettings, use_net)},
    {"EvalFile", "evalfile", IN_BOTH, .type = OPTION_STRING, .take = engine_set_evalfile},
    {"Log File", "logfile debuglogfile", IN_BOTH, .type = OPTION_STRING, .take = NULL},
};
const int option_count = sizeof option_specs / sizeof *option_specs;

static void setting_write(OptionType type, void *field, int number)
{
    if (type == OPTION_CHECK)
        *(bool *)field = number;
    else
        memcpy(field, &number, sizeof number);
}

int option_initial(const OptionSpec *spec)
{
    assert(spec->type == OPTION_CHECK || spec->type == OPTION_SPIN || spec->type == OPTION_COMBO);
    const void *settings = spec->of_session ? (const void *)&session_settings_initial : &engine_settings_initial;
    const char *field = (const char *)settings + spec->field;
    int number;
    if (spec->type == OPTION_CHECK)
        return *(const bool *)field;
    memcpy(&number, field, sizeof number);
    return number;
}

void option_set(const OptionSpec *spec, OptionValue value, Engine *e, SessionSettings *session)
{
    EngineSettings set = e->settings;
    if (spec->type == OPTION_BUTTON) {
        engine_new_game(e);
    } else if (spec->type == OPTION_STRING) {
        assert(spec->take);
        spec->take(e, value.text);
    } else if (spec->of_session) {
        setting_write(spec->type, (char *)session + spec->field, value.number);
    } else {
        setting_write(spec->type, (char *)&set + spec->field, value.number);
        if (spec->twin)
            setting_write(spec->type, (char *)&set + spec->twin, value.number);
        engine_configure(e, &set);
    }
}

/* ---- names ---- */

/* Adds the text in lower case, without the characters that are ignored in a name. Returns false if the
 * text is too long. */
static bool option_normalise(Text *name, const char *text)
{
    for (; *text; text++)
        if (*text != '_' && *text != '-' && !strchr(BLANKS, *text))
            text_add_char(name, ascii_lower(*text));
    return !name->failed;
}

/* Returns the option whose name is nearest to a normalised word, with at most `least` wrong letters, or
 * NULL if there is no such option. */
static const OptionSpec *option_find(const char *normal, int least)
{
    const OptionSpec *nearest = NULL;
    for (const OptionSpec *spec = option_specs; spec < option_specs + option_count; spec++)
        for (const char *names = spec->names; *names; names += strspn(names, " ")) {
            char name[WORD_MOST];
            size_t length = strcspn(names, " ");
            snprintf(name, sizeof name, "%.*s", (int)length, names);
            names += length;
            int distance = word_distance(normal, name);
            if (distance <= least) {
                least = distance - 1;
                nearest = spec;
            }
        }
    return nearest;
}

/* Finds the option whose name covers most words at the beginning of the text, so that `Clear Hash` is
 * accepted even in UCCI. Sets *value to the text after the name. */
static const OptionSpec *option_find_at_start(char *text, char **value)
{
    enum { MOST_WORDS = 4 }; /* the longest name has four words: `Rule 60 Max Ply` */
    char normal[WORD_MOST], *word = text + strspn(text, BLANKS), *end;
    Text name = text_over(normal, sizeof normal);
    const OptionSpec *found = NULL;
    for (int words = 0; *word && words < MOST_WORDS && !name.failed; words++, word = end + strspn(end, BLANKS)) {
        end = word + strcspn(word, BLANKS);
        char kept = *end;
        *end = '\0';
        const OptionSpec *spec = option_normalise(&name, word) ? option_find(normal, 0) : NULL;
        *end = kept;
        if (spec) {
            found = spec;
            *value = end;
        }
    }
    return found;
}

/* ---- values ---- */

/* Reads the integer at the start of the value and clamps it (UCCI.md, 26). */
static bool option_read_spin(const OptionSpec *spec, const char *value, int *number)
{
    if (!ascii_is_digit(value[*value == '-' || *value == '+']))
        return false;
    long long n = strtoll(value, NULL, 10);
    int least = spec->automatic ? 0 : spec->min;
    *number = n < least ? least : n > spec->max ? spec->max : (int)n;
    return true;
}

/* Reads the value of a check or combo option. */
static bool option_read_word(const OptionSpec *spec, const char *value, int *number)
{
    char normal[WORD_MOST];
    Text word = text_over(normal, sizeof normal);
    if (!option_normalise(&word, value))
        return false;
    for (const OptionVar *var = spec->vars ? spec->vars : check_vars; var->word; var++)
        if (word_is(var->word, spec->vars ? normal : value)) {
            *number = var->value;
            return true;
        }
    RuleSet rules;
    bool known = spec->vars == rule_vars && rule_set_from_name(normal, &rules); /* GUIs send other names for the rules too */
    if (known)
        *number = (int)rules;
    return known;
}

static bool option_read_value(const OptionSpec *spec, char *text, OptionValue *value)
{
    *value = (OptionValue){.text = strcmp(text, "<empty>") == 0 ? "" : text};
    switch (spec->type) {
    case OPTION_SPIN: return option_read_spin(spec, text, &value->number);
    case OPTION_CHECK:
    case OPTION_COMBO: return option_read_word(spec, text, &value->number);
    default: return true;
    }
}

/* ---- error messages ---- */

static void option_report_unknown(const char *name, Text *why)
{
    char normal[WORD_MOST];
    Text word = text_over(normal, sizeof normal);
    option_normalise(&word, name);
    const OptionSpec *nearest = option_find(normal, word_typing_errors(normal));
    if (word.length == 0)
        text_add(why, "setoption needs a name, such as: setoption name Hash value 64");
    else if (nearest)
        text_addf(why, "unknown option '%.100s'; the nearest name is %s", name, nearest->uci);
    else
        text_addf(why, "unknown option '%.100s'; uci lists all options", name);
}

static void option_report_misfit(const OptionSpec *spec, const char *value, Text *why)
{
    if (*value)
        text_addf(why, "invalid value '%.100s' for option %s: expected ", value, spec->uci);
    else
        text_addf(why, "missing value for option %s: expected ", spec->uci);
    if (spec->type == OPTION_SPIN)
        text_addf(why, "a whole number from %d to %d", spec->min, spec->max);
    else
        text_add(why, spec->type == OPTION_COMBO ? "one of" : "true or false");
    for (const OptionVar *var = spec->vars; var && var->word; var++)
        text_addf(why, " %s", var->word);
}

const OptionSpec *option_read(char *args, OptionValue *value, Text *why)
{
    size_t first = strcspn(args, BLANKS);
    bool uci_form = first == 4 && word_begins("name", args, 4);
    char *name = uci_form ? args + first : args, *rest = name, *text = NULL;
    if (uci_form) {
        char *mark = word_find(name, "value");
        text = mark ? mark + strlen("value") : name + strlen(name);
        if (mark)
            *mark = '\0';
    }
    const OptionSpec *spec = option_find_at_start(name, &rest);
    if (!uci_form)
        text = rest;
    if (!spec || (uci_form && rest[strspn(rest, BLANKS)])) {
        if (!uci_form)
            name[first] = '\0';
        option_report_unknown(text_trim(name), why);
        return NULL;
    }
    text = text_trim(text);
    if (option_read_value(spec, text, value))
        return spec;
    option_report_misfit(spec, text, why);
    return NULL;
}
