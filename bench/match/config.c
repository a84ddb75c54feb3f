#include "bench/match/config.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <strings.h>

#include "engine/base/file.h"
#include "engine/base/textfile.h"

const char config_help[] = "hanxin-match - matches and tournaments between Xiangqi engines (UCCI and UCI)\n"
                           "\n"
                           "  hanxin-match --engine cmd=A name=new --engine cmd=B name=old --each tc=10+0.1 \\\n"
                           "               --openings openings.epd order=random --games 400 --concurrency 4 --pgn games.pgn\n"
                           "  hanxin-match --merge part1.json part2.json --json all.json\n"
                           "\n"
                           "Engines (two or more; --each gives common settings, an engine's own go first)\n"
                           "  --engine KEY=VALUE...    cmd=COMMAND       program and arguments (needed)\n"
                           "                           name=NAME         default: what the engine calls itself\n"
                           "                           proto=auto|ucci|uci   default auto\n"
                           "                           dir=DIRECTORY     working directory, which cmd may be relative to\n"
                           "                           stderr=FILE       append its standard error there (default: thrown away)\n"
                           "                           base=0|1          its ranks count from 0 or 1 (Fairy-Stockfish in UCI: 1)\n"
                           "                           option.NAME=VALUE set an option; option.NAME alone presses a button\n"
                           "                           ponder=0|1        let it think on the opponent's time\n"
                           "                           banmoves=0|1      tell a UCCI engine the moves that lose by repetition\n"
                           "                         and limits, at least one:\n"
                           "                           tc=[MOVES/]BASE[+INC]  clock in seconds or m:s, such as 40/1:30+0.5\n"
                           "                           st=SECONDS        time for each move\n"
                           "                           nodes=N  depth=N  as the engine counts them\n"
                           "                           margin=MS         overdraft allowed before time is lost (default 20)\n"
                           "\n"
                           "Tournament\n"
                           "  --format roundrobin|gauntlet   default roundrobin; gauntlet: the first engine against each other\n"
                           "  --games N                games of each pairing (default 2)\n"
                           "  --repeat, --no-repeat    play each opening with both colours (default), or once\n"
                           "  --openings FILE [order=sequential|random] [start=N] [plies=N]\n"
                           "                           FEN or EPD lines, or a .pgn (plies: how much of each game)\n"
                           "  --concurrency N          games at the same time (default 1)\n"
                           "  --seed N                 for the random order (default 1)\n"
                           "  --shard I/N              play part I of N; results are added up with --merge\n"
                           "\n"
                           "Ending games early (all off by default; counts are moves of each side, scores centipawns)\n"
                           "  --resign moves=N score=S [both=1]  lost when the loser (both: and the winner) says so N times\n"
                           "  --draw moves=N score=S [from=MOVE] drawn when both see less than S for N moves\n"
                           "  --maxplies N             drawn at that length\n"
                           "  --draw-offers            UCCI engines may offer and accept draws\n"
                           "\n"
                           "Rules\n"
                           "  --rules asian|computer|chinese|simple|draw   how repetitions are judged (default asian)\n"
                           "  --limit PLIES            drawn after so many plies without a capture (default 120, 0 off)\n"
                           "\n"
                           "Statistics\n"
                           "  --sprt elo0=E elo1=E [alpha=0.05] [beta=0.05] [model=logistic|normalised]\n"
                           "                           sequential test of the first engine against the second; stops at a decision\n"
                           "\n"
                           "Output\n"
                           "  --pgn FILE  --json FILE  --html FILE   games, results, and a page to look at\n"
                           "  --resume                 go on where these files (json, else pgn) end; damage in them is told, a copy\n"
                           "                           of the damaged file kept, and the damaged games played again\n"
                           "  --log FILE               every line to and from the engines, behind what the log holds\n"
                           "  --force                  replace what stands at --html and --log; --merge files though damaged\n"
                           "  --event NAME             for the headers\n"
                           "  --quiet                  only the final table\n"
                           "\n"
                           "Waiting (seconds)\n"
                           "  --patience S             for the handshake and readyok (default 30)\n"
                           "  --stall S                for a move when no clock runs (default 120)\n"
                           "  --grace S                for a move after stop, and for the end after quit (default 2)\n"
                           "\n"
                           "  -h, --help, --version\n"
                           "\n"
                           "Exit status: 0 done, 1 it could not be carried out, 2 wrong arguments, 130 interrupted.\n";

