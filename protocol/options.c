#include "protocol/options.h"

#include <stdio.h>

#include "engine/base/words.h"

enum { WORD_SIZE = 40 };

/* ---- what options do ---- */

static void milliseconds(const OptionTarget *to, OptionValue v) { to->manners->milliseconds = v.number; }
static void batch(const OptionTarget *to, OptionValue v) { to->manners->batch = v.number; }
static void debug(const OptionTarget *to, OptionValue v) { to->manners->debug = v.number; }
static void wdl(const OptionTarget *to, OptionValue v) { to->manners->wdl = v.number; }
static void accepts(const OptionTarget *to, OptionValue v) { to->manners->accepts = v.number; }
static void accept_score(const OptionTarget *to, OptionValue v) { to->manners->accept_score = v.number; }
static void concedes(const OptionTarget *to, OptionValue v) { to->manners->concedes = v.number; }
static void concede_score(const OptionTarget *to, OptionValue v) { to->manners->concede_score = v.number; }
static void log_to(const OptionTarget *to, OptionValue v) { to->log_to(to->self, v.text); }

static void new_game(const OptionTarget *to, OptionValue v)
{
    (void)v;
    to->new_game(to->self);
}

static void hash(const OptionTarget *to, OptionValue v) { player_set_hash(to->player, v.number); }
static void threads(const OptionTarget *to, OptionValue v) { player_set_threads(to->player, v.number); }
static void multipv(const OptionTarget *to, OptionValue v) { player_set_multipv(to->player, v.number); }
static void evalfile(const OptionTarget *to, OptionValue v) { player_set_evalfile(to->player, v.text); }
static void use_net(const OptionTarget *to, OptionValue v) { player_set_use_net(to->player, v.number); }
static void rules(const OptionTarget *to, OptionValue v) { player_set_rules(to->player, (RuleSet)v.number); }
static void limit(const OptionTarget *to, OptionValue v) { player_set_limit(to->player, v.number); }
static void use_limit(const OptionTarget *to, OptionValue v) { player_set_use_limit(to->player, v.number); }
static void books(const OptionTarget *to, OptionValue v) { player_set_books(to->player, v.text); }
static void use_books(const OptionTarget *to, OptionValue v) { player_set_use_books(to->player, v.number); }
static void skill(const OptionTarget *to, OptionValue v) { player_set_skill(to->player, v.number); }
static void elo(const OptionTarget *to, OptionValue v) { player_set_elo(to->player, v.number); }
static void use_elo(const OptionTarget *to, OptionValue v) { player_set_use_elo(to->player, v.number); }
static void idle(const OptionTarget *to, OptionValue v) { player_set_idle(to->player, v.number); }
static void less_pruning(const OptionTarget *to, OptionValue v) { player_set_less_pruning(to->player, v.number); }
static void less_knowledge(const OptionTarget *to, OptionValue v) { player_set_less_knowledge(to->player, v.number); }
static void overhead(const OptionTarget *to, OptionValue v) { player_set_overhead(to->player, v.number); }
static void will_ponder(const OptionTarget *to, OptionValue v) { player_set_will_ponder(to->player, v.number); }

static void randomness(const OptionTarget *to, OptionValue v)
{
    static const int noise_cp[] = {
        [RANDOM_NONE] = 0, [RANDOM_TINY] = 4, [RANDOM_SMALL] = 8, [RANDOM_MEDIUM] = 16, [RANDOM_LARGE] = 32, [RANDOM_HUGE] = 64};
    player_set_variety(to->player, (Randomness)v.number);
    player_set_noise(to->player, noise_cp[v.number]);
}

/* ---- the table ---- */

static const OptionVar idle_vars[] = {{"none", 0}, {"small", 25}, {"medium", 50}, {"large", 75}, {0}};
static const OptionVar less_vars[] = {{"none", 3}, {"small", 2}, {"medium", 1}, {"large", 0}, {0}};
static const OptionVar random_vars[] = {{"none", RANDOM_NONE},
                                        {"tiny", RANDOM_TINY},
                                        {"small", RANDOM_SMALL},
                                        {"medium", RANDOM_MEDIUM},
                                        {"large", RANDOM_LARGE},
                                        {"huge", RANDOM_HUGE},
                                        {0}};

/* The last is not called after what it does: some clients look for that word anywhere in what we print (UCCI.md, 68). */
static const OptionVar rule_vars[] = {{"asian", RULES_ASIAN},   {"computer", RULES_COMPUTER}, {"chinese", RULES_CHINESE},
                                      {"simple", RULES_SIMPLE}, {"off", RULES_OFF},           {0}};

static bool read_rules(const char *word, int *value)
{
    RuleSet set;
    bool known = rule_set_from_name(word, &set);
    if (known)
        *value = (int)set;
    return known;
}

