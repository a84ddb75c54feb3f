#include "protocol/options.h"

#include <strings.h>

#include "engine/base/words.h"
#include "search/search.h"

#define DEGREES "none small medium large"

/* Rule names of Pikafish's releases, mapped as repetition-rules.md 6 says. */
#define RULE_ALIASES                                                                                                                       \
    "asianrule=asian skyrule=asian yitianrule=asian chineserule=chinese computerrule=computer computer=computer allowchase=simple "        \
    "banchecks=simple alwaysdraw=off nojudgement=off"

const OptionSpec option_specs[OPTION_COUNT] = {
    [OPT_USEMILLISEC] = {"UseMillisec", NULL, NULL, OPTION_CHECK, IN_UCCI, 1, 0, 1, NULL, NULL},
    [OPT_BATCH] = {"Batch", NULL, NULL, OPTION_CHECK, IN_UCCI, 0, 0, 1, NULL, NULL},
    [OPT_DEBUG] = {"Debug", NULL, NULL, OPTION_CHECK, IN_BOTH, 0, 0, 1, NULL, NULL},
    [OPT_PONDER] = {"Ponder", NULL, NULL, OPTION_CHECK, IN_BOTH, 0, 0, 1, NULL, NULL},
    [OPT_USEBOOK] = {"Use Book", NULL, "ownbook", OPTION_CHECK, IN_BOTH, 1, 0, 1, NULL, NULL},
    [OPT_BOOKFILES] = {"Book Files", NULL, "bookfile", OPTION_STRING, IN_BOTH, 0, 0, 0, NULL, NULL},
    [OPT_HASH] = {"Hash", "hashsize", "hashsize", OPTION_SPIN, IN_BOTH, 16, 1, 65536, NULL, NULL},
    [OPT_THREADS] = {"Threads", NULL, NULL, OPTION_SPIN, IN_BOTH, 1, 1, 256, NULL, NULL},
    [OPT_IDLE] = {"Idle", NULL, NULL, OPTION_COMBO, IN_UCCI, DEGREE_NONE, 0, 0, DEGREES, NULL},
    [OPT_PRUNING] = {"Pruning", NULL, NULL, OPTION_COMBO, IN_UCCI, DEGREE_LARGE, 0, 0, DEGREES, NULL},
    [OPT_KNOWLEDGE] = {"Knowledge", NULL, NULL, OPTION_COMBO, IN_UCCI, DEGREE_LARGE, 0, 0, DEGREES, NULL},
    [OPT_RANDOMNESS] = {"Randomness", NULL, "selectivity", OPTION_COMBO, IN_BOTH, RANDOM_NONE, 0, 0, "none tiny small medium large huge",
                        NULL},
    [OPT_NEWGAME] = {"NewGame", NULL, "ucinewgame uccinewgame loadbook", OPTION_BUTTON, IN_UCCI, 0, 0, 0, NULL, NULL},
    [OPT_CLEARHASH] = {"Clear Hash", NULL, NULL, OPTION_BUTTON, IN_BOTH, 0, 0, 0, NULL, NULL},
    [OPT_MULTIPV] = {"MultiPV", NULL, NULL, OPTION_SPIN, IN_BOTH, 1, 1, 128, NULL, NULL},
    [OPT_OVERHEAD] = {"Move Overhead", NULL, NULL, OPTION_SPIN, IN_BOTH, 30, 0, 5000, NULL, NULL},
    [OPT_REPETITION] = {"Repetition Rule", "repetition", "repetition", OPTION_COMBO, IN_BOTH, 0, 0, 0, "asian computer chinese simple off",
                        RULE_ALIASES},
    [OPT_RULE60] = {"Sixty Move Rule", NULL, NULL, OPTION_CHECK, IN_BOTH, 1, 0, 1, NULL, NULL},
    [OPT_RULE60_PLIES] = {"Rule60MaxPly", NULL, "naturallimit", OPTION_SPIN, IN_BOTH, 120, 0, 400, NULL, NULL},
    [OPT_ACCEPT] = {"Accept Offers", NULL, NULL, OPTION_CHECK, IN_UCCI, 0, 0, 1, NULL, NULL},
    [OPT_ACCEPT_SCORE] = {"Accept Score", NULL, NULL, OPTION_SPIN, IN_UCCI, 0, -1000, 1000, NULL, NULL},
    [OPT_CONCEDE] = {"Concede", NULL, NULL, OPTION_CHECK, IN_UCCI, 0, 0, 1, NULL, NULL},
    [OPT_CONCEDE_SCORE] = {"Concede Score", NULL, NULL, OPTION_SPIN, IN_UCCI, 1200, 100, 9000, NULL, NULL},
    [OPT_SKILL] = {"Skill Level", NULL, NULL, OPTION_SPIN, IN_BOTH, SKILL_LEVELS, 0, SKILL_LEVELS, NULL, NULL},
    [OPT_LIMIT_STRENGTH] = {"UCI_LimitStrength", "limitstrength", "limitstrength", OPTION_CHECK, IN_BOTH, 0, 0, 1, NULL, NULL},
    [OPT_ELO] = {"UCI_Elo", "elo", "elo", OPTION_SPIN, IN_BOTH, ELO_MOST, ELO_LEAST, ELO_MOST, NULL, NULL},
    [OPT_SHOWWDL] = {"UCI_ShowWDL", NULL, NULL, OPTION_CHECK, IN_UCI, 0, 0, 1, NULL, NULL},
    [OPT_USENNUE] = {"Use NNUE", NULL, NULL, OPTION_CHECK, IN_BOTH, 1, 0, 1, NULL, NULL},
    [OPT_EVALFILE] = {"EvalFile", NULL, NULL, OPTION_STRING, IN_BOTH, 0, 0, 0, NULL, NULL},
    [OPT_LOGFILE] = {"Log File", NULL, "debuglogfile", OPTION_STRING, IN_BOTH, 0, 0, 0, NULL, NULL},
};