typedef struct Args {
    int count, at;
    char **words;
    char *error;
} Args;

static bool complain(Args *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool complain(Args *a, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(a->error, CONFIG_ERROR_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

static bool is_flag(const char *word) { return word[0] == '-' && word[1] == '-'; }

/* The value of the flag just read. */
static const char *value_of(Args *a, const char *flag)
{
    if (a->at >= a->count || is_flag(a->words[a->at])) {
        complain(a, "%s needs a value", flag);
        return NULL;
    }
    return a->words[a->at++];
}

static bool read_number(const char *text, double low, double high, double *value)
{
    char *end;
    errno = 0;
    double d = strtod(text, &end);
    if (end == text || *end || errno || !(d >= low && d <= high))
        return false;
    *value = d;
    return true;
}

static bool read_int(const char *text, int low, int high, int *value)
{
    double d;
    if (!read_number(text, low, high, &d) || d != floor(d))
        return false;
    *value = (int)d;
    return true;
}

static bool flag_int(Args *a, const char *flag, int low, int high, int *value)
{
    const char *text = value_of(a, flag);
    if (!text)
        return false;
    return read_int(text, low, high, value) || complain(a, "%s: '%s' is not a whole number from %d to %d", flag, text, low, high);
}

static bool flag_seconds(Args *a, const char *flag, int64_t *us)
{
    double seconds;
    const char *text = value_of(a, flag);
    if (!text)
        return false;
    if (!read_number(text, 0.001, 1e6, &seconds))
        return complain(a, "%s: '%s' is not a number of seconds", flag, text);
    *us = (int64_t)(seconds * 1e6 + 0.5);
    return true;
}

/* "5", "0.25", "1:30" or "1:00:00" in microseconds; *text moves behind it. */
static bool read_clock(const char **text, int64_t *us)
{
    double total = 0;
    for (;;) {
        char *end;
        if (strspn(*text, "0123456789.") == 0)
            return false;
        double part = strtod(*text, &end);
        total = total * 60 + part;
        *text = end;
        if (**text != ':')
            break;
        ++*text;
    }
    *us = (int64_t)(total * 1e6 + 0.5);
    return total < 1e7;
}

static bool read_tc(const char *text, MatchLimits *l)
{
    const char *slash = strchr(text, '/');
    MatchLimits read = *l;
    read.period = 0;
    read.increment_us = 0;
    if (slash) {
        char *end;
        read.period = (int)strtol(text, &end, 10);
        if (end != slash || read.period < 1 || read.period > 1000)
            return false;
        text = slash + 1;
    }
    if (!read_clock(&text, &read.base_us) || (*text == '+' && (text++, !read_clock(&text, &read.increment_us))) || *text ||
        read.base_us <= 0)
        return false;
    *l = read;
    return true;
}

static bool set_text(char **field, const char *value)
{
    free(*field);
    *field = strdup(value);
    return *field != NULL;
}

char *name_clean(const char *text)
{
    char *name = text_to_utf8(text), *out = name;
    for (const char *in = name; in && *in; in++)
        if ((unsigned char)*in >= ' ' && *in != 0x7F)
            *out++ = *in;
    if (name)
        *out = '\0';
    if (out != name)
        return name;
    free(name);
    return name ? strdup("?") : NULL;
}

static bool read_name(Args *a, const char *flag, const char *text, char **name)
{
    free(*name);
    *name = name_clean(text);
    return *name ? *text || complain(a, "%s: the name is empty", flag) : complain(a, "out of memory");
}

enum { UNSET = -1 }; /* margin, base, ponder and banmoves until someone says */

static bool is_key(const char *word, const char *key, const char **value)
{
    size_t length = strlen(key);
    if (strncmp(word, key, length) != 0 || word[length] != '=')
        return false;
    *value = word + length + 1;
    return true;
}

typedef struct EngineWords {
    EngineSpec spec;
    int base, ponder, banmoves;
} EngineWords;

/* One KEY=VALUE of --engine or --each. */
static bool read_engine_word(Args *a, EngineWords *words, const char *flag, const char *word)
{
    EngineSpec *e = &words->spec;
    const char *v;
    double d;
    if (is_key(word, "cmd", &v))
        return set_text(&e->command, v);
    if (is_key(word, "name", &v))
        return read_name(a, flag, v, &e->name);
    if (is_key(word, "dir", &v))
        return set_text(&e->directory, v);
    if (is_key(word, "stderr", &v))
        return set_text(&e->error_file, v);
    if (is_key(word, "proto", &v)) {
        if (strcmp(v, "ucci") == 0)
            e->protocol = PROTOCOL_UCCI;
        else if (strcmp(v, "uci") == 0)
            e->protocol = PROTOCOL_UCI;
        else if (strcmp(v, "auto") != 0)
            return complain(a, "%s: proto is ucci, uci or auto, not '%s'", flag, v);
        return true;
    }
    if (is_key(word, "base", &v))
        return read_int(v, 0, 1, &words->base) || complain(a, "%s: base is 0 or 1, not '%s'", flag, v);
    if (is_key(word, "ponder", &v))
        return read_int(v, 0, 1, &words->ponder) || complain(a, "%s: ponder is 0 or 1, not '%s'", flag, v);
    if (is_key(word, "banmoves", &v))
        return read_int(v, 0, 1, &words->banmoves) || complain(a, "%s: banmoves is 0 or 1, not '%s'", flag, v);
    if (is_key(word, "tc", &v))
        return read_tc(v, &e->limits) || complain(a, "%s: tc is [MOVES/]BASE[+INC], not '%s'", flag, v);
    if (is_key(word, "st", &v)) {
        if (!read_number(v, 0.001, 1e6, &d))
            return complain(a, "%s: st is a number of seconds, not '%s'", flag, v);
        e->limits.move_us = (int64_t)(d * 1e6 + 0.5);
        return true;
    }
    if (is_key(word, "nodes", &v)) {
        if (!read_number(v, 1, 1e15, &d))
            return complain(a, "%s: nodes is a number from 1 on, not '%s'", flag, v);
        e->limits.nodes = (uint64_t)d;
        return true;
    }
    if (is_key(word, "depth", &v))
        return read_int(v, 1, 1000, &e->limits.depth) || complain(a, "%s: depth is 1 to 1000, not '%s'", flag, v);
    if (is_key(word, "margin", &v)) {
        if (!read_number(v, 0, 1e6, &d))
            return complain(a, "%s: margin is in milliseconds, not '%s'", flag, v);
        e->limits.margin_us = (int64_t)(d * 1000 + 0.5);
        return true;
    }
    if (strncmp(word, "option.", 7) == 0 && word[7] && word[7] != '=') {
        char name[128];
        size_t length = strcspn(word + 7, "=");
        v = word[7 + length] ? word + 8 + length : NULL;
        if (length >= sizeof name || (v && strlen(v) > 3500) || strpbrk(word, "\r\n"))
            return complain(a, "%s: option '%.40s...' is too long", flag, word + 7);
        snprintf(name, sizeof name, "%.*s", (int)length, word + 7);
        return engine_spec_set_option(e, name, v) || complain(a, "out of memory");
    }
    return complain(a, "%s: unknown setting '%s'", flag, word);
}

static void engine_words_init(EngineWords *e)
{
    memset(e, 0, sizeof *e);
    e->base = e->ponder = e->banmoves = UNSET;
    e->spec.limits.margin_us = UNSET;
}

static bool read_engine(Args *a, EngineWords *e, const char *flag)
{
    int from = a->at;
    while (a->at < a->count && !is_flag(a->words[a->at]))
        if (!read_engine_word(a, e, flag, a->words[a->at++]))
            return false;
    return a->at > from || complain(a, "%s needs settings such as cmd=./engine", flag);
}

static bool option_is(const EngineSpec *e, const char *name, const char *value)
{
    for (int i = 0; i < e->option_count; i++)
        if (strcasecmp(e->options[i].name, name) == 0)
            return e->options[i].value && strcasecmp(e->options[i].value, value) == 0;
    return false;
}

/* Fills what the engine left open from --each, and that from the defaults. */
static bool complete_engine(Args *a, EngineWords *e, const EngineWords *each, int number)
{
    EngineSpec *s = &e->spec;
    const EngineSpec *common = &each->spec;
    MatchLimits *l = &s->limits;
    if (!s->command && common->command && !set_text(&s->command, common->command))
        return complain(a, "out of memory");
    if (!s->command || !*s->command)
        return complain(a, "--engine number %d has no cmd=", number);
    if ((!s->directory && common->directory && !set_text(&s->directory, common->directory)) ||
        (!s->error_file && common->error_file && !set_text(&s->error_file, common->error_file)))
        return complain(a, "out of memory");
    if (s->protocol == PROTOCOL_AUTO)
        s->protocol = common->protocol;
    for (int i = 0; i < common->option_count; i++) {
        bool own = false;
        for (int j = 0; j < s->option_count; j++)
            own = own || strcasecmp(s->options[j].name, common->options[i].name) == 0;
        if (!own && !engine_spec_set_option(s, common->options[i].name, common->options[i].value))
            return complain(a, "out of memory");
    }

    bool limited = l->base_us || l->move_us || l->nodes || l->depth;
    int64_t margin = l->margin_us;
    if (!limited)
        *l = common->limits;
    l->margin_us = margin != UNSET ? margin : common->limits.margin_us != UNSET ? common->limits.margin_us : 20000;
    if (!(l->base_us || l->move_us || l->nodes || l->depth))
        return complain(a, "engine %d (%s) has no limit: give tc=, st=, nodes= or depth=, there or with --each", number,
                        s->name ? s->name : s->command);

    /* Fairy-Stockfish counts Xiangqi's ranks from 1 under UCI. */
    int base = e->base != UNSET ? e->base : each->base;
    s->rank_base = base != UNSET ? base : option_is(s, "UCI_Variant", "xiangqi") ? 1 : 0;
    s->ponder = (e->ponder != UNSET ? e->ponder : each->ponder) == 1;
    s->banmoves = (e->banmoves != UNSET ? e->banmoves : each->banmoves) == 1;
    return true;
}

/* KEY=VALUE words behind a flag, as numbers; `keys` ends with NULL. */
static bool read_numbers(Args *a, const char *flag, const char *const *keys, double *values)
{
    int from = a->at;
    for (; a->at < a->count && !is_flag(a->words[a->at]); a->at++) {
        const char *word = a->words[a->at], *v;
        int i = 0;
        while (keys[i] && !is_key(word, keys[i], &v))
            i++;
        if (!keys[i])
            return complain(a, "%s: unknown setting '%s'", flag, word);
        if (!read_number(v, -1e6, 1e6, &values[i]))
            return complain(a, "%s: %s is a number, not '%s'", flag, keys[i], v);
    }
    return a->at > from || complain(a, "%s needs settings", flag);
}

static bool read_sprt(Args *a, Sprt *s)
{
    const char *v;
    double number;
    bool have[2] = {false, false};
    *s = (Sprt){true, 0, 0, 0.05, 0.05, SPRT_LOGISTIC};
    for (; a->at < a->count && !is_flag(a->words[a->at]); a->at++) {
        const char *word = a->words[a->at];
        if (is_key(word, "model", &v)) {
            if (strncmp(v, "normali", 7) == 0)
                s->model = SPRT_NORMALISED;
            else if (strcmp(v, "logistic") != 0)
                return complain(a, "--sprt: model is logistic or normalised, not '%s'", v);
            continue;
        }
        double *field = is_key(word, "elo0", &v)    ? &s->elo0
                        : is_key(word, "elo1", &v)  ? &s->elo1
                        : is_key(word, "alpha", &v) ? &s->alpha
                        : is_key(word, "beta", &v)  ? &s->beta
                                                    : NULL;
        if (!field)
            return complain(a, "--sprt: unknown setting '%s'", word);
        if (!read_number(v, -2000, 2000, &number))
            return complain(a, "--sprt: '%s' is not a number", v);
        *field = number;
        have[0] = have[0] || field == &s->elo0;
        have[1] = have[1] || field == &s->elo1;
    }
    if (!have[0] || !have[1] || s->elo0 >= s->elo1)
        return complain(a, "--sprt needs elo0= and a greater elo1=");
    if (!(s->alpha > 0 && s->alpha < 0.5 && s->beta > 0 && s->beta < 0.5))
        return complain(a, "--sprt: alpha and beta lie between 0 and 0.5");
    return true;
}

static bool read_openings(Args *a, Config *c)
{
    const char *v;
    c->openings_file = value_of(a, "--openings");
    if (!c->openings_file)
        return false;
    for (; a->at < a->count && !is_flag(a->words[a->at]); a->at++) {
        const char *word = a->words[a->at];
        if (is_key(word, "order", &v)) {
            c->random_order = strcmp(v, "random") == 0;
            if (!c->random_order && strcmp(v, "sequential") != 0)
                return complain(a, "--openings: order is sequential or random, not '%s'", v);
        } else if (is_key(word, "start", &v)) {
            if (!read_int(v, 1, 1 << 30, &c->openings_first))
                return complain(a, "--openings: start is a number from 1 on, not '%s'", v);
        } else if (is_key(word, "plies", &v)) {
            if (!read_int(v, 0, 1000, &c->openings_plies))
                return complain(a, "--openings: plies is a number up to 1000, not '%s'", v);
        } else
            return complain(a, "--openings: unknown setting '%s'", word);
    }
    return true;
}

static bool read_resign(Args *a, Adjudication *j)
{
    static const char *const keys[] = {"moves", "score", "both", NULL};
    double v[3] = {0, 0, 0};
    if (!read_numbers(a, "--resign", keys, v))
        return false;
    if (v[0] < 1 || v[1] < 1)
        return complain(a, "--resign needs moves= and score=, both positive");
    j->win_count = (int)v[0];
    j->win_score = (int)v[1];
    j->win_both = v[2] != 0;
    return true;
}

static bool read_draw(Args *a, Adjudication *j)
{
    static const char *const keys[] = {"moves", "score", "from", NULL};
    double v[3] = {0, -1, 0};
    if (!read_numbers(a, "--draw", keys, v))
        return false;
    if (v[0] < 1 || v[1] < 0)
        return complain(a, "--draw needs moves= (positive) and score= (0 or more)");
    j->draw_count = (int)v[0];
    j->draw_score = (int)v[1];
    j->draw_from = (int)v[2];
    return true;
}

static bool read_shard(Args *a, Schedule *s)
{
    const char *text = value_of(a, "--shard");
    char rest;
    if (!text)
        return false;
    if (sscanf(text, "%d/%d%c", &s->shard, &s->shards, &rest) != 2 || s->shard < 1 || s->shards < s->shard)
        return complain(a, "--shard is I/N with I from 1 to N, not '%s'", text);
    return true;
}

static bool read_flag(Args *a, Config *c, const char *flag, EngineWords **engines, EngineWords *each)
{
    if (strcmp(flag, "--engine") == 0) {
        int n = c->schedule.engines;
        EngineWords *more = realloc(*engines, (size_t)(n + 1) * sizeof *more);
        if (!more)
            return complain(a, "out of memory");
        *engines = more;
        engine_words_init(&more[n]);
        c->schedule.engines++;
        return read_engine(a, &more[n], flag);
    }
    if (strcmp(flag, "--each") == 0)
        return read_engine(a, each, flag);
    if (strcmp(flag, "--format") == 0) {
        const char *v = value_of(a, flag);
        c->schedule.gauntlet = v && strcmp(v, "gauntlet") == 0;
        return v &&
               (c->schedule.gauntlet || strcmp(v, "roundrobin") == 0 || complain(a, "--format is roundrobin or gauntlet, not '%s'", v));
    }
    if (strcmp(flag, "--games") == 0)
        return flag_int(a, flag, 1, MOST_GAMES, &c->schedule.games);
    if (strcmp(flag, "--repeat") == 0 || strcmp(flag, "--no-repeat") == 0) {
        c->schedule.repeat = flag[2] == 'r';
        return true;
    }
    if (strcmp(flag, "--concurrency") == 0)
        return flag_int(a, flag, 1, 512, &c->concurrency);
    if (strcmp(flag, "--seed") == 0) {
        const char *v = value_of(a, flag);
        char *end = NULL;
        errno = 0;
        c->seed = v ? strtoull(v, &end, 10) : 0;
        return v && ((end != v && !*end && *v != '-' && !errno) || complain(a, "--seed is a whole number below 2^64, not '%s'", v));
    }
    if (strcmp(flag, "--openings") == 0)
        return read_openings(a, c);
    if (strcmp(flag, "--resign") == 0)
        return read_resign(a, &c->adjudication);
    if (strcmp(flag, "--draw") == 0)
        return read_draw(a, &c->adjudication);
    if (strcmp(flag, "--draw-offers") == 0)
        return c->adjudication.draw_offers = true;
    if (strcmp(flag, "--maxplies") == 0)
        return flag_int(a, flag, 1, 100000, &c->adjudication.max_plies);
    if (strcmp(flag, "--limit") == 0)
        return flag_int(a, flag, 0, NATURAL_LIMIT_MAX, &c->adjudication.quiet_limit);
    if (strcmp(flag, "--rules") == 0) {
        const char *v = value_of(a, flag);
        return v && (rule_set_from_name(v, &c->adjudication.rules) ||
                     complain(a, "--rules is asian, computer, chinese, simple or draw, not '%s'", v));
    }
    if (strcmp(flag, "--sprt") == 0)
        return read_sprt(a, &c->sprt);
    if (strcmp(flag, "--shard") == 0)
        return read_shard(a, &c->schedule);
    if (strcmp(flag, "--patience") == 0)
        return flag_seconds(a, flag, &c->patience.answer_us);
    if (strcmp(flag, "--stall") == 0)
        return flag_seconds(a, flag, &c->patience.stall_us);
    if (strcmp(flag, "--grace") == 0)
        return flag_seconds(a, flag, &c->patience.grace_us);
    const char **file = strcmp(flag, "--pgn") == 0    ? &c->pgn
                        : strcmp(flag, "--json") == 0 ? &c->json
                        : strcmp(flag, "--html") == 0 ? &c->html
                        : strcmp(flag, "--log") == 0  ? &c->log
                                                      : NULL;
    if (file)
        return (*file = value_of(a, flag)) != NULL;
    if (strcmp(flag, "--event") == 0) {
        const char *text = value_of(a, flag);
        if (!text || !read_name(a, flag, text, &c->own_event))
            return false;
        c->event = c->own_event;
        return true;
    }
    if (strcmp(flag, "--force") == 0)
        return c->force = true;
    if (strcmp(flag, "--resume") == 0)
        return c->resume = true;
    if (strcmp(flag, "--quiet") == 0)
        return c->quiet = true;
    if (strcmp(flag, "--merge") == 0) {
        c->merge = a->words + a->at;
        while (a->at < a->count && !is_flag(a->words[a->at])) {
            a->at++;
            c->merge_count++;
        }
        return c->merge_count > 0 || complain(a, "--merge needs the JSON files to add up");
    }
    return complain(a, "unknown argument '%s'; --help lists them", flag);
}

/* A path as the engine sees it, from its working directory; to be freed. */
static char *engine_path(const EngineSpec *e, const char *path, size_t length)
{
    const char *directory = *path != '/' && e->directory ? e->directory : "";
    size_t room = strlen(directory) + length + 2;
    char *whole = malloc(room);
    if (whole)
        snprintf(whole, room, "%s%s%.*s", directory, *directory ? "/" : "", (int)length, path);
    return whole;
}

/* Where the program of an engine's command lies, if the command says so by a path; to be freed. */
static char *program_path(const EngineSpec *e)
{
    const char *from = e->command + strspn(e->command, " \t");
    char quote = *from == '"' || *from == '\'' ? *from++ : '\0';
    size_t length = quote ? strcspn(from, (char[]){quote, '\0'}) : strcspn(from, " \t");
    return memchr(from, '/', length) ? engine_path(e, from, length) : NULL; /* else looked for in $PATH */
}

/* No output may be an input, nor two outputs one file; but engines may write their errors into one. */
static bool check_files(Args *a, const Config *c)
{
    const NamedFile outputs[] = {{"--json", c->json}, {"--pgn", c->pgn}, {"--html", c->html}, {"--log", c->log}};
    int engines = c->schedule.engines, count = 0;
    NamedFile *inputs = calloc((size_t)(1 + c->merge_count + 2 * engines), sizeof *inputs);
    char **paths = calloc(2 * (size_t)engines + 1, sizeof *paths); /* programs, then what stderr= names */
    bool ok = inputs && paths;
    if (!ok)
        complain(a, "out of memory");
    if (ok) {
        inputs[count++] = (NamedFile){"--openings", c->openings_file};
        for (int i = 0; i < c->merge_count; i++)
            inputs[count++] = (NamedFile){"a file for --merge", c->merge[i]};
        for (int i = 0; i < engines; i++) {
            paths[i] = program_path(&c->engines[i]);
            inputs[count++] = (NamedFile){"an engine's program", paths[i]};
        }
        NamedFile *errors = &inputs[count];
        for (int i = 0; i < engines; i++) {
            const char *name = c->engines[i].error_file;
            paths[engines + i] = name ? engine_path(&c->engines[i], name, strlen(name)) : NULL;
            errors[i] = (NamedFile){"an engine's stderr=", paths[engines + i]};
        }
        ok = files_distinct(outputs, sizeof outputs / sizeof *outputs, inputs, count + engines, a->error);
        for (int i = 0; i < engines && ok; i++)
            ok = files_distinct(&errors[i], 1, inputs, count, a->error);
    }
    for (int i = 0; i < 2 * engines && paths; i++)
        free(paths[i]);
    free(paths);
    free(inputs);
    return ok;
}

/* What holds between arguments. */
static bool check(Args *a, Config *c, EngineWords *engines, const EngineWords *each)
{
    if (c->merge_count) {
        if (c->schedule.engines || c->resume)
            return complain(a, "--merge plays nothing: leave --engine and --resume away");
        return true;
    }
    if (c->schedule.engines < 2)
        return complain(a,
                        c->schedule.engines ? "one engine has nobody to play: give two or more" : "no engines: give two or more --engine");
    if (c->schedule.repeat && c->schedule.games % 2)
        return complain(a, "--games %d: with each opening played from both sides the number is even (or --no-repeat)", c->schedule.games);
    if (!schedule_is_bounded(&c->schedule))
        return complain(a, "at most %d engines and %d games in all", MOST_ENGINES, MOST_TOTAL);
    if (c->sprt.on && c->schedule.engines != 2)
        return complain(a, "--sprt tests one engine against one other: give two");
    if (c->resume && !c->json && !c->pgn)
        return complain(a, "--resume needs --json or --pgn, the file to go on with");
    for (int i = 0; i < c->schedule.engines; i++)
        if (!complete_engine(a, &engines[i], each, i + 1))
            return false;
    return true;
}

ConfigStatus config_read(Config *c, int argc, char **argv, char *error)
{
    Args a = {argc, 1, argv, error};
    strcpy(error, "out of memory"); /* unless something else is said */
    EngineWords *engines = NULL, each;
    memset(c, 0, sizeof *c);
    c->schedule = (Schedule){.games = 2, .repeat = true, .shard = 1, .shards = 1};
    c->patience = (Patience){30000000, 120000000, 2000000};
    c->adjudication.rules = RULES_ASIAN;
    c->adjudication.quiet_limit = NATURAL_LIMIT_DEFAULT;
    c->concurrency = c->openings_first = 1;
    c->seed = 1;
    c->event = "hanxin-match";
    engine_words_init(&each);

    ConfigStatus status = CONFIG_RUN;
    if (argc < 2) {
        complain(&a, "no engines: give two or more --engine; --help tells how");
        status = CONFIG_WRONG;
    }
    while (status == CONFIG_RUN && a.at < a.count) {
        const char *flag = a.words[a.at++];
        if (strcmp(flag, "--help") == 0 || strcmp(flag, "-h") == 0)
            status = CONFIG_HELP;
        else if (strcmp(flag, "--version") == 0)
            status = CONFIG_VERSION;
        else if (!read_flag(&a, c, flag, &engines, &each))
            status = CONFIG_WRONG;
    }
    if (status == CONFIG_RUN && !check(&a, c, engines, &each))
        status = CONFIG_WRONG;

    int n = c->schedule.engines;
    c->engines = n ? calloc((size_t)n, sizeof *c->engines) : NULL;
    for (int i = 0; i < n; i++) {
        if (c->engines)
            c->engines[i] = engines[i].spec;
        else
            engine_spec_clear(&engines[i].spec);
    }
    if (n && !c->engines) {
        c->schedule.engines = 0;
        complain(&a, "out of memory");
        status = CONFIG_WRONG;
    }
    engine_spec_clear(&each.spec);
    free(engines);
    if (status == CONFIG_RUN && !check_files(&a, c))
        status = CONFIG_WRONG;
    return status;
}

void config_clear(Config *c)
{
    for (int i = 0; i < c->schedule.engines; i++)
        engine_spec_clear(&c->engines[i]);
    free(c->engines);
    free(c->merged_identity);
    free(c->merged_event);
    free(c->own_event);
    c->own_event = NULL;
    c->merged_identity = c->merged_event = NULL;
    c->engines = NULL;
    c->schedule.engines = 0;
}

char *limits_text(const MatchLimits *l, char *out)
{
    int n = 0;
    *out = '\0';
    if (l->base_us) {
        if (l->period)
            n += sprintf(out + n, "%d/", l->period);
        n += sprintf(out + n, "%g", (double)l->base_us / 1e6);
        if (l->increment_us)
            n += sprintf(out + n, "+%g", (double)l->increment_us / 1e6);
    }
    if (l->move_us)
        n += sprintf(out + n, "%s%g/move", n ? " " : "", (double)l->move_us / 1e6);
    if (l->nodes)
        n += sprintf(out + n, "%snodes=%llu", n ? " " : "", (unsigned long long)l->nodes);
    if (l->depth)
        sprintf(out + n, "%sdepth=%d", n ? " " : "", l->depth);
    return out;
}
