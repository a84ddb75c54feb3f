/* SPDX-License-Identifier: GPL-3.0-only */
#include "protocol/options.h"

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

/* The first value is the default, which some clients send back. */
static const OptionVar variant_vars[] = {{"none", 0}, {"xiangqi", 1}, {0}};

/* One option sets both; programs can set them separately. */
static void use_randomness(Engine *p) { p->settings.noise = p->settings.variety; }

#define FIELD(name) .field = offsetof(Settings, name)

const OptionSpec option_specs[] = {
    {"UseMillisec", "usemillisec", OPTION_CHECK, IN_UCCI, FIELD(milliseconds)},
    {"Batch", "batch", OPTION_CHECK, IN_UCCI, FIELD(batch)},
    {"Debug", "debug", OPTION_CHECK, IN_BOTH, FIELD(debug)},
    {"Ponder", "ponder", OPTION_CHECK, IN_BOTH, FIELD(will_ponder)},
    {"OwnBook", "usebook ownbook", OPTION_CHECK, IN_BOTH, FIELD(use_books)},
    {"Book Files", "bookfiles bookfile", OPTION_STRING, IN_BOTH, .take = engine_set_books},
    {"Use Tables", "useegtb usetables", OPTION_CHECK, IN_BOTH, FIELD(use_tables), .changed = engine_use_settings},
    {"Table Path", "egtbpaths egtbpath tablepath tablepaths", OPTION_STRING, IN_BOTH, .take = engine_set_tables},
    {"Hash", "hashsize hash", OPTION_SPIN, IN_BOTH, FIELD(hash_mib), 1, MAX_HASH_MIB, .automatic = true, .changed = engine_use_hash},
    {"Threads", "threads", OPTION_SPIN, IN_BOTH, FIELD(threads), 1, MAX_THREADS, .automatic = true, .changed = engine_use_threads},
    {"Idle", "idle", OPTION_COMBO, IN_UCCI, FIELD(idle_percent), .vars = idle_vars},
    {"Pruning", "pruning", OPTION_COMBO, IN_UCCI, FIELD(less_pruning), .vars = less_vars},
    {"Knowledge", "knowledge", OPTION_COMBO, IN_UCCI, FIELD(less_knowledge), .vars = less_vars},
    {"Randomness", "randomness selectivity", OPTION_COMBO, IN_BOTH, FIELD(variety), .vars = random_vars, .changed = use_randomness},
    {"NewGame", "newgame ucinewgame uccinewgame loadbook", OPTION_BUTTON, IN_UCCI, .changed = engine_new_game},
    {"Clear Hash", "clearhash", OPTION_BUTTON, IN_BOTH, .changed = engine_new_game},
    {"MultiPV", "multipv", OPTION_SPIN, IN_BOTH, FIELD(multipv), 1, MAX_MULTIPV, .changed = engine_use_settings},
    {"Move Overhead", "moveoverhead", OPTION_SPIN, IN_BOTH, FIELD(overhead_ms), 0, 5000},
    {"Repetition Rule", "repetition repetitionrule", OPTION_COMBO, IN_BOTH, FIELD(rules), .vars = rule_vars,
     .changed = engine_use_settings},
    {"Sixty Move Rule", "sixtymoverule", OPTION_CHECK, IN_BOTH, FIELD(use_limit), .changed = engine_use_settings},
    {"Rule60MaxPly", "rule60maxply naturallimit", OPTION_SPIN, IN_BOTH, FIELD(limit), 0, 400, .changed = engine_use_settings},
    {"Accept Offers", "acceptoffers", OPTION_CHECK, IN_UCCI, FIELD(accepts)},
    {"Accept Score", "acceptscore", OPTION_SPIN, IN_UCCI, FIELD(accept_score), -1000, 1000},
    {"Concede", "concede", OPTION_CHECK, IN_UCCI, FIELD(concedes)},
    {"Concede Score", "concedescore", OPTION_SPIN, IN_UCCI, FIELD(concede_score), 100, 9000},
    {"Skill Level", "skilllevel", OPTION_SPIN, IN_BOTH, FIELD(skill), 0, SKILL_LEVELS},
    {"UCI_LimitStrength", "limitstrength ucilimitstrength", OPTION_CHECK, IN_BOTH, FIELD(use_elo)},
    {"UCI_Elo", "elo ucielo", OPTION_SPIN, IN_BOTH, FIELD(elo), ELO_LEAST, ELO_MOST},
    {"UCI_Variant", "ucivariant", OPTION_COMBO, IN_UCI, FIELD(variant), .vars = variant_vars},
    {"UCI_ShowWDL", "ucishowwdl", OPTION_CHECK, IN_UCI, FIELD(wdl)},
    {"Use NNUE", "usennue", OPTION_CHECK, IN_BOTH, FIELD(use_net), .changed = engine_use_settings},
    {"EvalFile", "evalfile", OPTION_STRING, IN_BOTH, .take = engine_set_evalfile},
    {"Log File", "logfile debuglogfile", OPTION_STRING, IN_BOTH, .take = NULL},
};
const int option_count = sizeof option_specs / sizeof *option_specs;

int option_initial(const OptionSpec *spec)
{
    assert(spec->type == OPTION_CHECK || spec->type == OPTION_SPIN || spec->type == OPTION_COMBO);
    return *(const int *)((const char *)&settings_initial + spec->field);
}