bool options_init(Options *options)
{
    bool complete = true;
    for (int i = 0; i < OPTION_COUNT; i++) {
        options->number[i] = option_specs[i].initial;
        options->text[i] = option_specs[i].type == OPTION_STRING ? strdup("") : NULL;
        if (option_specs[i].type == OPTION_STRING && !options->text[i])
            complete = false;
    }
    return complete;
}

void options_clear(Options *options)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        free(options->text[i]);
        options->text[i] = NULL;
    }
}

/* Small letters, without what does not count in a name. Appends to out at *length; false if full. */
static bool normalise(const char *text, char *out, int *length)
{
    for (; *text; text++) {
        if (*text == '_' || *text == '-' || strchr(BLANKS, *text))
            continue;
        if (*length + 1 >= OPTION_WORD_SIZE)
            return false;
        out[(*length)++] = (char)tolower((unsigned char)*text);
        out[*length] = '\0';
    }
    return true;
}

void option_ucci_name(const OptionSpec *spec, char *out)
{
    int length = 0;
    out[0] = '\0';
    normalise(spec->ucci ? spec->ucci : spec->uci, out, &length);
}

void option_word(const char *list, int i, char *out)
{
    while (i-- > 0) {
        list += strcspn(list, " ");
        list += strspn(list, " ");
    }
    int n = (int)strcspn(list, " ");
    if (n >= OPTION_WORD_SIZE)
        n = OPTION_WORD_SIZE - 1;
    memcpy(out, list, (size_t)n);
    out[n] = '\0';
}

static bool list_has(const char *list, const char *word)
{
    char item[OPTION_WORD_SIZE];
    for (int i = 0; list && (option_word(list, i, item), *item); i++)
        if (strcmp(item, word) == 0)
            return true;
    return false;
}

static OptionId find_option(const char *normal)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        char name[OPTION_WORD_SIZE] = "";
        int length = 0;
        normalise(option_specs[i].uci, name, &length);
        if (strcmp(name, normal) == 0 || list_has(option_specs[i].aliases, normal))
            return (OptionId)i;
    }
    return OPTION_NONE;
}