const OptionSpec option_specs[] = {
    {"UseMillisec", "usemillisec", OPTION_CHECK, IN_UCCI, 1, 0, 1, .set = milliseconds},
    {"Batch", "batch", OPTION_CHECK, IN_UCCI, 0, 0, 1, .set = batch},
    {"Debug", "debug", OPTION_CHECK, IN_BOTH, 0, 0, 1, .set = debug},
    {"Ponder", "ponder", OPTION_CHECK, IN_BOTH, 0, 0, 1, .set = will_ponder},
    {"Use Book", "usebook ownbook", OPTION_CHECK, IN_BOTH, 1, 0, 1, .set = use_books},
    {"Book Files", "bookfiles bookfile", OPTION_STRING, IN_BOTH, .set = books},
    {"Hash", "hashsize hash", OPTION_SPIN, IN_BOTH, 16, 1, MAX_HASH_MIB, .automatic = true, .set = hash},
    {"Threads", "threads", OPTION_SPIN, IN_BOTH, 1, 1, MAX_THREADS, .automatic = true, .set = threads},
    {"Idle", "idle", OPTION_COMBO, IN_UCCI, 0, .vars = idle_vars, .set = idle},
    {"Pruning", "pruning", OPTION_COMBO, IN_UCCI, 0, .vars = less_vars, .set = less_pruning},
    {"Knowledge", "knowledge", OPTION_COMBO, IN_UCCI, 0, .vars = less_vars, .set = less_knowledge},
    {"Randomness", "randomness selectivity", OPTION_COMBO, IN_BOTH, RANDOM_NONE, .vars = random_vars, .set = randomness},
    {"NewGame", "newgame ucinewgame uccinewgame loadbook", OPTION_BUTTON, IN_UCCI, .set = new_game},
    {"Clear Hash", "clearhash", OPTION_BUTTON, IN_BOTH, .set = new_game},
    {"MultiPV", "multipv", OPTION_SPIN, IN_BOTH, 1, 1, MAX_MULTIPV, .set = multipv},
    {"Move Overhead", "moveoverhead", OPTION_SPIN, IN_BOTH, 30, 0, 5000, .set = overhead},
    {"Repetition Rule", "repetition repetitionrule", OPTION_COMBO, IN_BOTH, RULES_ASIAN, .vars = rule_vars, .read = read_rules,
     .set = rules},
    {"Sixty Move Rule", "sixtymoverule", OPTION_CHECK, IN_BOTH, 1, 0, 1, .set = use_limit},
    {"Rule60MaxPly", "rule60maxply naturallimit", OPTION_SPIN, IN_BOTH, NATURAL_LIMIT_DEFAULT, 0, 400, .set = limit},
    {"Accept Offers", "acceptoffers", OPTION_CHECK, IN_UCCI, 0, 0, 1, .set = accepts},
    {"Accept Score", "acceptscore", OPTION_SPIN, IN_UCCI, 0, -1000, 1000, .set = accept_score},
    {"Concede", "concede", OPTION_CHECK, IN_UCCI, 0, 0, 1, .set = concedes},
    {"Concede Score", "concedescore", OPTION_SPIN, IN_UCCI, 1200, 100, 9000, .set = concede_score},
    {"Skill Level", "skilllevel", OPTION_SPIN, IN_BOTH, SKILL_LEVELS, 0, SKILL_LEVELS, .set = skill},
    {"UCI_LimitStrength", "limitstrength ucilimitstrength", OPTION_CHECK, IN_BOTH, 0, 0, 1, .set = use_elo},
    {"UCI_Elo", "elo ucielo", OPTION_SPIN, IN_BOTH, ELO_MOST, ELO_LEAST, ELO_MOST, .set = elo},
    {"UCI_ShowWDL", "ucishowwdl", OPTION_CHECK, IN_UCI, 0, 0, 1, .set = wdl},
    {"Use NNUE", "usennue", OPTION_CHECK, IN_BOTH, 1, 0, 1, .set = use_net},
    {"EvalFile", "evalfile", OPTION_STRING, IN_BOTH, .set = evalfile},
    {"Log File", "logfile debuglogfile", OPTION_STRING, IN_BOTH, .set = log_to},
};
const int option_count = sizeof option_specs / sizeof *option_specs;

void options_start(const OptionTarget *target)
{
    for (const OptionSpec *spec = option_specs; spec < option_specs + option_count; spec++)
        if (spec->type != OPTION_STRING && spec->type != OPTION_BUTTON)
            spec->set(target, (OptionValue){.number = spec->initial});
}

/* ---- names ---- */

/* Small letters, without what does not count in a name. Appends to out[WORD_SIZE] at *length; false if full. */
static bool normalise(const char *text, char *out, int *length)
{
    for (; *text; text++) {
        if (*text == '_' || *text == '-' || strchr(BLANKS, *text))
            continue;
        if (*length + 1 >= WORD_SIZE)
            return false;
        out[(*length)++] = (char)tolower((unsigned char)*text);
        out[*length] = '\0';
    }
    return true;
}

