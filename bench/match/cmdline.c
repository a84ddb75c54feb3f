#include "bench/match/cmdline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bench/match/settings.h"
#include "engine/base/args.h"
#include "engine/base/file.h"
#include "engine/base/text.h"

enum { EACH = -1 }; /* whose words are all engines' */

typedef struct Reading {
    Config *c;
    Program program;
    bool following;     /* the word is not the first behind its option */
    const char **words; /* KEY=VALUE of --engine and --each */
    int *owners;        /* of each: an engine or EACH */
    int word_count, engines;
    int64_t games, concurrency, max_plies, limit;
    double answer, stall, grace; /* seconds */
    const char *format, *rules, *event;
} Reading;

static int no_memory(const Reading *r) { return program_fail(&r->program, "out of memory"); }

/* ---- settings behind an option ---- */

typedef struct Group { /* an option with KEY=VALUE words */
    Reading *r;
    const char *flag;
    Settings table;
    void *into;
    bool given;
} Group;

static int told(const Reading *r, const char *flag, const char *word, SettingRead read, const Setting *row)
{
    switch (read) {
    case SETTING_SET: break;
    case SETTING_UNKNOWN: return args_wrong(&r->program, "%s: unknown setting '%s'", flag, word);
    case SETTING_WRONG: return args_wrong(&r->program, "%s: %s is %s, not '%s'", flag, row->key, row->is, strchr(word, '=') + 1);
    case SETTING_NO_MEMORY: return no_memory(r);
    }
    return EXIT_SUCCESS;
}

static int take_setting(void *self, const char *word)
{
    Group *g = self;
    const Setting *row;
    g->given = true;
    if (strcmp(word, "model=normalized") == 0)
        word = "model=normalised";
    SettingRead read = setting_read(g->table, word, g->into, &row);
    return told(g->r, g->flag, word, read, row);
}

static const Setting resign_rows[] = {
    {"moves", NULL, SETTING_INT, .at = offsetof(Adjudication, win_count), 1, 1e6, .is = "a number from 1 on"},
    {"score", NULL, SETTING_INT, .at = offsetof(Adjudication, win_score), 1, 1e6, .is = "a number from 1 on"},
    {"both", NULL, SETTING_BOOL, .at = offsetof(Adjudication, win_both), 0, 1, .is = "0 or 1"},
};
static const Setting draw_rows[] = {
    {"moves", NULL, SETTING_INT, .at = offsetof(Adjudication, draw_count), 1, 1e6, .is = "a number from 1 on"},
    {"score", NULL, SETTING_INT, .at = offsetof(Adjudication, draw_score), 0, 1e6, .is = "a number from 0 on"},
    {"from", NULL, SETTING_INT, .at = offsetof(Adjudication, draw_from), 0, 1e6, .is = "a number from 0 on"},
};
static const char *const orders[] = {"sequential", "random", NULL};
static const Setting opening_rows[] = {
    {"order", NULL, SETTING_BOOL, .at = offsetof(Config, random_order), .words = orders, .is = "sequential or random"},
    {"start", NULL, SETTING_INT, .at = offsetof(Config, openings_first), 1, 1 << 30, .is = "a number from 1 on"},
    {"plies", NULL, SETTING_INT, .at = offsetof(Config, openings_plies), 0, 1000, .is = "a number up to 1000"},
};

/* The file, then how to use it. */
static int take_opening(void *self, const char *word)
{
    Group *g = self;
    if (g->r->following)
        return take_setting(self, word);
    g->r->c->openings_file = word;
    return EXIT_SUCCESS;
}

/* ---- engines ---- */

static int add_word(Reading *r, int owner, const char *word)
{
    r->owners[r->word_count] = owner;
    r->words[r->word_count++] = word;
    return EXIT_SUCCESS;
}

static int take_engine(void *self, const char *word)
{
    Reading *r = self;
    r->engines += !r->following;
    return add_word(r, r->engines - 1, word);
}

static int take_each(void *self, const char *word) { return add_word(self, EACH, word); }

static int set_option(const Reading *r, EngineSpec *e, const char *flag, const char *word)
{
    char name[128];
    size_t length = strcspn(word, "=");
    const char *value = word[length] ? word + length + 1 : NULL;
    if (length >= sizeof name || (value && strlen(value) > 3500) || strpbrk(word, "\r\n"))
        return args_wrong(&r->program, "%s: option '%.40s...' is too long", flag, word);
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    return engine_spec_set_option(e, name, value) ? EXIT_SUCCESS : no_memory(r);
}