void option_set(const OptionSpec *spec, OptionValue value, Engine *p)
{
    if (spec->take)
        spec->take(p, value.text);
    else if (spec->type != OPTION_BUTTON && spec->type != OPTION_STRING)
        *(int *)((char *)&p->settings + spec->field) = value.number;
    if (spec->changed)
        spec->changed(p);
    if (p->changed && spec->changed != engine_new_game) /* that function reports the change itself */
        p->changed(p->watcher);
}

/* ---- names ---- */

/* Adds the text in lower case, without the characters that do not count in a name. Returns false if
 * it is too long. */
static bool normalise(Text *name, const char *text)
{
    for (; *text; text++)
        if (*text != '_' && *text != '-' && !strchr(BLANKS, *text))
            text_add_char(name, (char)tolower((unsigned char)*text));
    return !name->failed;
}

/* The option with the name that looks most like a normalised word, and at most `least` letters of it wrong; or NULL. */
static const OptionSpec *find_option(const char *normal, int least)
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

/* Finds the option whose name covers most words at the beginning of the text, so that `Clear Hash`
 * is accepted in UCCI too. Sets *value to the text after it. */
static const OptionSpec *find_at_start(char *text, char **value)
{
    enum { MOST_WORDS = 4 }; /* `Rule 60 Max Ply` */
    char normal[WORD_MOST], *word = text + strspn(text, BLANKS), *end;
    Text name = text_over(normal, sizeof normal);
    const OptionSpec *found = NULL;
    for (int words = 0; *word && words < MOST_WORDS && !name.failed; words++, word = end + strspn(end, BLANKS)) {
        end = word + strcspn(word, BLANKS);
        char kept = *end;
        *end = '\0';
        const OptionSpec *spec = normalise(&name, word) ? find_option(normal, 0) : NULL;
        *end = kept;
        if (spec) {
            found = spec;
            *value = end;
        }
    }
    return found;
}

/* ---- values ---- */

/* Reads the leading integer and clamps it (UCCI.md, 26). */
static bool read_spin(const OptionSpec *spec, const char *value, int *number)
{
    if (!isdigit((unsigned char)value[*value == '-' || *value == '+']))
        return false;
    long long n = strtoll(value, NULL, 10);
    int least = spec->automatic ? 0 : spec->min;
    *number = n < least ? least : n > spec->max ? spec->max : (int)n;
    return true;
}

/* Reads the value of a check or combo. */
static bool read_word(const OptionSpec *spec, const char *value, int *number)
{
    char normal[WORD_MOST];
    Text word = text_over(normal, sizeof normal);
    if (!normalise(&word, value))
        return false;
    for (const OptionVar *var = spec->vars ? spec->vars : check_vars; var->word; var++)
        if (word_is(var->word, spec->vars ? normal : value)) {
            *number = var->value;
            return true;
        }
    RuleSet rules;
    bool known = spec->vars == rule_vars && rule_set_from_name(normal, &rules); /* GUIs use more names for the rules */
    if (known)
        *number = (int)rules;
    return known;
}

static bool read_value(const OptionSpec *spec, char *text, OptionValue *value)
{
    *value = (OptionValue){.text = strcmp(text, "<empty>") == 0 ? "" : text};
    switch (spec->type) {
    case OPTION_SPIN: return read_spin(spec, text, &value->number);
    case OPTION_CHECK:
    case OPTION_COMBO: return read_word(spec, text, &value->number);
    default: return true;
    }
}

/* ---- error messages ---- */

static void say_unknown(const char *name, Text *why)
{
    char normal[WORD_MOST];
    Text word = text_over(normal, sizeof normal);
    normalise(&word, name);
    const OptionSpec *nearest = find_option(normal, word_typing_errors(normal));
    if (word.length == 0)
        text_add(why, "setoption needs a name, such as: setoption name Hash value 64");
    else if (nearest)
        text_addf(why, "there is no option %.100s; the nearest name is %s", name, nearest->uci);
    else
        text_addf(why, "there is no option %.100s; uci lists those there are", name);
}

static void say_misfit(const OptionSpec *spec, const char *value, Text *why)
{
    text_addf(why, "option %s wants ", spec->uci);
    if (spec->type == OPTION_SPIN)
        text_addf(why, "a whole number from %d to %d", spec->min, spec->max);
    else
        text_add(why, spec->type == OPTION_COMBO ? "one of:" : "true or false");
    for (const OptionVar *var = spec->vars; var && var->word; var++)
        text_addf(why, " %s", var->word);
    text_addf(why, "; it was given: %.100s", *value ? value : "nothing");
}

const OptionSpec *option_read(char *args, OptionValue *value, Text *why)
{
    size_t first = strcspn(args, BLANKS);
    bool uci_form = first == 4 && strncasecmp("name", args, 4) == 0;
    char *name = uci_form ? args + first : args, *rest = name, *text = NULL;
    if (uci_form) {
        char *mark = word_find(name, "value");
        text = mark ? mark + strlen("value") : name + strlen(name);
        if (mark)
            *mark = '\0';
    }
    const OptionSpec *spec = find_at_start(name, &rest);
    if (!uci_form)
        text = rest;
    if (!spec || (uci_form && rest[strspn(rest, BLANKS)])) {
        if (!uci_form)
            name[first] = '\0';
        say_unknown(text_trim(name), why);
        return NULL;
    }
    text = text_trim(text);
    if (read_value(spec, text, value))
        return spec;
    say_misfit(spec, text, why);
    return NULL;
}