/* The next word of a list, NULL at its end. */
static const char *list_word(const char **list, char *out)
{
    size_t length = strcspn(*list, " ");
    snprintf(out, WORD_SIZE, "%.*s", (int)length, *list);
    *list += length + ((*list)[length] == ' ');
    return *out ? out : NULL;
}

static const OptionSpec *find_option(const char *normal)
{
    char name[WORD_SIZE];
    for (const OptionSpec *spec = option_specs; spec < option_specs + option_count; spec++)
        for (const char *names = spec->names; list_word(&names, name);)
            if (strcmp(name, normal) == 0)
                return spec;
    return NULL;
}

/* How many letters must be put in, taken out or changed to make one word the other (Levenshtein). */
static int word_distance(const char *a, const char *b)
{
    int row[WORD_SIZE], length = (int)strlen(b);
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
    char name[WORD_SIZE];
    for (const OptionSpec *spec = option_specs; spec < option_specs + option_count; spec++)
        for (const char *names = spec->names; list_word(&names, name);) {
            int distance = word_distance(normal, name);
            if (distance < least) {
                least = distance;
                nearest = spec;
            }
        }
    return nearest;
}

/* `<Name With Blanks> [value <value>]`. Cut before the word `value`; what follows is left at *value. */
static const OptionSpec *find_uci_form(char *text, char **value)
{
    char name[WORD_SIZE] = "", *mark = word_find(text, "value");
    int length = 0;
    *value = mark ? mark + strlen("value") : text + strlen(text);
    if (mark)
        *mark = '\0';
    return normalise(text, name, &length) ? find_option(name) : NULL;
}

/* `<name> [<value>]`: the most words that make a name, so that `Clear Hash` is one here too. */
static const OptionSpec *find_ucci_form(char *args, char **value)
{
    enum { MOST_WORDS = 4 };
    char name[WORD_SIZE] = "";
    int length = 0;
    const OptionSpec *found = NULL;
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
        const OptionSpec *spec = find_option(name);
        if (spec) {
            found = spec;
            *value = end;
        }
        at = end;
    }
    return found;
}

/* ---- values ---- */

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

/* The leading whole number, clamped (UCCI.md, 26). */
static bool read_spin(const OptionSpec *spec, const char *value, int *number)
{
    if (!isdigit((unsigned char)value[*value == '-' || *value == '+']))
        return false;
    long long n = strtoll(value, NULL, 10);
    int least = spec->automatic ? 0 : spec->min;
    *number = n < least ? least : n > spec->max ? spec->max : (int)n;
    return true;
}

static bool read_combo(const OptionSpec *spec, const char *value, int *number)
{
    char normal[WORD_SIZE] = "";
    int length = 0;
    if (!normalise(value, normal, &length))
        return false;
    for (const OptionVar *var = spec->vars; var->word; var++)
        if (strcmp(var->word, normal) == 0) {
            *number = var->value;
            return true;
        }
    return spec->read && spec->read(normal, number);
}

static bool read_value(const OptionSpec *spec, char *text, OptionValue *value)
{
    *value = (OptionValue){.text = strcmp(text, "<empty>") == 0 ? "" : text};
    switch (spec->type) {
    case OPTION_CHECK: return read_check(text, &value->number);
    case OPTION_SPIN: return read_spin(spec, text, &value->number);
    case OPTION_COMBO: return read_combo(spec, text, &value->number);
    case OPTION_STRING:
    case OPTION_BUTTON: break;
    }
    return true;
}

/* ---- faults ---- */

static void say_unknown(const char *name, char *fault)
{
    char normal[WORD_SIZE] = "";
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
    char wanted[150] = "true or false";
    if (spec->type == OPTION_SPIN) {
        snprintf(wanted, sizeof wanted, "a whole number from %d to %d", spec->min, spec->max);
    } else if (spec->type == OPTION_COMBO) {
        int n = snprintf(wanted, sizeof wanted, "one of:");
        for (const OptionVar *var = spec->vars; var->word; var++)
            n += snprintf(wanted + n, sizeof wanted - (size_t)n, " %s", var->word);
    }
    snprintf(fault, OPTION_FAULT_SIZE, "option %s wants %s; it was given: %.100s", spec->uci, wanted, *value ? value : "nothing");
}

const OptionSpec *option_read(char *args, OptionValue *value, char *fault)
{
    char *text = args, *name = args;
    size_t first = strcspn(args, BLANKS);
    bool uci_form = first == 4 && strncasecmp("name", args, 4) == 0;
    if (uci_form)
        name += first;
    *fault = '\0';
    const OptionSpec *spec = uci_form ? find_uci_form(name, &text) : find_ucci_form(args, &text);
    if (!spec) {
        if (!uci_form)
            name[first] = '\0';
        say_unknown(text_trim(name), fault);
        return NULL;
    }
    text = text_trim(text);
    if (read_value(spec, text, value))
        return spec;
    say_misfit(spec, text, fault);
    return NULL;
}