static int set_word(const Reading *r, EngineSpec *e, const char *flag, const char *word)
{
    const Setting *row;
    if (strncmp(word, "option.", 7) == 0 && word[7] && word[7] != '=')
        return set_option(r, e, flag, word + 7);
    if (strncmp(word, "tc=", 3) == 0)
        return limits_read_tc(word + 3, &e->limits) ? EXIT_SUCCESS
                                                    : args_wrong(&r->program, "%s: tc is [MOVES/]BASE[+INC], not '%s'", flag, word + 3);
    SettingRead read = setting_read(engine_settings, word, e, &row);
    if (read == SETTING_UNKNOWN)
        read = setting_read(limit_settings, word, &e->limits, &row);
    return told(r, flag, word, read, row);
}

/* Do two words set the same? An engine that names any limit of its own takes none of all engines'. */
static bool same_setting(const char *a, const char *b)
{
    static const char *const limits[] = {"tc=", "st=", "nodes=", "depth="};
    bool limit[2] = {false, false};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        limit[0] = limit[0] || strncmp(a, limits[i], strlen(limits[i])) == 0;
        limit[1] = limit[1] || strncmp(b, limits[i], strlen(limits[i])) == 0;
    }
    size_t length = strcspn(a, "=");
    return (limit[0] && limit[1]) || (length == strcspn(b, "=") && strncasecmp(a, b, length) == 0);
}

static bool has_own(const Reading *r, int engine, const char *word)
{
    for (int i = 0; i < r->word_count; i++)
        if (r->owners[i] == engine && same_setting(r->words[i], word))
            return true;
    return false;
}

/* Fairy-Stockfish set to Xiangqi counts the ranks from 1 under UCI. */
static bool is_fairy(const EngineSpec *e)
{
    for (int i = 0; i < e->option_count; i++)
        if (strcasecmp(e->options[i].name, "UCI_Variant") == 0)
            return e->options[i].value && strcasecmp(e->options[i].value, "xiangqi") == 0;
    return false;
}

/* Its own words first, then those of all that it has no own for. */
static int set_engine(const Reading *r, int engine)
{
    EngineSpec *e = &r->c->engines[engine];
    const MatchLimits *l = &e->limits;
    int status = EXIT_SUCCESS, number = engine + 1;
    e->rank_base = -1;
    e->limits.margin_us = 20000;
    for (int i = 0; i < r->word_count && !status; i++)
        if (r->owners[i] == engine)
            status = set_word(r, e, "--engine", r->words[i]);
    for (int i = 0; i < r->word_count && !status; i++)
        if (r->owners[i] == EACH && !has_own(r, engine, r->words[i]))
            status = set_word(r, e, "--each", r->words[i]);
    if (status)
        return status;
    if (!e->command || !*e->command)
        return args_wrong(&r->program, "--engine number %d has no cmd=", number);
    if (e->name && !*e->name)
        return args_wrong(&r->program, "--engine number %d: the name is empty", number);
    if (e->name && !name_clean(&e->name))
        return no_memory(r);
    if (!(l->base_us || l->move_us || l->nodes || l->depth))
        return args_wrong(&r->program, "engine %d (%s) has no limit: give tc=, st=, nodes= or depth=, there or with --each", number,
                          e->name ? e->name : e->command);
    if (e->rank_base < 0)
        e->rank_base = is_fairy(e);
    return EXIT_SUCCESS;
}

/* ---- other options ---- */

static int take_shard(void *self, const char *text)
{
    const Reading *r = self;
    Schedule *s = &r->c->schedule;
    char rest;
    if (sscanf(text, "%d/%d%c", &s->shard, &s->shards, &rest) != 2 || s->shard < 1 || s->shards < s->shard)
        return args_wrong(&r->program, "--shard is I/N with I from 1 to N, not '%s'", text);
    return EXIT_SUCCESS;
}

static int take_rules(void *self, const char *name)
{
    return rule_set_from_name(name, &((Reading *)self)->c->adjudication.rules) ? EXIT_SUCCESS : EXIT_USAGE;
}

static int take_merged(void *self, const char *file)
{
    Config *c = ((Reading *)self)->c;
    c->merge[c->merge_count++] = file;
    return EXIT_SUCCESS;
}