/* How many letters must be put in, taken out or changed to make one word the other (Levenshtein). */
static int word_distance(const char *a, const char *b)
{
    int row[OPTION_WORD_SIZE], length = (int)strlen(b);
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

/* The option whose name looks most like a normalised word; NULL if none does. */
static const OptionSpec *nearest_option(const char *normal)
{
    const OptionSpec *nearest = NULL;
    int least = (int)strlen(normal) / 2 + 1; /* what has more wrong than half its letters is like no name */
    for (int i = 0; i < OPTION_COUNT; i++) {
        char name[OPTION_WORD_SIZE] = "";
        int length = 0;
        normalise(option_specs[i].uci, name, &length);
        int distance = word_distance(normal, name);
        for (int k = 0; option_specs[i].aliases && (option_word(option_specs[i].aliases, k, name), *name); k++) {
            int other = word_distance(normal, name);
            distance = other < distance ? other : distance;
        }
        if (distance < least) {
            least = distance;
            nearest = &option_specs[i];
        }
    }
    return nearest;
}

static void say_unknown(const char *name, char *fault)
{
    char normal[OPTION_WORD_SIZE] = "";
    int length = 0;
    normalise(name, normal, &length);
    const OptionSpec *nearest = nearest_option(normal);
    if (length == 0)
        snprintf(fault, OPTION_FAULT_SIZE, "setoption needs a name, such as: setoption name Hash value 64");
    else if (nearest)
        snprintf(fault, OPTION_FAULT_SIZE, "there is no option %.100s; the nearest name is %s", name, nearest->uci);
    else
        snprintf(fault, OPTION_FAULT_SIZE, "there is no option %.100s; uci lists those there are", name);
}

static void say_misfit(const OptionSpec *spec, const char *value, char *fault)
{
    char wanted[150];
    switch (spec->type) {
    case OPTION_CHECK: snprintf(wanted, sizeof wanted, "true or false"); break;
    case OPTION_SPIN: snprintf(wanted, sizeof wanted, "a whole number from %d to %d", spec->min, spec->max); break;
    case OPTION_COMBO: snprintf(wanted, sizeof wanted, "one of: %s", spec->vars); break;
    default: snprintf(wanted, sizeof wanted, "a text for which there is memory"); break;
    }
    snprintf(fault, OPTION_FAULT_SIZE, "option %s wants %s; it was given: %.100s", spec->uci, wanted, *value ? value : "nothing");
}

/* `<Name With Blanks> [value <value>]`. Cut before the word `value`; what follows is left at *value. */
static OptionId find_uci_form(char *text, char **value)
{
    char name[OPTION_WORD_SIZE] = "", *mark = word_find(text, "value");
    int length = 0;
    *value = mark ? mark + strlen("value") : text + strlen(text);
    if (mark)
        *mark = '\0';
    return normalise(text, name, &length) ? find_option(name) : OPTION_NONE;
}

/* `<name> [<value>]`: the most words that make a name, so that `Clear Hash` is one here too. */
static OptionId find_ucci_form(char *args, char **value)
{
    enum { MOST_WORDS = 4 };
    char name[OPTION_WORD_SIZE] = "";
    int length = 0;
    OptionId found = OPTION_NONE;
    char *at = args;
    for (int i = 0; i < MOST_WORDS; i++) {
        char *word = at + strspn(at, BLANKS), *end = word + strcspn(word, BLANKS);
        if (word == end)
            break;
        char kept = *end;
        *end = '\0';
        bool fits = normalise(word, name, &length);
        *end = kept;
        if (!fits)
            break;
        OptionId id = find_option(name);
        if (id != OPTION_NONE) {
            found = id;
            *value = end;
        }
        at = end;
    }
    return found;
}

static bool read_check(const char *value, int *number)
{
    static const char *const words[2][4] = {{"false", "off", "no", "0"}, {"true", "on", "yes", "1"}};
    for (int state = 0; state < 2; state++)
        for (int i = 0; i < 4; i++)
            if (word_is(value, words[state][i])) {
                *number = state;
                return true;
            }
    return false;
}

/* The leading whole number, clamped. 0 is "choose yourself" for hash and threads (ucci.md 2.3). */
static bool read_spin(const OptionSpec *spec, const char *value, int *number)
{
    if (!isdigit((unsigned char)value[*value == '-' || *value == '+']))
        return false;
    long long n = strtoll(value, NULL, 10);
    bool automatic = spec == &option_specs[OPT_HASH] || spec == &option_specs[OPT_THREADS];
    int least = automatic ? 0 : spec->min;
    *number = n < least ? least : n > spec->max ? spec->max : (int)n;
    return true;
}

static bool read_combo(const OptionSpec *spec, const char *value, int *number)
{
    char normal[OPTION_WORD_SIZE] = "", var[OPTION_WORD_SIZE];
    int length = 0;
    if (!normalise(value, normal, &length))
        return false;
    for (int i = 0; spec->value_aliases && (option_word(spec->value_aliases, i, var), *var); i++) {
        char *meant = strchr(var, '=');
        *meant++ = '\0';
        if (strcmp(var, normal) == 0) {
            memmove(normal, meant, strlen(meant) + 1);
            break;
        }
    }
    for (int i = 0; option_word(spec->vars, i, var), *var; i++)
        if (strcmp(var, normal) == 0) {
            *number = i;
            return true;
        }
    return false;
}

static bool read_string(const char *value, char **text)
{
    char *copy = strdup(strcmp(value, "<empty>") == 0 ? "" : value);
    if (!copy)
        return false;
    free(*text);
    *text = copy;
    return true;
}

OptionId options_set(Options *options, char *args, char *fault)
{
    char *value = args, *name = args;
    size_t first = strcspn(args, BLANKS);
    bool uci_form = first == 4 && strncasecmp("name", args, 4) == 0;
    if (uci_form)
        name += first;
    *fault = '\0';
    OptionId id = uci_form ? find_uci_form(name, &value) : find_ucci_form(args, &value);
    if (id == OPTION_NONE) {
        if (!uci_form)
            name[first] = '\0';
        say_unknown(text_trim(name), fault);
        return OPTION_NONE;
    }

    const OptionSpec *spec = &option_specs[id];
    value = text_trim(value);
    bool understood = true;
    switch (spec->type) {
    case OPTION_CHECK: understood = read_check(value, &options->number[id]); break;
    case OPTION_SPIN: understood = read_spin(spec, value, &options->number[id]); break;
    case OPTION_COMBO: understood = read_combo(spec, value, &options->number[id]); break;
    case OPTION_STRING: understood = read_string(value, &options->text[id]); break;
    case OPTION_BUTTON: break;
    }
    if (!understood)
        say_misfit(spec, value, fault);
    return understood ? id : OPTION_NONE;
}