/* Words belong to the option before them, where that takes several. */
static int take_word(void *self, const Arg *after, const char *word)
{
    Reading *r = self;
    if (!after || after->type != ARG_SINK)
        return args_wrong(&r->program, "'%s' belongs to no option", word);
    const ArgSink *sink = after->value;
    r->following = true;
    int status = sink->take(sink->self, word);
    r->following = false;
    return status;
}

/* ---- files ---- */

/* A path as the engine sees it, from its working directory; to be freed. */
static char *engine_path(const EngineSpec *e, const char *path, size_t length)
{
    Text whole = TEXT_INIT;
    if (*path != '/' && e->directory && *e->directory)
        text_addf(&whole, "%s/", e->directory);
    text_add_bytes(&whole, path, length);
    return text_take(&whole);
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
static int check_files(const Reading *r)
{
    const Config *c = r->c;
    const NamedFile outputs[] = {{"--json", c->json}, {"--pgn", c->pgn}, {"--html", c->html}, {"--log", c->log}};
    int engines = c->schedule.engines, count = 0;
    char error[FILE_ERROR_SIZE];
    NamedFile *inputs = calloc((size_t)(1 + c->merge_count + 2 * engines), sizeof *inputs);
    char **paths = calloc(2 * (size_t)engines + 1, sizeof *paths); /* programs, then what stderr= names */
    int status = inputs && paths ? EXIT_SUCCESS : no_memory(r);
    if (!status) {
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
        bool ok = files_distinct(outputs, sizeof outputs / sizeof *outputs, inputs, count + engines, error);
        for (int i = 0; i < engines && ok; i++)
            ok = files_distinct(&errors[i], 1, inputs, count, error);
        status = ok ? EXIT_SUCCESS : args_wrong(&r->program, "%s", error);
    }
    for (int i = 0; i < 2 * engines && paths; i++)
        free(paths[i]);
    free(paths);
    free(inputs);
    return status;
}

/* ---- what holds between arguments ---- */

static int check_numbers(Reading *r, const Group *resign, const Group *draw, const Group *sprt)
{
    Config *c = r->c;
    Adjudication *a = &c->adjudication;
    if (resign->given && (!a->win_count || !a->win_score))
        return args_wrong(&r->program, "--resign needs moves= and score=");
    if (draw->given && (!a->draw_count || a->draw_score < 0))
        return args_wrong(&r->program, "--draw needs moves= and score=");
    if (sprt->given && !(c->sprt.elo0 < c->sprt.elo1))
        return args_wrong(&r->program, "--sprt needs elo0= and a greater elo1=");
    if (sprt->given && !sprt_is_sound(&c->sprt))
        return args_wrong(&r->program, "--sprt: alpha and beta lie between 0 and 0.5");
    if (!draw->given)
        a->draw_score = 0;
    if (!sprt->given)
        c->sprt = (Sprt){0};
    c->sprt.on = sprt->given;
    return EXIT_SUCCESS;
}

static int check(Reading *r)
{
    Config *c = r->c;
    const Schedule *s = &c->schedule;
    if (c->merge_count)
        return r->engines || c->resume ? args_wrong(&r->program, "--merge plays nothing: leave --engine and --resume away") : EXIT_SUCCESS;
    if (s->engines < 2)
        return args_wrong(&r->program,
                          s->engines ? "one engine has nobody to play: give two or more" : "no engines: give two or more --engine");
    if (s->repeat && s->games % 2)
        return args_wrong(&r->program, "--games %d: with each opening played from both sides the number is even (or --no-repeat)",
                          s->games);
    if (!schedule_is_bounded(s))
        return args_wrong(&r->program, "at most %d engines and %d games in all", MOST_ENGINES, MOST_TOTAL);
    if (c->sprt.on && s->engines != 2)
        return args_wrong(&r->program, "--sprt tests one engine against one other: give two");
    if (c->resume && !c->json && !c->pgn)
        return args_wrong(&r->program, "--resume needs --json or --pgn, the file to go on with");
    return EXIT_SUCCESS;
}

/* Takes over what stands in the reading. */
static int complete(Reading *r, bool gauntlet)
{
    Config *c = r->c;
    c->schedule.gauntlet = gauntlet;
    c->schedule.games = (int)r->games;
    c->concurrency = (int)r->concurrency;
    c->adjudication.max_plies = (int)r->max_plies;
    c->adjudication.quiet_limit = (int)r->limit;
    c->patience = (Patience){llround(r->answer * 1e6), llround(r->stall * 1e6), llround(r->grace * 1e6)};
    c->event = strdup(r->event);
    c->engines = calloc((size_t)r->engines + 1, sizeof *c->engines);
    if (!c->engines || !c->event || !name_clean(&c->event))
        return no_memory(r);
    c->schedule.engines = r->engines;
    if (!*c->event)
        return args_wrong(&r->program, "--event: the name is empty");
    int status = check(r);
    for (int i = 0; i < r->engines && !status; i++)
        status = set_engine(r, i);
    return status ? status : check_files(r);
}

/* ---- reading ---- */

static const char usage[] = "usage: hanxin-match --engine cmd=A name=new --engine cmd=B name=old --each tc=10+0.1 \\\n"
                            "                    --openings openings.epd order=random --games 400 --concurrency 4 --pgn games.pgn\n"
                            "       hanxin-match --merge part1.json part2.json --json all.json\n"
                            "Matches and tournaments between Xiangqi engines that speak UCCI or UCI.\n"
                            "Ctrl-C ends one with status 130; --resume goes on.\n";

static const char engine_help[] = "two or more; its program and what follows:\n"
                                  "cmd=COMMAND            program and arguments (needed)\n"
                                  "name=NAME              default: what the engine calls itself\n"
                                  "proto=auto|ucci|uci    default auto\n"
                                  "dir=DIRECTORY          working directory, which cmd may be relative to\n"
                                  "stderr=FILE            append its standard error there (default: thrown away)\n"
                                  "base=0|1               its ranks count from 0 or 1 (Fairy-Stockfish in UCI: 1)\n"
                                  "option.NAME=VALUE      set an option; option.NAME alone presses a button\n"
                                  "ponder=0|1             let it think on the opponent's time\n"
                                  "banmoves=0|1           tell a UCCI engine the moves that lose by repetition\n"
                                  "and limits, at least one:\n"
                                  "tc=[MOVES/]BASE[+INC]  clock in seconds or m:s, such as 40/1:30+0.5\n"
                                  "st=SECONDS             time for each move\n"
                                  "nodes=N  depth=N       as the engine counts them\n"
                                  "margin=MS              overdraft allowed before time is lost (default 20)";

static int read_all(Reading *r, int argc, char **argv)
{
    Config *c = r->c;
    Group openings = {r, "--openings", {opening_rows, sizeof opening_rows / sizeof *opening_rows}, c, false};
    Group resign = {r, "--resign", {resign_rows, sizeof resign_rows / sizeof *resign_rows}, &c->adjudication, false};
    Group draw = {r, "--draw", {draw_rows, sizeof draw_rows / sizeof *draw_rows}, &c->adjudication, false};
    Group sprt = {r, "--sprt", sprt_settings, &c->sprt, false};
    const ArgSink to_engine = {take_engine, r, NULL}, to_each = {take_each, r, NULL}, to_openings = {take_opening, &openings, NULL},
                  to_resign = {take_setting, &resign, NULL}, to_draw = {take_setting, &draw, NULL}, to_sprt = {take_setting, &sprt, NULL},
                  to_shard = {take_shard, r, NULL}, to_merge = {take_merged, r, NULL},
                  to_rules = {take_rules, r, "asian, computer, chinese, simple, off"};
    const Arg args[] = {
        {"", ARG_TITLE, .help = "Engines"},
        {"engine KEY=VALUE...", ARG_SINK, (void *)&to_engine, .help = engine_help},
        {"each KEY=VALUE...", ARG_SINK, (void *)&to_each, .help = "the same for all engines; an engine's own go first"},
        {"", ARG_TITLE, .help = "Tournament"},
        {"format F", ARG_TEXT, &r->format, .help = "roundrobin; gauntlet: the first engine against each other"},
        {"games N", ARG_INT, &r->games, 1, MOST_GAMES, "games of each pairing"},
        {"repeat", ARG_FLAG, &c->schedule.repeat, .help = "play each opening with both colours, which is the default"},
        {"no-repeat", ARG_NOT, &c->schedule.repeat, .help = "play each opening once"},
        {"openings FILE", ARG_SINK, (void *)&to_openings,
         .help = "[order=sequential|random] [start=N] [plies=N]\n"
                 "FEN or EPD lines, or a .pgn (plies: how much of each game)"},
        {"concurrency N", ARG_INT, &r->concurrency, 1, 512, "games at the same time"},
        {"seed N", ARG_U64, &c->seed, .help = "for the random order"},
        {"shard I/N", ARG_SINK, (void *)&to_shard, .help = "play part I of N; results are added up with --merge"},
        {"", ARG_TITLE, .help = "Ending games early (off unless asked for; counts are moves of each side, scores centipawns)"},
        {"resign moves=N score=S [both=1]", ARG_SINK, (void *)&to_resign,
         .help = "lost when the loser (both: and the winner) says so N times"},
        {"draw moves=N score=S [from=MOVE]", ARG_SINK, (void *)&to_draw, .help = "drawn when both see less than S for N moves"},
        {"maxplies N", ARG_INT, &r->max_plies, 0, 100000, "drawn at that length; 0 never"},
        {"draw-offers", ARG_FLAG, &c->adjudication.draw_offers, .help = "UCCI engines may offer and accept draws"},
        {"", ARG_TITLE, .help = "Rules"},
        {"rules R", ARG_SINK, (void *)&to_rules, .help = "how repetitions are judged: asian (default), computer, chinese, simple, off"},
        {"limit PLIES", ARG_INT, &r->limit, 0, NATURAL_LIMIT_MAX, "drawn after so many plies without a capture; 0 never"},
        {"", ARG_TITLE, .help = "Statistics"},
        {"sprt elo0=E elo1=E", ARG_SINK, (void *)&to_sprt,
         .help = "[alpha=0.05] [beta=0.05] [model=logistic|normalised]\n"
                 "sequential test of the first engine against the second; stops at a decision"},
        {"", ARG_TITLE, .help = "Output"},
        {"pgn FILE", ARG_TEXT, &c->pgn, .help = "games"},
        {"json FILE", ARG_TEXT, &c->json, .help = "games and results"},
        {"html FILE", ARG_TEXT, &c->html, .help = "a page to look at"},
        {"resume", ARG_FLAG, &c->resume,
         .help = "go on where these files (json, else pgn) end; damage in them is told, a copy of the\n"
                 "damaged file kept, and the damaged games played again"},
        {"merge FILE...", ARG_SINK, (void *)&to_merge, .help = "add up the JSON files of shards instead of playing"},
        {"log FILE", ARG_TEXT, &c->log, .help = "every line to and from the engines, behind what the log holds"},
        {"force", ARG_FLAG, &c->force, .help = "replace what stands at --html and --log; --merge files though damaged"},
        {"event NAME", ARG_TEXT, &r->event, .help = "for the headers"},
        {"quiet", ARG_FLAG, &c->quiet, .help = "only the final table"},
        {"", ARG_TITLE, .help = "Waiting (seconds)"},
        {"patience S", ARG_REAL, &r->answer, 0.001, 1e6, "for the handshake and readyok"},
        {"stall S", ARG_REAL, &r->stall, 0.001, 1e6, "for a move when no clock runs"},
        {"grace S", ARG_REAL, &r->grace, 0.001, 1e6, "for a move after stop, and for the end after quit"},
    };
    static const char *const formats[] = {"roundrobin", "gauntlet", NULL};
    r->program.usage = usage;
    r->program.args = args;
    r->program.count = sizeof args / sizeof *args;
    int read = args_read(&r->program, argc, argv);
    if (read < 0)
        return read == ARGS_TOLD ? CMDLINE_TOLD : args_status(read);
    if (!args_one_of(&r->program, "format", r->format, formats))
        return EXIT_USAGE;
    int status = check_numbers(r, &resign, &draw, &sprt);
    return status ? status : complete(r, strcmp(r->format, "gauntlet") == 0);
}

int cmdline_read(Config *c, int argc, char **argv)
{
    *c = (Config){.schedule = {.repeat = true, .shard = 1, .shards = 1},
                  .adjudication = {.rules = RULES_ASIAN, .draw_score = -1},
                  .sprt = {false, NAN, NAN, 0.05, 0.05, SPRT_LOGISTIC},
                  .openings_first = 1,
                  .seed = 1};
    Reading r = {.c = c,
                 .program = {.name = "hanxin-match", .take_word = take_word, .self = &r},
                 .words = calloc((size_t)argc, sizeof *r.words),
                 .owners = calloc((size_t)argc, sizeof *r.owners),
                 .games = 2,
                 .concurrency = 1,
                 .limit = NATURAL_LIMIT_DEFAULT,
                 .answer = 30,
                 .stall = 120,
                 .grace = 2,
                 .format = "roundrobin",
                 .event = "hanxin-match"};
    c->merge = calloc((size_t)argc, sizeof *c->merge);
    int status = r.words && r.owners && c->merge ? read_all(&r, argc, argv) : no_memory(&r);
    free(r.words);
    free(r.owners);
    return status;
}
